#!/usr/bin/python3
"""Measures the window with 100,000 entries: how soon it can be seen, how much memory it has, what it does when nothing
happens, and how long a search takes.

    Benchmarks/window.py [--programs .build/release] [--entries 100000]

Needs what its tests need (scripts/setup test). The display server is Xvfb, and GTK draws on the processor.
"""

import argparse
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/WindowTests"))
import walk  # noqa: E402


def fill(desktop, count):
    """Makes many entries out of one that was scanned."""
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


def processor_ticks(pid):
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def memory(pid):
    """Resident and proportional memory in MB."""
    with open("/proc/%d/smaps_rollup" % pid) as file:
        values = {line.split(":")[0]: line.split()[1] for line in file if "kB" in line}
    return int(values["Rss"]) / 1000, int(values["Pss"]) / 1000


def seen(desktop, began):
    """Seconds until the window is on the screen."""
    while True:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "^ocr-scan$"], env=desktop.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if found.stdout:
            return time.monotonic() - began
        if time.monotonic() - began > 60:
            raise SystemExit("the window never came")
        time.sleep(0.005)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--entries", type=int, default=100_000)
    options = parser.parse_args()
    desktop = walk.Desktop(os.path.abspath(options.programs), settings=walk.QUIET)
    try:
        desktop.scan(walk.SCAM)
        # What the window's own version of the tables is.
        subprocess.run([os.path.join(options.programs, "ocr-scan"), "history", "list"], env=desktop.environment, stdout=subprocess.DEVNULL)
        size = fill(desktop, options.entries)
        print("history: %d entries, %d MB" % (options.entries, size / 1e6))
        times = []
        for _ in range(5):
            began = time.monotonic()
            process = desktop.start(os.path.join(options.programs, "ocr-scan-window"))
            times.append(seen(desktop, began))
            time.sleep(1)
            process.terminate()
            process.wait()
        print("first view: %.2f s (median of five: %s)" % (sorted(times)[2], ", ".join("%.2f" % each for each in times)))
        began = time.monotonic()
        desktop.open()
        desktop.text("screenshots")
        print("list complete for a screen reader: %.2f s" % (time.monotonic() - began))
        time.sleep(3)
        print("memory with the list: %.0f MB resident, %.0f MB proportional" % memory(desktop.window.pid))
        before = processor_ticks(desktop.window.pid)
        time.sleep(20)
        ticks = processor_ticks(desktop.window.pid) - before
        print("processor while nothing happens: %d ticks of 10 ms in 20 s" % ticks)
        for _ in range(40):
            desktop.key("Next")
        time.sleep(2)
        print("memory after scrolling: %.0f MB resident, %.0f MB proportional" % memory(desktop.window.pid))
        desktop.key("ctrl+f")
        began = time.monotonic()
        desktop.type("zebra")
        desktop.text("No Such Entries")
        print("search that finds nothing, to its end: %.1f s" % (time.monotonic() - began))
    finally:
        desktop.close()


if __name__ == "__main__":
    main()
