"""The daemon as a service: messages to the service manager, signals, processes that cannot be started, idling."""

import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time

from cases import case, detach, require_strace, strace, stream
from daemon import CLEAN, SCAM, Daemon, expect, reports, seeded, variant, wait


class Manager:
    """The receiving end of NOTIFY_SOCKET (sd_notify(3))."""

    def __init__(self, home):
        self.path = str(home.root / "notify")
        self.messages = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            message = self.socket.recv(4096).decode()
            self.messages += [(time.monotonic(), line) for line in message.splitlines()]

    def count(self, line):
        return sum(1 for _, other in self.messages if other == line)

    def count_since(self, line, since):
        return sum(1 for moment, other in self.messages if other == line and moment > since)

    def lines(self):
        return [line for _, line in self.messages]

    def longest_silence(self, line, since, until):
        times = [since, *[moment for moment, other in self.messages if other == line and moment > since], until]
        return max(later - earlier for earlier, later in zip(times, times[1:]))


@case("X01 X02", "messages to the service manager, also while the loop is held up")
def service_manager(home, quick):
    manager = Manager(home)
    watchdog = {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000000"}
    home.folder.rmdir()
    daemon = Daemon(home, environment=watchdog, ready=False)
    wait(lambda: "READY=1" in manager.lines(), 60, "it does not get ready")
    wait(lambda: "\nReady.\n" in daemon.errors, 5, "it says that it is ready before it is")
    wait(lambda: any(line.startswith("STATUS=") and "does not exist" in line for line in manager.lines()), 30,
         "no status tells of the folder")
    daemon.descriptors = daemon.descriptor_count
    home.folder.mkdir()
    wait(lambda: manager.lines()[-1].startswith("WATCHDOG") and any(
        line == "STATUS=Watching 1 folder" for line in manager.lines()), 30, "no status tells that all is well")
    home.write("0.png", CLEAN)
    home.settle(daemon)
    began = time.monotonic()
    time.sleep(6)
    regular = manager.longest_silence("WATCHDOG=1", began, time.monotonic())
    expect(regular < 2, f"no message for {regular:.1f} s")
    daemon.send(signal.SIGSTOP)
    began = time.monotonic()
    time.sleep(4)
    expect(manager.longest_silence("WATCHDOG=1", began, time.monotonic()) > 2, "something else than the daemon tells")
    daemon.send(signal.SIGCONT)
    time.sleep(2)
    # The loop waits for the history, which another program has locked: SQLite waits up to 5 s.
    connection = sqlite3.connect(home.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    home.write("1.png", variant(CLEAN, 1))
    time.sleep(4)
    held_up = manager.longest_silence("WATCHDOG=1", began, time.monotonic())
    connection.execute("ROLLBACK")
    connection.close()
    expect(held_up > 2, f"the message does not come from the loop that does the work ({held_up:.1f} s)")
    home.settle(daemon)
    home.check(daemon)
    expect("STOPPING=1" in manager.lines(), "it does not say that it stops")
    return (f"READY=1 after the first reading; WATCHDOG=1 at least every {regular:.1f} s of 2 s; none for {held_up:.1f} s "
            "while the loop was held up; STATUS and STOPPING=1")


@case("X02 S03", "the disk of the history does not answer from the start (strace: delay)", quick=False)
def silent_history(home, quick):
    require_strace()
    manager = Manager(home)
    began = time.monotonic()
    daemon = Daemon(
        home, ready=False, environment={"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "8000000"},
        before=strace("fdatasync", "delay_enter=600000000"))
    wait(lambda: "\nReady.\n" in daemon.errors, 60, "it does not get ready")
    home.write("0.png", SCAM)
    wait(lambda: reports(daemon), 30, "without a history, nothing is scanned")
    wait(lambda: daemon.status.startswith("trouble: The history"), 30, f"no status tells of it: {daemon.status}")
    silence = manager.longest_silence("WATCHDOG=1", began + 2, time.monotonic())
    expect(silence < 8, f"no message for {silence:.1f} s")
    detach(daemon.process)
    daemon.kill()
    daemon = Daemon(home)
    home.settle(daemon)
    return f"it scans all the same, WATCHDOG=1 at least every {silence:.1f} s of 8 s; {home.check(daemon)} outcome"


@case("X02 S03", "the disk of the event log does not answer (strace: delay)")
def silent_log(home, quick):
    require_strace()
    log = home.root / "state/ocr-scan/events.jsonl"
    log.parent.mkdir(parents=True, mode=0o700)
    log.touch(0o600)
    daemon = Daemon(home)
    tracer = subprocess.Popen(
        [*strace("write", "delay_enter=600000000"), "-P", str(log), "-p", str(daemon.id)], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    try:
        for number, picture in enumerate([SCAM, CLEAN]):
            home.write(f"{number}.png", picture)
        wait(lambda: len(reports(daemon)) == 2 and home.count() == 2, 30, "it waits for the event log")
    finally:
        # A program that ends while strace delays a call waits for strace.
        detach(tracer)
    return f"{home.check(daemon)} outcomes"


@case("X02", "nobody reads what it prints, nor its messages to the service manager")
def unread(home, quick):
    path = str(home.root / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, socket.socket(
            socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        manager.bind(path)
        other.setblocking(False)
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        for write in [lambda: other.sendto(b"X=1", path), lambda: os.write(writing, bytes(4096))]:
            try:
                while True:
                    write()
            except BlockingIOError:
                pass
        os.set_blocking(writing, True)
        daemon = Daemon(home, stdout=writing, environment={"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000000"})
        for number, picture in enumerate([SCAM, CLEAN]):
            home.write(f"{number}.png", picture)
        wait(lambda: home.count() == 2, 30, "it waits for who does not read")
        began = time.monotonic()
        files = home.check(daemon)
        expect(time.monotonic() - began < 10, "it waits for them when it is to end")
        os.close(reading)
        os.close(writing)
    return f"{files} outcomes"


@case("X02 S03", "many files, each read almost as slowly as the watcher waits for one (strace: delay)")
def slow_reads(home, quick):
    require_strace()
    manager = Manager(home)
    daemon = Daemon(home)
    home.write("first.png", CLEAN)
    home.settle(daemon)
    daemon.stop()
    names = [f"{number}.png" for number in range(14)]
    for name in names:
        home.write(name, CLEAN)
    paths = [option for name in names for option in ["-P", str(home.folder / name)]]
    daemon = Daemon(
        home, environment={"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "6000000"},
        before=[*strace("openat", "delay_enter=900000"), *paths])
    began = time.monotonic()
    wait(lambda: home.count() > 1, 8, "nothing is stored before all is read")
    home.settle(daemon)
    silence = manager.longest_silence("WATCHDOG=1", began, time.monotonic())
    expect(silence < 6, f"no message for {silence:.1f} s")
    return f"WATCHDOG=1 at least every {silence:.1f} s of 6 s; {home.check(daemon)} outcomes"


@case("X07", "the watcher is told to look again while its lock still has the number of another process (strace: delay)")
def foreign_number(home, quick):
    require_strace()
    lock = home.root / "runtime/ocr-scan/daemon.lock"
    daemon = Daemon(home)
    home.write("0.png", CLEAN)
    home.settle(daemon)
    daemon.stop()
    with sqlite3.connect(home.database) as history:
        history.execute("UPDATE entry SET error_code = 'quarantined'")
    history.close()
    # Any program of the user; nothing protects it from SIGHUP.
    other = subprocess.Popen(["sleep", "600"], start_new_session=True)
    lock.write_text(f"{other.pid}\n")
    daemon = Daemon(home, ready=False, before=strace("ftruncate", "delay_enter=10000000:when=1"))
    wait(lambda: "held" in subprocess.run(
        ["python3", "-c", IS_LOCKED, lock], capture_output=True, text=True).stdout, 60, "the watcher takes no lock")
    expect(lock.read_text() == f"{other.pid}\n", "its number is written before anything can happen")
    told = home.scan("scan", "--retry")
    expect("1 screenshot" in told.stderr, f"nothing is tried again: {told.stderr}")
    ended = other.poll()
    other.kill()
    other.wait()
    expect(ended is None, f"another process was ended by signal {-(ended or 0)}")
    wait(lambda: "\nReady.\n" in daemon.errors, 60, "the watcher does not get ready")
    daemon.descriptors = daemon.descriptor_count
    # The new outcome replaces that of the screenshot set aside.
    wait(lambda: home.outcomes("0.png") == [None], 60, "the screenshot is not tried again")
    daemon.stop()
    return "the other process lives, and the screenshot was tried again"


# Says whether somebody holds the lock of a file (fcntl(2), F_OFD_GETLK).
IS_LOCKED = """
import fcntl, struct, sys
with open(sys.argv[1]) as file:
    asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
    print("held" if struct.unpack_from("h", fcntl.fcntl(file, 36, asked))[0] != fcntl.F_UNLCK else "free")
"""


@case("S08", "a second watcher on the same history, in a session with another runtime folder (cron, su)")
def two_sessions(home, quick):
    runtime = home.root / "other-runtime"
    runtime.mkdir(mode=0o700)
    session = {"XDG_RUNTIME_DIR": str(runtime)}
    def scan(*arguments):
        return subprocess.run(
            [home.programs / "ocr-scan", *arguments], env={**home.environment, **session}, capture_output=True, text=True,
            timeout=600)
    manager = Manager(home)
    def expect_refusal(since):
        # Started from a service, it inherits the variables of that one.
        inherited = {"NOTIFY_SOCKET": manager.path, "SYSTEMD_EXEC_PID": str(os.getpid())}
        second = Daemon(home, ready=False, environment={**session, **inherited})
        status = second.process.wait(60)
        expect(status == 75, f"{since}, a second watcher ends with status {status}: {second.errors[-300:]}")
        told = f"ocr-scand is already running (process {first.id})" in second.errors
        expect(told, f"{since}, it does not name the first: {second.errors[-300:]}")
    first = Daemon(home)
    expect_refusal("at first")
    doctor = scan("doctor").stdout
    expect(f"ocr-scand is running (process {first.id})" in doctor, f"doctor does not find the first: {doctor[:600]}")
    cleared = scan("history", "clear", "--yes")
    expect(cleared.returncode == 0, f"the history cannot be cleared: {cleared.stderr}")
    expect_refusal("after the history was cleared")
    home.write("0.png", CLEAN)
    home.settle(first)
    with sqlite3.connect(home.database) as history:
        history.execute("UPDATE entry SET error_code = 'quarantined'")
    history.close()
    scan("scan", "--retry")
    # The new outcome replaces that of the screenshot set aside.
    wait(lambda: home.outcomes("0.png") == [None], 60, "the first is not told to look again")
    wait(lambda: first.errors.count("\nReady.\n") == 2, 60, "the first does not reload")
    expect_refusal("after a reload")
    # A service waits: systemd would start it a few times only.
    service = Daemon(
        home, ready=False, environment={**session, "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "8000000"},
        before=["sh", "-c", 'SYSTEMD_EXEC_PID=$$ exec "$0" "$@"'])
    wait(lambda: "READY=1" in manager.lines(), 60, "the service does not wait")
    began = time.monotonic()
    waits = f"STATUS=Waiting: ocr-scand is already running (process {first.id})."
    expect(waits in manager.lines(), f"it does not name the first: {manager.lines()}")
    wait(lambda: "WATCHDOG=1" in manager.lines(), 60, "it does not tell that it is alive")
    expect(service.is_running and manager.count(waits) == 1, f"it does not go on waiting: {service.errors[-300:]}")
    lock = runtime / "ocr-scan/daemon.lock"
    expect("free" in subprocess.check_output(["python3", "-c", IS_LOCKED, lock], text=True),
           "while it waits, it is taken for the watcher of its session")
    looks = manager.count("WATCHDOG=1")
    wait(lambda: manager.count("WATCHDOG=1") > looks, 60, "it does not go on waiting")
    first.kill()
    first = Daemon(home)
    wait(lambda: f"STATUS=Waiting: ocr-scand is already running (process {first.id})." in manager.lines(), 60,
         "the status does not name the next one")
    home.write("1.png", variant(CLEAN, 1))
    home.settle(first)
    # What would end it with status 78 at its start.
    home.settings.write_text("alert_level: purple\n")
    first.kill()
    wait(lambda: "\nReady.\n" in service.errors, 60, "it does not take over")
    home.settings.unlink()
    wait(lambda: "STATUS=Watching 1 folder" in manager.lines(), 30, "no status tells that it watches")
    service.descriptors = service.descriptor_count
    home.write("2.png", variant(CLEAN, 2))
    home.settle(service)
    silence = manager.longest_silence("WATCHDOG=1", began, time.monotonic())
    expect(silence < 8, f"no message for {silence:.1f} s")
    return f"refused with status 75 and the number of the first; a service takes over; {home.check(service)} outcomes"


@case("X08", "no process can be started for a while (strace: EAGAIN)", figures=True)
def no_processes(home, quick):
    require_strace()
    daemon = Daemon(home)
    tracer = subprocess.Popen(
        [*strace("clone,clone3,vfork", "error=EAGAIN"), "-p", str(daemon.id)], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    time.sleep(1)
    for child, _ in daemon.children():
        os.kill(child, signal.SIGKILL)
    for number in range(5):
        home.write(f"{number}.png", variant(CLEAN, number))
    time.sleep(4 if quick else 20)
    detach(tracer)
    home.settle(daemon, seconds=120)
    number = home.check(daemon)
    failed = home.count("entry WHERE error_code IS NOT NULL")
    expect(failed == 0, f"{failed} screenshots were blamed for it")
    return f"{number} outcomes, no screenshot blamed"


@case("X10", "SIGHUP, SIGINT, SIGTERM at random moments", figures=True)
def signals(home, quick):
    random = seeded(4)
    count = 15 if quick else 200
    ends = 0
    writer = stream(home, 20 if quick else 200, seed=4)
    daemon = Daemon(home)
    for _ in range(count):
        time.sleep(random.uniform(0, 0.3))
        number = random.choice([signal.SIGHUP, signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
        daemon.send(number)
        if number != signal.SIGHUP:
            ends += 1
            status = daemon.process.wait(timeout=60)
            expect(status == 0, f"status {status} after signal {number}")
            daemon = Daemon(home)
    writer.join()
    home.settle(daemon)
    number = home.check(daemon)
    return f"{count} signals, {ends} of them ended it with status 0; {number} outcomes, 0 doubled"
