"""A user with screenshots, the real programs, and the check that ends every fault test."""

import io
import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import struct
import tempfile
import time
import zlib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PICTURES = REPOSITORY / "testdata/images"
# run.py --format: the same cases with files of another format. File names stay, because the content decides.
FORMAT = os.environ.get("OCR_SCAN_FAULT_FORMAT", "png")


def picture(name):
    """A committed picture, saved again if another format is being tested."""
    if FORMAT == "png":
        return (PICTURES / name).read_bytes()
    from PIL import Image
    target = io.BytesIO()
    with Image.open(PICTURES / name) as image:
        image.convert("RGB").save(target, FORMAT, quality=90)
    return target.getvalue()


CLEAN = picture("formats/grey-8.png")
SCAM = picture("scam/virus-push-crop.png")
BROKEN = CLEAN[:len(CLEAN) // 2]
NO_PNG = (PICTURES / "hostile/text.png").read_bytes()
# Words shown in the pictures: none may appear in a log.
PRIVATE_WORDS = [b"umbrellas", b"McAfee", b"infected", b"pc-clean"]


class Failed(Exception):
    """A promise was not kept."""


class Skipped(Exception):
    """The machine cannot provoke the fault."""


def expect(condition, message):
    if not condition:
        raise Failed(message)


def wait(condition, seconds, message, pause=0.02):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, message)
        time.sleep(pause)


def variant(picture, number):
    """A different file with the same picture: bytes after the end of a picture mean nothing."""
    return picture + number.to_bytes(4, "big")


# 3x5 pixels each, one bit per pixel, row by row.
ROWS = {"0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757", "7": "71111",
        "8": "75757", "9": "75717"}


def number_picture(number):
    """A small PNG that shows a number on white, which is read quickly."""
    scale, text = 4, str(number)
    width, height = (4 * len(text) + 3) * scale, 11 * scale
    rows = [bytearray(b"\xff" * width) for _ in range(height)]
    for index, digit in enumerate(text):
        for y, bits in enumerate(ROWS[digit]):
            for x in range(3):
                if int(bits) >> (2 - x) & 1:
                    left = (2 + 4 * index + x) * scale
                    for row in rows[(3 + y) * scale : (4 + y) * scale]:
                        row[left : left + scale] = bytes(scale)
    return png(width, rows)


def large_picture():
    """24 megapixels without text."""
    return png(6_000, [b"\xff" * 6_000] * 4_000)


