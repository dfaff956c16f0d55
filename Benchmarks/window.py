#!/usr/bin/python3
"""Measures the window with 100,000 entries: time until it is visible, memory, activity at rest, and the cost of scrolling
and searching. Processor time is that of the window without its workers.

    Benchmarks/window.py [--programs .build/release] [--entries 100000]

Needs the same packages as its tests (scripts/setup test). The display server is Xvfb, and GTK draws on the CPU.
"""

import argparse
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/WindowTests"))
import desktop as walk  # noqa: E402


def fill(desktop, count):
    """Makes many entries out of one scanned entry."""
    path = os.path.join(desktop.environment["XDG_DATA_HOME"], "ocr-scan/history.sqlite")
    with sqlite3.connect(path) as history:
        row = history.execute("SELECT * FROM entry LIMIT 1")
        names = [column[0] for column in row.description]
        entry = dict(zip(names, row.fetchone()))
        report = json.loads(entry["report"])
        now, levels = int(time.time() * 1000), ["high", "medium", "low", "low"]

        def entries():
            for number in range(count):
                report["id"] = entry["uuid"] = str(uuid.UUID(int=number + 1))
                report["risk_level"] = entry["risk_level"] = levels[number % 4]
                entry["scanned_at"] = now - (count - number) * 60_000
                entry["requires_review"] = int(number % 4 < 2)
                entry["id"] = number + 10
                yield [entry[name] if name != "report" else json.dumps(report, sort_keys=True) for name in names]

        places = ", ".join("?" * len(names))
        history.executemany("INSERT INTO entry (%s) VALUES (%s)" % (", ".join(names), places), entries())
    return os.path.getsize(path)


def spent(pid):
    """Milliseconds of processor time of a process, and how often its threads were woken."""
    time_ns, wakes = 0, 0
    for task in os.listdir("/proc/%d/task" % pid):
        try:
            with open("/proc/%d/task/%s/schedstat" % (pid, task)) as file:
                time_ns += int(file.read().split()[0])
            with open("/proc/%d/task/%s/status" % (pid, task)) as file:
                wakes += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.MULTILINE).group(1))
        except FileNotFoundError:
            continue
    return time_ns / 1e6, wakes


def memory(pid):
    """Resident and proportional memory in MB."""
    with open("/proc/%d/smaps_rollup" % pid) as file:
        values = {line.split(":")[0]: int(line.split()[1]) for line in file if "kB" in line}
    return "%.0f MB resident, %.0f MB proportional" % (values["Rss"] / 1000, values["Pss"] / 1000)


def start(desktop, program):
    """Starts the window. Returns it with the seconds and milliseconds of processor time until it was on the screen."""
    began = time.monotonic()
    process = desktop.start(program)
    subprocess.run(
        ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^ocr-scan$"], env=desktop.environment, check=True,
        stdout=subprocess.DEVNULL, timeout=60)
    return process, time.monotonic() - began, spent(process.pid)[0]


def worker_time(pid):
    """Milliseconds of processor time of all workers that have ended (proc(5): cutime, cstime)."""
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[13]) + int(fields[14])) * 1000 / os.sysconf("SC_CLK_TCK")


def calm(pid):
    """Waits until the process is idle."""
    before = None
    while before is None or spent(pid)[0] - before > 1:
        before = spent(pid)[0]
        time.sleep(3)


def scroll(desktop, pid, steps):
    """Turns the wheel over the list. Returns milliseconds of processor time for each step."""
    left, top = desktop.origin("^ocr-scan$")
    subprocess.run(["xdotool", "mousemove", str(left + 150), str(top + 400)], env=desktop.environment, check=True)
    before = spent(pid)[0]
    # Slower than the screen refreshes, so that each step is drawn.
    subprocess.run(
        ["xdotool", "click", "--repeat", str(steps), "--delay", "30", "5"], env=desktop.environment, check=True)
    time.sleep(1)
    return (spent(pid)[0] - before) / steps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--entries", type=int, default=100_000)
    options = parser.parse_args()
    programs = os.path.abspath(options.programs)
    window = os.path.join(programs, "ocr-scan-window")
    desktop = walk.Desktop(programs, settings=walk.QUIET)
    try:
        desktop.scan(walk.SCAM)
        size = fill(desktop, options.entries)
        print("history: %d entries, %d MB" % (options.entries, size / 1e6))
        runs = []
        for _ in range(5):
            process, seconds, processor = start(desktop, window)
            calm(process.pid)
            runs.append((seconds, processor, spent(process.pid)[0]))
            process.terminate()
            process.wait()
        middle = [sorted(run[index] for run in runs)[2] for index in range(3)]
        print("load of the machine: %.1f on %d cores" % (os.getloadavg()[0], os.cpu_count()))
        print("first view: %.2f s at best, %.2f s in the middle of 5; %.0f ms of processor time" % (
            min(run[0] for run in runs), middle[0], middle[1]))
        print("with the list and its thumbnails, all threads: %.0f ms of processor time" % middle[2])
        process, _, _ = start(desktop, window)
        calm(process.pid)
        print("memory with the list:", memory(process.pid))
        for _ in range(3):
            before = spent(process.pid)
            time.sleep(40)
            after = spent(process.pid)
            print("40 s of rest: %.1f ms of processor time, %d wake-ups" % (after[0] - before[0], after[1] - before[1]))
        print("a step of the wheel: %.1f ms of processor time" % scroll(desktop, process.pid, 200))
        calm(process.pid)
        print("memory after scrolling:", memory(process.pid))
        before = spent(process.pid)[0]
        desktop.key("ctrl+f")
        desktop.type("zebra")
        calm(process.pid)
        print("five searches as one types, the last to its end: %.0f ms of processor time" % (spent(process.pid)[0] - before))
        process.terminate()
        process.wait()
    finally:
        desktop.close()


if __name__ == "__main__":
    main()
