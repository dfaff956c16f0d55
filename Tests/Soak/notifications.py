"""A desktop's notification service, as far as the programs use one: a process of its own, so that it can be stopped. Writes
the icon of each notification into a file, on a line of its own.

    notifications.py SOCKET FILE

It speaks the wire format of D-Bus itself (https://dbus.freedesktop.org/doc/dbus-specification.html), because no library
for it need be installed.
"""

import os
import socket
import struct
import sys

CALL, REPLY = 1, 2
PATH, INTERFACE, MEMBER, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = 1, 2, 3, 5, 6, 7, 8
ANSWERS = {"GetCapabilities": "as", "GetServerInformation": "ssss", "Notify": "u"}


def padded(content, size):
    return content + b"\0" * (-len(content) % size)


def text(value):
    content = value.encode()
    return struct.pack("<I", len(content)) + content + b"\0"


def message(kind, serial, fields, body=b""):
    header = b""
    for code, signature, value in fields:
        header = padded(header, 8) + bytes([code, len(signature)]) + signature.encode() + b"\0"
        header = padded(header, 4)
        if signature == "u":
            header += struct.pack("<I", value)
        elif signature == "g":
            header += bytes([len(value)]) + value.encode() + b"\0"
        else:
            header += text(value)
    return padded(struct.pack("<BBBBIII", ord("l"), kind, 0, 1, len(body), serial, len(header)) + header, 8) + body


def parsed(header):
    """The fields of a header, by their codes."""
    fields, position, end = {}, 16, 16 + struct.unpack_from("<I", header, 12)[0]
    while position < end:
        position += -position % 8
        code, size = header[position], header[position + 1]
        signature = header[position + 2:position + 2 + size].decode()
        position += 3 + size
        if signature == "g":
            fields[code] = header[position + 1:position + 1 + header[position]].decode()
            position += 2 + header[position]
            continue
        position += -position % 4
        (number,) = struct.unpack_from("<I", header, position)
        position += 4
        if signature == "u":
            fields[code] = number
        else:
            fields[code] = header[position:position + number].decode()
            position += number + 1
    return fields


def icon(arguments):
    """The third argument of Notify, after the program's name and a number."""
    (size,) = struct.unpack_from("<I", arguments)
    position = 4 + size + 1
    position += -position % 4 + 4
    (size,) = struct.unpack_from("<I", arguments, position)
    return arguments[position + 4:position + 4 + size].decode()


class Service:
    def __init__(self, address, log):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(address)
        self.log, self.serial, self.shown = log, 0, 0
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while not self.socket.recv(1).endswith(b"\n"):
            pass
        self.socket.sendall(b"BEGIN\r\n")
        self.call("Hello")
        self.call("RequestName", "su", padded(text("org.freedesktop.Notifications"), 4) + struct.pack("<I", 4))

    def call(self, member, signature="", body=b""):
        self.serial += 1
        fields = [(PATH, "o", "/org/freedesktop/DBus"), (INTERFACE, "s", "org.freedesktop.DBus"), (MEMBER, "s", member),
                  (DESTINATION, "s", "org.freedesktop.DBus")]
        self.socket.sendall(message(CALL, self.serial, fields + ([(SIGNATURE, "g", signature)] if signature else []), body))

    def read(self, size):
        content = b""
        while len(content) < size:
            more = self.socket.recv(size - len(content))
            if not more:
                sys.exit()
            content += more
        return content

    def run(self):
        while True:
            start = self.read(16)
            _, kind, flags, _, size, serial, fields = struct.unpack("<BBBBIII", start)
            header = start + self.read(fields + -fields % 8)
            arguments = self.read(size)
            if kind == CALL:
                self.answer(parsed(header), serial, flags, arguments)

    def answer(self, fields, serial, flags, arguments):
        member, body, signature = fields.get(MEMBER), b"", ANSWERS.get(fields.get(MEMBER), "")
        if member == "GetCapabilities":
            entries = padded(text("body"), 4) + text("actions")
            body = struct.pack("<I", len(entries)) + entries
        elif member == "GetServerInformation":
            body = padded(text("test"), 4) * 3 + text("1.2")
        elif member == "Notify":
            self.shown += 1
            with open(self.log, "a") as file:
                file.write(f"{icon(arguments)}\n")
            body = struct.pack("<I", self.shown)
        if flags & 1:
            return
        self.serial += 1
        answer = [(REPLY_SERIAL, "u", serial), (DESTINATION, "s", fields[SENDER])]
        self.socket.sendall(
            message(REPLY, self.serial, answer + ([(SIGNATURE, "g", signature)] if signature else []), body))


if __name__ == "__main__":
    Service(sys.argv[1], sys.argv[2]).run()