def png(width, rows):
    """A PNG of grey pixels, one byte each."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


class Home:
    """The home folder of a made-up user; removed at the end."""

    def __init__(self, programs):
        self.programs = Path(programs)
        self.root = Path(tempfile.mkdtemp(prefix="ocr-scan-fault-"))
        self.folder = self.root / "Screenshots"
        for name in ["Screenshots", "config/ocr-scan", "runtime"]:
            (self.root / name).mkdir(parents=True, mode=0o700)
        self.data = self.root / "data/ocr-scan"
        self.database = self.data / "history.sqlite"
        self.settings = self.root / "config/ocr-scan/config.yaml"
        self.runs = 0
        self.mounts = []
        self.daemons = []

    def end(self):
        """Ends everything still running and removes the folder."""
        for daemon in self.daemons:
            for member in living_members(daemon.process.pid):
                os.kill(member, signal.SIGKILL)
            daemon.process.wait()
        for mount in reversed(self.mounts):
            subprocess.run(["umount", "-l", mount], check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def environment(self):
        return {
            "HOME": str(self.root), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "OMP_THREAD_LIMIT": "1",
            "XDG_CONFIG_HOME": str(self.root / "config"), "XDG_DATA_HOME": str(self.root / "data"),
            "XDG_STATE_HOME": str(self.root / "state"), "XDG_RUNTIME_DIR": str(self.root / "runtime"),
            # Pictures are read to their end however busy the machine is.
            "OCR_SCAN_SCAN_TIMEOUT": "60",
        }

    def mount_memory(self, path, size):
        """Mounts a memory file system of this size in KiB."""
        if os.geteuid() != 0:
            raise Skipped("only root may mount")
        Path(path).mkdir(parents=True, exist_ok=True, mode=0o700)
        result = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}k,mode=0700", "none", str(path)], capture_output=True)
        if result.returncode != 0:
            raise Skipped("mounting is not allowed here")
        self.mounts.append(str(path))

    def own_programs(self):
        """Copies the programs, so that the worker can be replaced; returns the worker's path."""
        folder = self.root / "programs"
        folder.mkdir()
        for name in ["ocr-scand", "ocr-scan", "ocr-scan-worker"]:
            shutil.copy2(self.programs / name, folder / name)
        for resources in self.programs.glob("*.resources"):
            (folder / resources.name).symlink_to(resources.resolve())
        self.programs = folder
        return folder / "ocr-scan-worker"

    def write(self, name, content, folder=None):
        """Writes a file as a screenshot tool does: complete, under another name first."""
        path = os.path.join(os.fsencode(folder or self.folder), os.fsencode(name))
        temporary = path + b".part"
        with open(temporary, "wb") as file:
            file.write(content)
        os.rename(temporary, path)

    def scan(self, *arguments):
        return subprocess.run(
            [self.programs / "ocr-scan", *arguments], env=self.environment, capture_output=True, text=True,
            errors="replace", timeout=600)

    def query(self, sql, *arguments):
        """Queries the history without disturbing it."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=30)
        try:
            return connection.execute(sql, arguments).fetchall()
        finally:
            connection.close()

    def count(self, what="file WHERE entry IS NOT NULL"):
        try:
            return self.query(f"SELECT count(*) FROM {what}")[0][0]
        except sqlite3.Error:
            return 0

    def files(self):
        return {
            os.path.join(folder, name) for folder, _, names in os.walk(os.fsencode(self.folder)) for name in names
            if name.lower().endswith(b".png") and stat.S_ISREG(os.lstat(os.path.join(folder, name)).st_mode)}

    def outcomes(self, name):
        """The error codes of a file's entries; None for a picture that was read."""
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        return [row[0] for row in self.query("SELECT error_code FROM entry WHERE path = ? ORDER BY id", path)]

    def settle(self, daemon, seconds=300):
        """Waits until every file in the folder has an outcome."""
        wanted = self.files()
        last, since = None, time.monotonic()
        while True:
            # By name: a file that was renamed keeps the row of its first name.
            try:
                rows = self.query("SELECT path FROM file WHERE entry IS NOT NULL")
            except sqlite3.Error:
                rows = []
            missing = wanted - {bytes(path) for path, in rows}
            if not missing and self.count("pending") == 0:
                return
            if missing != last:
                last, since = missing, time.monotonic()
            expect(daemon.is_running, f"the daemon ended ({daemon.errors[-300:]!r})")
            expect(time.monotonic() - since < seconds,
                   f"{len(missing)} of {len(wanted)} files have no outcome, for example {sorted(missing)[:2]}")
            time.sleep(0.1)

    def check(self, daemon=None):
        """The invariant: one outcome for each file, nothing left behind, nothing leaked, nothing damaged."""
        if daemon is not None:
            daemon.check_process()
            daemon.stop()
        outcomes = self.query("SELECT path, count(*) FROM entry WHERE source = 'auto' GROUP BY path")
        outcomes = {bytes(path): number for path, number in outcomes}
        files = self.files()
        missing = files - outcomes.keys()
        doubled = [path for path, number in outcomes.items() if number > 1]
        expect(not missing, f"{len(missing)} of {len(files)} files have no outcome, for example {sorted(missing)[:2]}")
        expect(not doubled, f"{len(doubled)} files have more than one outcome, for example {doubled[:2]}")
        expect(self.count("pending") == 0, "files wait although nothing is to be done")
        integrity = self.query("PRAGMA integrity_check")[0][0]
        expect(integrity == "ok", f"the history is damaged: {integrity}")
        self.check_modes()
        self.check_logs()
        return len(files)

    def check_modes(self):
        for top in ["data", "state", "runtime"]:
            for folder, _, names in os.walk(self.root / top):
                if Path(folder).name == "ocr-scan":
                    mode = stat.S_IMODE(os.lstat(folder).st_mode)
                    expect(mode == 0o700, f"{folder} has mode {mode:o}")
                    for name in names:
                        mode = stat.S_IMODE(os.lstat(os.path.join(folder, name)).st_mode)
                        expect(mode == 0o600, f"{folder}/{name} has mode {mode:o}")

    def check_logs(self):
        logs = list(self.root.glob("diagnostics-*")) + list((self.root / "state").rglob("*"))
        for log in logs:
            if log.is_file():
                content = log.read_bytes()
                for word in PRIVATE_WORDS:
                    expect(word.lower() not in content.lower(), f"{log.name} holds words of a screenshot")


