"""Faults, provoked for real. Each case names the situations of the catalogue that it covers, and returns its
figures."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections import namedtuple
from pathlib import Path

from daemon import (
    BROKEN, CLEAN, NO_PNG, PICTURES, SCAM, Daemon, Skipped, expect, number_picture, reports, seeded, variant, wait)

Case = namedtuple("Case", "name numbers title is_quick turn has_figures function")
CASES = []


def case(numbers, title, quick=True, turn="any", figures=False):
    """Registers a case.

    `figures`: whether docs/reliability.md shows what came out; of the others it says that they passed.

    `turn`: "any" runs in parallel with others; "quiet" only with cases that mount nothing, because mounts wake every
    daemon; "alone" measures time, or changes a limit of the whole machine.
    """
    def add(function):
        CASES.append(Case(function.__name__, numbers, title, quick, turn, figures, function))
        return function
    return add


def stream(home, count, seed, pause=0.05):
    """Writes different files one after the other, in a thread."""
    random = seeded(seed)
    def run():
        for number in range(count):
            picture = random.choice([CLEAN, CLEAN, CLEAN, SCAM, BROKEN, NO_PNG])
            home.write(f"{seed}-{number}.png", variant(picture, random.randrange(count // 2 + 1)))
            time.sleep(random.uniform(0, 2 * pause))
    thread = threading.Thread(target=run)
    thread.start()
    return thread


class QueueLimit:
    """Limits the kernel's event queue for inotify instances opened meanwhile (inotify(7))."""
    path = Path("/proc/sys/fs/inotify/max_queued_events")

    def __init__(self, limit):
        self.limit = limit

    def __enter__(self):
        if not os.access(self.path, os.W_OK):
            raise Skipped("the limit of the queue cannot be set")
        self.old = self.path.read_text()
        self.path.write_text(str(self.limit))

    def __exit__(self, *_):
        self.path.write_text(self.old)


# Many files

@case("W11 F19", "files dropped at once, event queue of 16 entries", turn="alone", figures=True)
def burst(home, quick):
    count = 1_000 if quick else int(os.environ.get("BURST", 20_000))
    with QueueLimit(16):
        daemon = Daemon(home)
    before = daemon.memory
    began = time.monotonic()
    for number in range(count):
        home.write(f"{number}.png", variant(CLEAN, number % 10))
    written = time.monotonic() - began
    home.settle(daemon)
    rate = count / (time.monotonic() - began)
    def is_small():
        return daemon.memory <= 20 << 10
    # The listing after an overflow may outlast the last outcome; memory is freed after it.
    wait(is_small, 180, "more than 20 MB stay resident although nothing is left to do")
    # Queries of the history take memory too, so memory at rest is read first.
    after = daemon.memory
    files = home.check(daemon)
    expect(files == count, "files are missing in the folder")
    return (f"{count} outcomes, 0 doubled; written in {written:.1f} s, {rate:.0f} a second; "
            f"resident {before // 1024} MB before, {after // 1024} MB after")


@case("W11", "daemon stopped (SIGSTOP) while files are dropped", turn="alone", figures=True)
def stopped(home, quick):
    count = 300 if quick else 5_000
    with QueueLimit(16):
        daemon = Daemon(home)
    daemon.send(signal.SIGSTOP)
    for number in range(count):
        home.write(f"{number}.png", variant(CLEAN, number % 5))
    daemon.send(signal.SIGCONT)
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes, 0 doubled"


