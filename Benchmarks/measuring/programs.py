"""Runs the programs to measure, away from the user's own settings, history and desktop."""

import contextlib
import json
import os
import pathlib
import select
import subprocess
import tempfile
import time
import typing

from . import processes, screenshots

TESSERACT = ["--psm", "3"]
# Exit statuses that state the verdict rather than a failure.
VERDICTS = (0, 1)
# On a very busy machine a scan may reach its limit of 5 s; its time still counts.
TIMED_OUT = 75
SCANNED = (None, "no_text_found", "low_confidence", "timed_out")


class Failed(Exception):
    """A program did not do what should be measured, so the figures would be about something else."""


@contextlib.contextmanager
def surroundings(**settings):
    """An environment with separate empty folders and no session bus, so that no alert is shown."""
    with tempfile.TemporaryDirectory(prefix="ocr-scan-bench-") as folder:
        environment = {
            key: value for key, value in os.environ.items()
            if not key.startswith(("OCR_SCAN_", "XDG_", "DBUS_", "OMP_"))
        }
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            environment[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
        runtime = pathlib.Path(folder, "runtime")
        runtime.mkdir(mode=0o700)
        environment |= {"HOME": folder, "XDG_RUNTIME_DIR": str(runtime)}
        yield environment | {f"OCR_SCAN_{key.upper()}": str(value) for key, value in settings.items()}


class Took(typing.NamedTuple):
    """Seconds by the clock, and seconds on a processor of the process and its children."""

    wall: float
    cpu: float


def run(command, environment, stdin=None, statuses=(0,)):
    """Times a process from its start to its end, in the same way for every program."""
    with tempfile.TemporaryFile() as complaints:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints)
        process.stdin.write(stdin or b"")
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in statuses:
            complaints.seek(0)
            reason = complaints.read().decode(errors="replace").strip()
            raise Failed(f"{' '.join(map(str, command))}: status {process.returncode}: {reason}")
    return Took(took, usage.ru_utime + usage.ru_stime)


def tesseract(shot, environment, threads=1):
    limit = {"OMP_THREAD_LIMIT": str(threads)} if threads else {}
    return run(["tesseract", str(shot.path), "-", *TESSERACT], environment | limit)


def one_shot(bin_folder, shot, environment):
    return run([bin_folder / "ocr-scan", "--json", "--no-history", shot.path], environment,
        statuses=(*VERDICTS, TIMED_OUT))


class Daemon:
    """A running `ocr-scand --json` that watches an empty folder."""

    def __init__(self, bin_folder, environment, folder):
        self.folder = pathlib.Path(folder)
        self.number = 0
        self.process = subprocess.Popen(
            [bin_folder / "ocr-scand", "--json", "--directory", folder], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if line.startswith(b"Ready"):
                return
        raise Failed("ocr-scand did not become ready")

    @property
    def pid(self):
        return self.process.pid

    def save(self, shot):
        """Saves a copy as a screenshot program does; returns the instant just before closing it."""
        self.number += 1
        file = open(self.folder / f"Screenshot {self.number}.png", "wb")
        file.write(screenshots.unseen(shot.path.read_bytes(), f"{self.pid} {self.number}"))
        file.flush()
        closing = time.perf_counter()
        file.close()
        return closing

    def report(self, limit=30):
        """The next report and the instant it arrived."""
        # A report is written in one call and is smaller than the pipe, so readline() does not split it.
        if not select.select([self.process.stdout], [], [], limit)[0]:
            raise Failed(f"no report within {limit} s")
        line = self.process.stdout.readline()
        return json.loads(line), time.perf_counter()

    def scan(self, shot):
        """From closing the file to the report, and the report; processor time until new spares are ready."""
        before = processes.cpu_seconds(self.pid)
        closing = self.save(shot)
        report, arrived = self.report()
        if (report["error"] or {}).get("code") not in SCANNED:
            raise Failed(f"{shot.name}: {report['error']['message']}")
        self.settle()
        return Took(arrived - closing, processes.cpu_seconds(self.pid) - before), report

    def settle(self, quiet=0.15):
        """Waits until neither the daemon nor a worker computes, that is, until the spares are loaded."""
        before, since = None, time.perf_counter()
        while time.perf_counter() - since < quiet:
            ticks = {pid: processes.cpu_ticks(pid) for pid in [self.pid, *processes.children(self.pid)]}
            if ticks != before:
                before, since = ticks, time.perf_counter()
            time.sleep(0.02)

    def stop(self):
        self.process.terminate()
        self.process.communicate()


@contextlib.contextmanager
def daemon(bin_folder, **settings):
    with surroundings(**settings) as environment:
        # Several levels down: the daemon also watches the folder above, and the one for temporary files is never quiet.
        folder = pathlib.Path(environment["HOME"], "Pictures", "Screenshots")
        folder.mkdir(parents=True)
        running = Daemon(bin_folder, environment, folder)
        try:
            yield running
        finally:
            running.stop()
