"""A desktop's notification service, as far as the programs use one: a process of its own, so that it can be stopped. Writes
what it is sent and what the watcher says of it into a file, in the order in which they happen, a line for each:

    sent TIME one|several ICON    a notification, before it is answered, about one screenshot or about several
    told TIME SCAN                the watcher has logged that a scan's alert was shown

    notifications.py SOCKET FILE LOGS

TIME is in seconds in which this process ran: not while it was stopped. LOGS is the folder of the watcher's `events.jsonl`.

It speaks the wire format of D-Bus itself (https://dbus.freedesktop.org/doc/dbus-specification.html), because no library
for it need be installed.
"""

import os
import re
import select
import socket
import struct
import sys
import time
from pathlib import Path

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
    # Between two looks at the watcher's log. A much longer one is time in which this process did not run.
    PAUSE = 0.05

    def __init__(self, address, log, events):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(address)
        self.serial, self.shown = 0, 0
        # Goes on where an earlier one has ended.
        lines = [line.split() for line in Path(log).read_text().splitlines()]
        self.told = {line[2] for line in lines if line[0] == "told"}
        self.time, self.last = float(lines[-1][1]) if lines else 0.0, time.monotonic()
        self.log, self.folder, self.read_up_to = open(log, "a", buffering=1), Path(events), {}
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

    def note(self, *words):
        print(words[0], f"{self.time:.2f}", *words[1:], file=self.log)

    def look(self):
        """Notes which alerts the watcher's log tells of."""
        now = time.monotonic()
        self.time, self.last = self.time + min(now - self.last, 2 * self.PAUSE), now
        for path in self.folder.glob("events.jsonl*"):
            try:
                with open(path, "rb") as file:
                    status = os.fstat(file.fileno())
                    # A new file may have the number of one that was deleted.
                    start = self.read_up_to.get(status.st_ino, 0)
                    start = start if start <= status.st_size else 0
                    file.seek(start)
                    # A line may be half written.
                    lines = file.read().rpartition(b"\n")[0]
                    self.read_up_to[status.st_ino] = start + len(lines)
            except FileNotFoundError:
                continue
            for scan in re.findall(rb'"event":"alert_shown".*?"scan_id":"([^"]+)"', lines):
                scan = scan.decode().lower()
                if scan not in self.told:
                    self.told.add(scan)
                    self.note("told", scan)

    def run(self):
        while True:
            has_message = select.select([self.socket], [], [], self.PAUSE)[0]
            self.look()
            if not has_message:
                continue
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
            # Of several screenshots none can be marked as no scam.
            self.note("sent", "one" if b"\0not-scam." in arguments else "several", icon(arguments))
            body = struct.pack("<I", self.shown)
        if flags & 1:
            return
        self.serial += 1
        answer = [(REPLY_SERIAL, "u", serial), (DESTINATION, "s", fields[SENDER])]
        self.socket.sendall(
            message(REPLY, self.serial, answer + ([(SIGNATURE, "g", signature)] if signature else []), body))


if __name__ == "__main__":
    Service(*sys.argv[1:4]).run()
