"""How long logging an event to events.jsonl takes."""

import json
import pathlib
import socket
import statistics
import subprocess
import tempfile
import time

from . import tables

TARGET_MICROSECONDS = 1000
LINE = '{"duration_ms":412,"event":"complete","level":"info","risk_level":"high","success":true}'


def measure(bin_folder, count=10_000, processes=50):
    found = tables.Section(
        "Event log",
        f"Time of one event: {count} events through the log (checks, JSON, look at the size, append, rotation at 1 MiB), "
        f"as many lines with a bare write(2), {count // 20} with write(2) and fsync(2), and {processes} times `logger`, "
        "what a shell script would call. One process, an otherwise unused folder.",
        ["what", "median", "99th percentile", "slowest"])
    with tempfile.TemporaryDirectory() as folder:
        command = [bin_folder / "event-probe", "--folder", folder, "--count", str(count)]
        measured = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        measured["logger"] = logger(pathlib.Path(folder) / "socket", processes)
    names = {"event": "events.jsonl", "write": "write(2)", "write_fsync": "write(2) and fsync(2)", "logger": "logger(1)"}
    for key, name in names.items():
        times = measured[key]
        parts = (statistics.median(times), tables.percentile(times, 0.99), max(times))
        found.rows.append([name, *(f"{part:.0f} µs" for part in parts)])
    slow = tables.percentile(measured["event"], 0.99)
    target = ("event, 99th percentile", f"{slow:.0f} µs", f"under {TARGET_MICROSECONDS} µs", slow < TARGET_MICROSECONDS)
    return [found], [target]


def logger(path, processes):
    """Microseconds of each call of logger(1), to a socket of ours, because this machine may have no system log."""
    times = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(path))
        for _ in range(processes):
            began = time.perf_counter()
            subprocess.run(["logger", "--socket", path, LINE], check=True)
            times.append((time.perf_counter() - began) * 1e6)
            receiver.recv(4096)
    return times