@case("W27", "start with known files", quick=False, turn="alone", figures=True)
def known_at_start(home, quick):
    count = 50_000
    home.write("0.png", CLEAN)
    daemon = Daemon(home)
    home.settle(daemon)
    daemon.stop()
    for number in range(1, count):
        os.link(home.folder / "0.png", home.folder / f"{number}.png")
    # A link changes the file's own times too: all files are noted as they are now.
    connection = sqlite3.connect(home.database)
    entry = connection.execute("SELECT * FROM entry").fetchone()
    sha = connection.execute("SELECT sha256 FROM file").fetchone()[0]
    columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
    for path in sorted(home.files()):
        status = os.lstat(path)
        values = dict(zip(columns, entry))
        if values["path"] != path:
            values.update(id=None, path=path, uuid=f"{status.st_ino}-{path!r}")
            marks = ", ".join("?" * len(columns))
            cursor = connection.execute(f"INSERT INTO entry VALUES ({marks})", [values[name] for name in columns])
            number = cursor.lastrowid
        else:
            number = values["id"]
        connection.execute(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (path, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, sha, number))
    connection.commit()
    connection.close()
    began = time.monotonic()
    daemon = Daemon(home)
    took, worked = time.monotonic() - began, daemon.processor_time
    home.check(daemon)
    expect(not reports(daemon), "known files were scanned")
    # On a busy machine, wall-clock time means nothing.
    expect(worked < 2, f"starting took {took:.1f} s, {worked:.1f} s of them at work")
    return f"{count} known files: ready after {took:.2f} s, {worked:.2f} s of them at work; none scanned"


# Sudden ends

@case("S01 T06 T12 W23", "kill -9 of the daemon at random moments of a stream", figures=True)
def kills(home, quick):
    kills = 5 if quick else int(os.environ.get("KILLS", 100))
    count = (8 if quick else 5) * kills
    random = seeded(1)
    writer = stream(home, count, seed=1, pause=0.05)
    for _ in range(kills):
        daemon = Daemon(home, ready=False)
        time.sleep(random.uniform(0.02, 1.2))
        daemon.kill()
    writer.join()
    daemon = Daemon(home)
    home.settle(daemon)
    files = home.check(daemon)
    aside = home.count("entry WHERE error_code = 'quarantined'")
    return f"{kills} kills, {files} files: 0 lost, 0 doubled, {aside} set aside"


@case("S01", "kill -9 at the n-th sync of the history, for each n", figures=True)
def kills_at_sync(home, quick):
    require_strace()
    points = [1, 2, 4, 7, 11] if quick else range(1, 31)
    for point in points:
        home.write(f"{point}.png", variant(CLEAN, point))
        home.write(f"{point}-again.png", variant(CLEAN, point))
        daemon = Daemon(
            home, ready=False, before=strace("fdatasync,fsync", f"signal=SIGKILL:when={point}"))
        time.sleep(0.1)
        wait(lambda: not daemon.is_running or done(home), 60, "it neither ends nor gets done")
        daemon.kill() if daemon.is_running else None
    daemon = Daemon(home)
    home.settle(daemon)
    return f"{len(list(points))} points, {home.check(daemon)} files: 0 lost, 0 doubled"


@case("T18 T20", "SIGTERM again and again while a picture is being read")
def stops(home, quick):
    for number in range(10):
        home.write(f"{number}.png", variant(SCAM, number))
    random = seeded(2)
    for _ in range(4 if quick else 25):
        daemon = Daemon(home)
        time.sleep(random.uniform(0.05, 0.4))
        began = time.monotonic()
        daemon.stop()
        expect(time.monotonic() - began < 5, "it did not stop at once")
    daemon = Daemon(home)
    home.settle(daemon)
    files = home.check(daemon)
    aside = home.count("entry WHERE error_code = 'quarantined'")
    expect(aside == 0, f"{aside} pictures were set aside although nothing was wrong with them")
    return f"{files} outcomes, none set aside"


