"""The desktop: a notification service that refuses, a bus that is flooded, windows that do not open, a terminal that
stops."""

import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import termios
import threading
import time
from pathlib import Path

from cases import case
from daemon import CLEAN, SCAM, Daemon, SessionBus, expect, variant, wait

sys.path.append(str(Path(__file__).parent.parent / "Soak"))
from notifications import (  # noqa: E402
    CALL, DESTINATION, INTERFACE, MEMBER, PATH, REPLY_SERIAL, SENDER, SIGNATURE, Service, message, padded, parsed, text)

ERROR, SIGNAL, ERROR_NAME = 3, 4, 4


class Desktop(Service):
    """A notification service in this process. `refusals` are the errors that the next notifications get, each after so
    many seconds."""

    def __init__(self, bus, refusals=(), owns=True):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(bus.path))
        self.serial, self.shown, self.refusals = 0, 0, list(refusals)
        # What was called, and when; the watcher's name on the bus; what it asked to show.
        self.calls, self.watcher, self.shows = [], None, b""
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while not self.socket.recv(1).endswith(b"\n"):
            pass
        self.socket.sendall(b"BEGIN\r\n")
        self.call("Hello")
        if owns:
            self.call("RequestName", "su", padded(text("org.freedesktop.Notifications"), 4) + struct.pack("<I", 4))
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            start = self.read(16)
            _, kind, flags, _, size, serial, fields = struct.unpack("<BBBBIII", start)
            header = start + self.read(fields + -fields % 8)
            arguments = self.read(size)
            if kind != CALL:
                continue
            header = parsed(header)
            self.calls.append(header.get(MEMBER))
            if header.get(MEMBER) == "Notify":
                self.watcher, self.shows = header[SENDER], arguments
                if self.refusals:
                    name, seconds = self.refusals.pop(0)
                    time.sleep(seconds)
                    self.send(ERROR, [(ERROR_NAME, "s", name), (REPLY_SERIAL, "u", serial),
                                      (DESTINATION, "s", header[SENDER])])
                    continue
            self.answer(header, serial, flags, arguments)

    def note(self, *words):
        pass

    def send(self, kind, fields, body=b"", count=1):
        self.serial += 1
        self.socket.sendall(message(kind, self.serial, fields, body) * count)

    def click(self, key):
        self.send(SIGNAL, [(PATH, "o", "/org/freedesktop/Notifications"), (INTERFACE, "s", "org.freedesktop.Notifications"),
                           (MEMBER, "s", "ActionInvoked"), (SIGNATURE, "g", "us")],
                  struct.pack("<I", self.shown) + text(key))

    def flood(self, watcher, seconds):
        """Tells the watcher again and again, and nobody else, that the screen is locked."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.send(SIGNAL, [(PATH, "o", "/"), (INTERFACE, "s", "org.freedesktop.ScreenSaver"),
                               (MEMBER, "s", "ActiveChanged"), (SIGNATURE, "g", "b"), (DESTINATION, "s", watcher)],
                      struct.pack("<I", 1), count=500)

    def count(self, member):
        return self.calls.count(member)


def alerted(home):
    return home.count("entry WHERE alerted = 1")


@case("N01", "a notification service refuses an alert, at once and late, and takes it later")
def refused_alerts(home, quick):
    with SessionBus(home) as bus:
        busy = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
        desktop = Desktop(bus, [(busy, 0), ("org.freedesktop.systemd1.NoSuchUnit", 2)])
        daemon = Daemon(home, environment=bus.environment())
        home.write("0.png", SCAM)
        wait(lambda: desktop.count("Notify") == 1, 30, "there is no alert")
        wait(lambda: desktop.count("Notify") == 3, 30, f"it is not tried again ({desktop.calls})")
        wait(lambda: alerted(home) == 1, 10, "the alert is not noted")
        time.sleep(2)
        expect(desktop.count("Notify") == 3, "an alert that was shown is shown again")
        home.check(daemon)
    return "shown at the third try"


@case("N02", "a program without a name floods the watcher's place on the bus", turn="alone")
def flooded_bus(home, quick):
    with SessionBus(home) as bus:
        desktop = Desktop(bus)
        daemon = Daemon(home, environment=bus.environment())
        home.write("0.png", SCAM)
        wait(lambda: alerted(home) == 1, 30, "there is no alert")
        before, most = daemon.private_memory, 0
        flood = threading.Thread(target=Desktop(bus, owns=False).flood, args=(desktop.watcher, 10))
        flood.start()
        home.write("1.png", variant(SCAM, 1))
        while flood.is_alive():
            most = max(most, daemon.private_memory)
            time.sleep(0.1)
        wait(lambda: desktop.count("Notify") == 2 and alerted(home) == 2, 20, f"the second alert is lost ({desktop.calls})")
        expect(most - before < 64 * 1024, f"its memory grows by {(most - before) / 1024:.0f} MiB")
        expect(desktop.count("CloseNotification") == 0, "a stranger has an alert withdrawn")
        home.check(daemon)
    return "alerts shown, no memory kept"


@case("N03", "what opens windows is stopped, and the user clicks")
def stopped_launcher(home, quick):
    home.own_programs()
    with SessionBus(home) as bus:
        desktop = Desktop(bus)
        daemon = Daemon(home, environment=bus.environment(DISPLAY=":77"))
        program = str(home.programs / "ocr-scand")
        launchers = []
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdigit() and os.readlink(process / "exe") == program:
                    launchers.append(int(process.name))
            except OSError:
                continue
        launchers.remove(daemon.id)
        expect(len(launchers) == 1, f"{len(launchers)} processes open windows")
        home.write("0.png", SCAM)
        wait(lambda: alerted(home) == 1, 30, "there is no alert")
        key = re.search(rb"details[\w.\-]*", desktop.shows).group().decode()
        os.kill(launchers[0], signal.SIGSTOP)
        try:
            for _ in range(3):
                desktop.click(key)
            time.sleep(1)
            home.write("1.png", CLEAN)
            wait(lambda: home.count() == 2, 15, "a picture waits for a window")
            wait(lambda: desktop.count("Notify") >= 2, 10, "nothing tells that there is no window")
        finally:
            os.kill(launchers[0], signal.SIGCONT)
        home.check(daemon)
    return "pictures do not wait"


@case("N04", "the other end of a terminal stops reading, and a signal ends the list of pictures")
def stuck_terminal(home, quick):
    for number in range(30):
        home.write(f"{number}.png", variant(CLEAN, number))
    for name in [signal.SIGTERM, signal.SIGINT]:
        process, terminal = pty.fork()
        if process == 0:
            # A shell without job control has commands in the background ignore it, and ignored signals stay ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(home.programs / "ocr-scan", ["ocr-scan", "pick"],
                      {**home.environment, "TERM": "xterm", "OCR_SCAN_DIRECTORIES": str(home.folder)})
        try:
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            shown = b""
            while b"29.png" not in shown:
                expect(select.select([terminal], [], [], 20)[0], "there is no list")
                shown += os.read(terminal, 100_000)
            # The user goes on pressing keys, until no answer to one fits.
            for number in range(400):
                if not select.select([], [terminal], [], 0.2)[1]:
                    break
                os.write(terminal, b"\x1b[B" if number // 20 % 2 == 0 else b"\x1b[A")
                time.sleep(0.01)
            time.sleep(0.5)
            os.kill(process, name)
            wait(lambda: os.waitpid(process, os.WNOHANG)[0] == process, 5, f"{name.name} does not end it")
            process = 0
        finally:
            if process:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            os.close(terminal)
    return "ended"