class Daemon:
    """The real daemon of a home."""

    def __init__(self, home, before=(), ready=True, seconds=90, folder=None, environment=None, also=(), stdout=None):
        self.home = home
        home.runs += 1
        self.diagnostics = home.root / f"diagnostics-{home.runs}"
        self.reports = home.root / f"reports-{home.runs}"
        with open(self.diagnostics, "wb") as errors, open(self.reports, "wb") as output:
            self.process = subprocess.Popen(
                [*before, home.programs / "ocr-scand", "--json", "--directory", folder or home.folder,
                 *[argument for other in also for argument in ["--directory", other]]],
                env={**home.environment, **(environment or {})}, stdin=subprocess.DEVNULL,
                stdout=output if stdout is None else stdout,
                stderr=errors, start_new_session=True, umask=0)
        home.daemons.append(self)
        if ready:
            wait(lambda: "\nReady.\n" in self.errors or not self.is_running, seconds, "the daemon does not get ready")
            expect(self.is_running, f"the daemon does not start ({self.errors[-300:]!r})")
            self.descriptors = self.descriptor_count

    @property
    def is_running(self):
        return self.process.poll() is None

    @property
    def errors(self):
        return self.diagnostics.read_text(errors="replace")

    @property
    def id(self):
        """The process ID of the daemon itself, not of a program that it runs under."""
        try:
            number = int((self.home.root / "runtime/ocr-scan/daemon.lock").read_text())
            # The lock may hold the ID of the previous daemon.
            return number if os.getpgid(number) == self.process.pid else self.process.pid
        except (OSError, ValueError):
            return self.process.pid

    @property
    def status(self):
        try:
            return (self.home.root / "runtime/ocr-scan/status").read_text().strip()
        except OSError:
            return ""

    @property
    def thread_count(self):
        return len(os.listdir(f"/proc/{self.id}/task"))

    @property
    def descriptor_count(self):
        return len(os.listdir(f"/proc/{self.id}/fd"))

    @property
    def memory(self):
        """Resident memory in KiB."""
        return self.status_number("VmRSS:")

    @property
    def processor_time(self):
        """Total of all threads in seconds (proc(5), utime and stime)."""
        fields = Path(f"/proc/{self.id}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def private_memory(self):
        """Resident memory that no file backs, in KiB: where a leak would show."""
        return self.status_number("RssAnon:")

    def status_number(self, name):
        for line in Path(f"/proc/{self.id}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1])
        return 0

    def context_switches(self):
        total = 0
        for task in Path(f"/proc/{self.id}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if "ctxt_switches" in line:
                    total += int(line.split()[1])
        return total

    def children(self):
        return [(process, state) for process, state, parent, _ in processes() if parent == self.id]

    def check_process(self):
        """At rest: no zombies, no busy workers, no accumulating descriptors."""
        def is_clean():
            return not [child for child, state in self.children() if state == "Z"]
        wait(is_clean, 30, f"dead workers are not waited for: {self.children()}")
        # Two spare workers with three descriptors each may have started since, and the bus for alerts been opened.
        wait(lambda: self.descriptor_count <= self.descriptors + 16, 90,
             f"{self.descriptor_count} descriptors are open, {self.descriptors} at the start")

    def send(self, number):
        os.kill(self.id, number)

    def kill(self):
        """Ends it as a crash does; its workers must exit by themselves."""
        group = self.process.pid
        try:
            os.kill(self.id, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait(timeout=30)
        wait(lambda: not living_members(group), 10, "workers outlive the daemon")

    def stop(self):
        if self.is_running:
            self.send(signal.SIGTERM)
            status = self.process.wait(timeout=60)
            expect(status == 0, f"the daemon ended with status {status}")


class SessionBus:
    """A session bus of its own for a home's programs. It ends with this process, whose group it is in."""

    def __init__(self, home):
        if not shutil.which("dbus-daemon"):
            raise Skipped("there is no dbus-daemon")
        self.path = home.root / "bus"
        configuration = home.root / "bus.conf"
        configuration.write_text(
            f"<busconfig><type>session</type><listen>unix:path={self.path}</listen><auth>EXTERNAL</auth>"
            '<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>'
            '<allow eavesdrop="true"/></policy></busconfig>')
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork"], stderr=subprocess.DEVNULL)
        wait(self.path.exists, 10, "the bus does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.kill()
        self.process.wait()

    def environment(self, **more):
        return {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.path}", **more}


def processes():
    """ID, state, parent and group of every process (proc(5))."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            yield int(entry.name), fields[0], int(fields[1]), int(fields[2])


def living_members(group):
    return [process for process, state, _, theirs in processes() if theirs == group and state not in "ZX"]


def reports(daemon):
    """The complete reports a daemon has printed."""
    lines = daemon.reports.read_text(errors="replace").split("\n")[:-1]
    return [json.loads(line) for line in lines]


def seeded(number):
    return random.Random(number)