@case("T04 T21", "workers killed at random moments", figures=True)
def worker_kills(home, quick):
    count = 25 if quick else 200
    daemon = Daemon(home)
    random = seeded(3)
    writer = stream(home, count, seed=3, pause=0.1)
    killed = 0
    while writer.is_alive():
        for child, _ in daemon.children():
            if random.random() < 0.2:
                try:
                    os.kill(child, signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
        time.sleep(0.2)
    home.settle(daemon)
    files = home.check(daemon)
    aside = home.count("entry WHERE error_code = 'quarantined'")
    return f"{killed} workers killed, {files} outcomes, {aside} set aside after two kills each"


@case("T07", "every worker dies at its start", figures=True)
def crash_storm(home, quick):
    worker = home.own_programs()
    real = worker.with_name("real-worker")
    broken = worker.with_name("broken-worker")
    shutil.copy2("/bin/false", broken)
    daemon = Daemon(home)
    os.link(worker, real)
    os.replace(broken, worker)
    # The waiting spare worker is a sound one.
    for child, _ in daemon.children():
        os.kill(child, signal.SIGKILL)
    count = 20
    for number in range(count):
        home.write(f"{number}.png", variant(CLEAN, number))
    wait(lambda: daemon.status.startswith("trouble: Text recognition does not work"), 60, "no status tells of it")
    log = home.root / "state/ocr-scan/events.jsonl"
    ended = log.read_text().count("worker_ended")
    wait(lambda: log.read_text().count("worker_ended") > ended + 2, 60, "workers are not tried again")
    waiting = home.count("pending")
    expect(waiting >= count - 1, f"only {waiting} of {count} files wait")
    doctor = home.scan("doctor").stdout
    expect("Text recognition does not work" in doctor, "doctor does not tell of it")
    status = daemon.status
    os.replace(real, worker)
    home.settle(daemon, seconds=90)
    wait(lambda: daemon.status.startswith("fine: "), 30, "the status still tells of it")
    home.check(daemon)
    failed = home.count("entry WHERE error_code IS NOT NULL")
    expect(failed == 0, f"{failed} screenshots were blamed for it")
    return f"{waiting} files waited, none blamed, all scanned when workers came up again"


# Storage

def require_strace():
    if not shutil.which("strace"):
        raise Skipped("strace is not installed")


def strace(calls, fault):
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{fault}"]


def detach(tracer):
    """Ends strace without disturbing the program.

    strace stops each thread before it detaches, and waits for ever for one in vfork(2) whose child it has stopped
    itself; when strace is killed, the kernel releases all of them (ptrace(2)).
    """
    tracer.terminate()
    try:
        tracer.wait(10)
    except subprocess.TimeoutExpired:
        tracer.kill()
        tracer.wait()


def done(home):
    return home.count("pending") == 0 and home.count() >= len(home.files())


@case("S02 S03", "writing the history fails for a while (strace: ENOSPC, EIO)")
def write_faults(home, quick):
    require_strace()
    daemon = Daemon(home)
    for number, (call, error) in enumerate([("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("pwrite64", "EIO")]):
        tracer = subprocess.Popen(
            [*strace(call, f"error={error}"), "-p", str(daemon.id)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        for index in range(6 if quick else 20):
            home.write(f"{number}-{index}.png", variant(SCAM if index == 0 else CLEAN, 100 * number + index))
        wait(lambda: daemon.status.startswith("trouble: The history"), 60, "no status tells of it")
        time.sleep(1)
        detach(tracer)
        home.settle(daemon, seconds=120)
    return f"{home.check(daemon)} outcomes, 0 lost, 0 doubled"


@case("F22", "no memory file can be made for what is read (strace: ENFILE)")
def read_faults(home, quick):
    require_strace()
    daemon = Daemon(home, before=strace("memfd_create", "error=ENFILE:when=3..6"))
    for index in range(6):
        home.write(f"{index}.png", variant(CLEAN, index))
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes"


@case("S02", "disk full, then room again", figures=True)
def disk_full(home, quick):
    home.mount_memory(home.data, 1024)
    daemon = Daemon(home)
    home.write("before.png", CLEAN)
    home.settle(daemon)
    filler = home.data / "filler"
    with open(filler, "wb", buffering=0) as file:
        os.chmod(filler, 0o600)
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass
    count = 20
    for index in range(count):
        home.write(f"{index}.png", variant(SCAM if index < 2 else CLEAN, index))
    wait(lambda: len(reports(daemon)) > count, 120, "scanning stops while the disk is full")
    wait(lambda: daemon.status.startswith("trouble: The history"), 30, f"no status tells of it: {daemon.status}")
    told = daemon.errors.count("Couldn't Save History")
    filler.unlink()
    home.settle(daemon, seconds=120)
    files = home.check(daemon)
    expect(len(reports(daemon)) == files, f"{len(reports(daemon))} reports on {files} files")
    expect(told <= 3, f"told {told} times")
    return f"{count} files scanned while it was full, none twice; told {told} time(s); all stored when there was room"


@case("S18", "file system of the history read-only, then writable again")
def read_only(home, quick):
    home.mount_memory(home.data, 4096)
    daemon = Daemon(home)
    home.write("before.png", CLEAN)
    home.settle(daemon)
    def remount(mode):
        # Files open for writing prevent a remount (mount(8)), but not one of the superblock.
        return subprocess.run(["mount", "-o", f"remount,{mode}", str(home.data)], capture_output=True).returncode == 0
    if not remount("ro"):
        daemon.stop()
        if not remount("ro"):
            raise Skipped("it cannot be made read-only")
        daemon = Daemon(home, ready=False)
        wait(lambda: daemon.status.startswith("trouble: "), 60, "no status tells of it")
    names = {f"{index}.png" for index in range(5)}
    for index, name in enumerate(sorted(names)):
        home.write(name, variant(CLEAN, index))
    wait(lambda: names <= {os.path.basename(report["path"]) for report in reports(daemon)}, 60,
         "scanning stops while it is read-only")
    remount("rw")
    wait(lambda: daemon.status.startswith("fine: "), 90, "the history is not taken up")
    daemon.descriptors = daemon.descriptor_count
    home.settle(daemon, seconds=120)
    return f"{home.check(daemon)} outcomes"


@contextlib.contextmanager
def locked_history(home):
    """Holds the history's write lock, as another program may."""
    connection = sqlite3.connect(home.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")
    connection.close()


@case("S07", "history locked by another program for longer than the daemon waits")
def locked(home, quick):
    daemon = Daemon(home)
    home.write("before.png", CLEAN)
    home.settle(daemon)
    with locked_history(home):
        began = time.monotonic()
        for index in range(6):
            home.write(f"{index}.png", variant(SCAM if index % 3 == 2 else CLEAN, index))
            time.sleep(1)
        wait(lambda: len(reports(daemon)) == 7, 14, "scanning stops while it is locked")
        expect([report["risk_level"] for report in reports(daemon)].count("high") == 2, "no scam is found")
        held = time.monotonic() - began
        time.sleep(max(0, 8 - held))
    home.settle(daemon, seconds=120)
    return f"all scanned within {held:.1f} s while it was locked; {home.check(daemon)} outcomes"


@case("S07", "history locked by another program while the daemon starts, and while it reloads")
def locked_at_start(home, quick):
    daemon = Daemon(home)
    home.write("before.png", CLEAN)
    home.settle(daemon)
    daemon.stop()
    for begin in ["start", "reload"]:
        with locked_history(home):
            if begin == "start":
                daemon = Daemon(home)
            else:
                os.kill(daemon.id, signal.SIGHUP)
            home.write(f"{begin}.png", variant(CLEAN, len(begin)))
            time.sleep(9)
            expect(daemon.is_running, f"{begin}: it ended: {daemon.errors[-300:]}")
        home.settle(daemon, seconds=120)
    return f"locked for 9 s each; {home.check(daemon)} outcomes"


@case("S18", "reload while the history cannot be opened: screenshots and SIGTERM meanwhile")
def reload_without_history(home, quick):
    daemon = Daemon(home)
    home.write("before.png", CLEAN)
    home.settle(daemon)
    aside = home.data.with_name("aside")
    os.rename(home.data, aside)
    home.data.write_bytes(b"")
    os.kill(daemon.id, signal.SIGHUP)
    wait(lambda: "stay in force" in daemon.errors, 60, "nothing tells that the reload did not work")
    home.write("after.png", variant(CLEAN, 1))
    wait(lambda: len(reports(daemon)) == 2, 60, "nothing is scanned any more")
    daemon.stop()
    home.data.unlink()
    os.rename(aside, home.data)
    daemon = Daemon(home)
    home.settle(daemon)
    return f"it goes on and ends when asked to; {home.check(daemon)} outcomes"


def fill(home, count):
    daemon = Daemon(home)
    for index in range(count):
        home.write(f"{index}.png", variant(CLEAN, index % 7))
    home.settle(daemon)
    return daemon


def damage(path, how):
    size = path.stat().st_size
    with open(path, "r+b") as file:
        if how == "header":
            file.write(b"this was a database once")
        elif how == "page":
            for page in range(12, size // 4096, 5):
                file.seek(page * 4096)
                file.write(os.urandom(4096))
        elif how == "cut":
            file.truncate(size // 8192 * 4096)
        else:
            file.truncate(0)


@case("S04", "history damaged while the daemon is off", figures=True)
def damaged(home, quick):
    results = []
    for how in ["page", "header", "cut", "empty"]:
        daemon = fill(home, 60)
        daemon.stop()
        entries = home.count("entry")
        damage(home.database, how)
        daemon = Daemon(home, ready=False)
        wait(lambda: "\nReady.\n" in daemon.errors or not daemon.is_running, 60, f"{how}: it does not start")
        home.write(f"after-{how}.png", variant(CLEAN, 99))
        daemon.descriptors = daemon.descriptor_count
        # Damage that opening does not detect is found by the first query that meets it.
        home.settle(daemon)
        home.check(daemon)
        expect("History Is Damaged" in daemon.errors, f"{how}: nobody was told")
        recovered = daemon.errors.split("; ")[-1].split()[0] if "of its entries" in daemon.errors else "?"
        kept = list(home.data.glob("history.corrupt-*"))
        expect(kept, f"{how}: the damaged history was not kept")
        results.append(f"{how}: {recovered} of {entries} entries recovered")
        for path in kept:
            path.unlink()
    return "; ".join(results)


@case("S04", "history deleted under the running daemon")
def deleted_running(home, quick):
    daemon = fill(home, 60)
    for path in home.data.glob("history.sqlite*"):
        path.unlink()
    home.write("later.png", variant(CLEAN, 98))
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes in a new history"


# Files and folders

@case("F14 F15 F16 F17 F18 C02", "names that are no text, too long for others, or made to be misread")
def names(home, quick):
    daemon = Daemon(home)
    wanted = [
        b"bad\xff\xfe.png", b"line\nbreak.png", b"\x1b]0;title\x07.png", "\u202egnp.png".encode(), b"--help.png",
        b"$(id).png", b"-.png", "\u00e9.png".encode(), "e\u0301.png".encode(), b"A.PNG", b"x" * 246 + b".png"]
    for index, name in enumerate(wanted):
        home.write(name, variant(CLEAN, index))
    home.settle(daemon)
    files = home.check(daemon)
    expect(files == len(wanted), f"{files} files")
    expect("\x1b" not in daemon.errors and "\x1b" not in daemon.reports.read_text(errors="replace"), "escapes pass")
    return f"{files} outcomes"


@case("F01", "an empty file that is filled later")
def filled_later(home, quick):
    daemon = Daemon(home)
    for index in range(3):
        (home.folder / f"{index}.png").touch()
    wait(lambda: len(reports(daemon)) == 3, 60, "empty files have no outcome")
    for index in range(3):
        with open(home.folder / f"{index}.png", "wb") as file:
            file.write(variant(CLEAN, index))
    wait(lambda: home.count("entry WHERE error_code IS NULL") == 3, 60, "they are not scanned when they are filled")
    home.check(daemon)
    return "3 files: one entry each, of the picture"


@case("F01 F19", "many cut-off files at once, and screenshots behind them")
def many_cut_off(home, quick):
    daemon = Daemon(home)
    count = 100 if quick else 1_000
    for index in range(count):
        home.write(f"{index}.png", variant(BROKEN[:-index % 500 - 1], index))
    for index in range(10):
        home.write(f"whole-{index}.png", variant(CLEAN, index))
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes"


@case("F12", "a writer that never ends, beside other screenshots", figures=True)
def endless_writer(home, quick):
    daemon = Daemon(home)
    ended = threading.Event()
    def write():
        with open(home.folder / "endless.png", "wb", buffering=0) as file:
            file.write(CLEAN[:100])
            while not ended.wait(0.1):
                file.write(b"\0")
    writer = threading.Thread(target=write)
    writer.start()
    try:
        began = time.monotonic()
        home.write("other.png", CLEAN)
        wait(lambda: any(report["path"].endswith("other.png") for report in reports(daemon)), 60, "others wait for it")
        took = time.monotonic() - began
    finally:
        ended.set()
        writer.join()
    home.settle(daemon)
    home.check(daemon)
    return f"the other one after {took:.1f} s; one outcome each"


@case("F22", "limit of 64 descriptors")
def few_descriptors(home, quick):
    if not shutil.which("prlimit"):
        raise Skipped("prlimit is not installed")
    daemon = Daemon(home, before=["prlimit", "--nofile=64"])
    writer = stream(home, 20, seed=5)
    writer.join()
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes"


@case("T2.3", "settings changed, SIGHUP, broken file, off and on")
def settings(home, quick):
    daemon = Daemon(home)
    home.settings.write_text("alert_level: high\n")
    wait(lambda: daemon.errors.count("\nReady.\n") == 2, 60, "a change of the file is not noticed")
    home.write("0.png", CLEAN)
    home.settle(daemon)
    home.settings.write_text("alert_level: purple\n")
    wait(lambda: "The settings of before stay in force" in daemon.errors, 60, "a broken file is not told of")
    home.write("1.png", variant(CLEAN, 1))
    home.settle(daemon)
    home.settings.write_text("automatic_scanning: false\n")
    wait(lambda: "Automatic scanning is off" in daemon.status, 60, "switching off is not noticed")
    home.write("2.png", variant(CLEAN, 2))
    home.settings.unlink()
    home.settle(daemon)
    ready = daemon.errors.count("\nReady.\n")
    daemon.send(signal.SIGHUP)
    wait(lambda: daemon.errors.count("\nReady.\n") == ready + 1, 60, "SIGHUP does nothing")
    # A change that arrives while the daemon is about to apply the one before.
    for _ in range(20):
        home.settings.write_text("automatic_scanning: false\n")
        wait(lambda: "Automatic scanning is off" in daemon.status, 60, "switching off is not noticed", pause=0)
        home.settings.unlink()
        wait(lambda: "Automatic scanning is off" not in daemon.status, 60, "switching on at once is not noticed", pause=0)
    home.write("3.png", variant(CLEAN, 3))
    home.settle(daemon)
    return f"{home.check(daemon)} outcomes; 20 quick changes taken up"


# Long runs

@case("X09 S01 F19 T21", "soak: files of all kinds, daemon and workers killed at random", quick=False, turn="quiet", figures=True)
def soak(home, quick):
    random = seeded(7)
    count = int(os.environ.get("SOAK", 2_000))
    hostile = [
        path.read_bytes() for path in sorted((PICTURES / "hostile").glob("*.png")) if path.stat().st_size < 20_000]
    ends = {"daemon": 0, "worker": 0, "stop": 0}
    new = [0]
    threads = []
    def slow(name, content):
        with open(home.folder / name, "wb", buffering=0) as file:
            for part in range(4):
                file.write(content[part * len(content) // 4 : (part + 1) * len(content) // 4])
                time.sleep(0.3)
    def write(number):
        kind = random.choices(["known", "new", "scam", "damaged", "hostile", "slow", "renamed"], [68, 23, 1, 2, 2, 1, 3])[0]
        name = f"{number}.png"
        if kind == "known":
            return home.write(name, variant(CLEAN, random.randrange(20)))
        if kind == "damaged":
            return home.write(name, variant(random.choice([BROKEN, NO_PNG]), number))
        if kind == "hostile":
            return home.write(name, random.choice(hostile))
        if kind == "renamed":
            content = variant(CLEAN, random.randrange(20))
        else:
            content = number_picture(number) if kind == "new" else variant(SCAM if kind == "scam" else CLEAN, 1_000 + number)
            new[0] += 1
        if kind == "slow":
            threads.append(threading.Thread(target=slow, args=(name, content)))
            threads[-1].start()
            return None
        home.write(name, content)
        if kind == "renamed":
            time.sleep(random.uniform(0, 0.1))
            os.rename(home.folder / name, home.folder / f"{number}-renamed.png")
    def kill_worker(daemon):
        children = daemon.children()
        if children and random.random() < 0.5:
            try:
                os.kill(random.choice(children)[0], signal.SIGKILL)
                ends["worker"] += 1
            except ProcessLookupError:
                pass
    daemon = Daemon(home)
    step = count // 100
    for begin in range(0, count // 2, step):
        for number in range(begin, begin + step):
            write(number)
        time.sleep(random.uniform(0.1, 1))
        what = random.choice(["daemon", "worker", "stop"])
        for _ in range(5):
            kill_worker(daemon)
            time.sleep(0.05)
        if what == "worker":
            continue
        daemon.kill() if what == "daemon" else daemon.stop()
        ends[what] += 1
        daemon = Daemon(home)
    home.settle(daemon)
    # One daemon handles the other half, to see what grows.
    daemon.stop()
    daemon = Daemon(home)
    samples = []
    for begin in range(count // 2, count, count // 20):
        for number in range(begin, begin + count // 20):
            write(number)
            if number % 5 == 0:
                kill_worker(daemon)
        for thread in threads:
            thread.join()
        home.settle(daemon)
        time.sleep(0.5)
        samples.append((daemon.private_memory, daemon.thread_count, daemon.descriptor_count))
    time.sleep(5)
    wait(lambda: not daemon.children(), 120, "the spare worker does not leave")
    time.sleep(10)
    resident, rest = daemon.memory, (daemon.thread_count, daemon.descriptor_count)
    files = home.check(daemon)
    memory, threads, descriptors = zip(*samples[len(samples) // 4 :])
    expect(max(memory) - min(memory) <= 4096, f"private memory goes from {min(memory)} to {max(memory)} KiB")
    # Two spare workers with three descriptors each, two files being read, and idle threads of the pool.
    expect(max(descriptors) - min(descriptors) <= 12, f"{min(descriptors)} to {max(descriptors)} descriptors are open")
    expect(max(threads) - min(threads) <= 6, f"there are {min(threads)} to {max(threads)} threads")
    # Opened once, on first use: two timers, and the log of failures with its folder.
    expect(rest[1] <= daemon.descriptors + 4, f"{rest[1]} descriptors at rest, {daemon.descriptors} at the start")
    # As in `idle`.
    expect(resident <= 20 * 1024, f"{resident} KiB are resident at rest (wanted: 20480)")
    return (f"{files} files, {new[0]} of them new, {ends['daemon']} kills and {ends['stop']} stops of the daemon, "
            f"{ends['worker']} kills of workers: 0 lost, 0 doubled; one daemon over the second half: private memory "
            f"{min(memory) / 1024:.1f} to {max(memory) / 1024:.1f} MB at work, {resident / 1024:.1f} MB resident at rest, "
            f"{min(threads)} to {max(threads)} threads and {min(descriptors)} to {max(descriptors)} descriptors, at rest {rest[0]} and "
            f"{rest[1]}")


@case("W26", "at rest", quick=False, turn="quiet", figures=True)
def idle(home, quick):
    home.write("0.png", CLEAN)
    daemon = Daemon(home)
    home.settle(daemon)
    # The spare worker started after a scan exits after 60 s, and its memory is freed.
    time.sleep(5)
    wait(lambda: not daemon.children(), 120, "the spare worker does not leave")
    time.sleep(10)
    before, memory = daemon.context_switches(), daemon.memory
    time.sleep(60)
    switches = daemon.context_switches() - before
    home.check(daemon)
    expect(memory <= 20 * 1024, f"{memory} KiB are resident")
    expect(switches == 0, f"{switches} context switches in 60 s")
    return f"{switches} context switches in 60 s, {memory / 1024:.1f} MB resident, no worker"
