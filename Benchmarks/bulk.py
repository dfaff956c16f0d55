#!/usr/bin/python3
"""Measures ocr-scan bulk and Tesseract's own command under xargs in turn, on one core and on all.

    bulk.py [--programs .build/release] [--pictures 500] [--rounds 5]

Pictures are the screenshots of testdata with changed bytes. Wall-clock rates only mean something on an idle machine;
the processor time per picture, over all processes started for it, hardly depends on other load.
"""

import argparse
import json
import os
import pathlib
import resource
import struct
import subprocess
import tempfile
import time
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]


def different(content, number):
    data = struct.pack(">Q", number)
    chunk = struct.pack(">I", len(data)) + b"ocRs" + data + struct.pack(">I", zlib.crc32(b"ocRs" + data))
    return content[:33] + chunk + content[33:]


def measured(command, **options):
    """Wall-clock and processor seconds of a command and all children it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run(command, check=True, **options)
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def programs(arguments):
    """The programs to measure: name, and command for a list of pictures."""
    cores = sorted(os.sched_getaffinity(0))
    for count in sorted({1, len(cores)}):
        pinned = ["taskset", "-c", ",".join(str(core) for core in cores[:count])]
        yield (f"ocr-scan bulk, {count} core(s)",
               lambda listing, pinned=pinned: [*pinned, arguments.programs / "ocr-scan", "bulk", "--files-from", listing])
        yield (f"xargs -P{count} tesseract, {count} core(s)",
               lambda listing, pinned=pinned, count=count: [
                   *pinned, "xargs", "-a", listing, "-P", str(count), "-I{}", "tesseract", "{}", "-", "--psm", "3"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--pictures", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5, help="in how many parts the programs take turns")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        sources = [path.read_bytes() for kind in ("scam", "clean")
                   for path in sorted((REPOSITORY / "testdata/images" / kind).glob("*.png"))]
        paths = []
        for number in range(arguments.pictures):
            path = home / f"{number:05}.png"
            path.write_bytes(different(sources[number % len(sources)], number))
            paths.append(str(path))
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "OCR_SCAN_SCAN_TIMEOUT": "60", "OMP_THREAD_LIMIT": "1"}
        print(f"{arguments.pictures} pictures; load average {os.getloadavg()[0]:.1f}", flush=True)
        sums = {}
        for part in range(arguments.rounds):
            names = paths[part::arguments.rounds]
            listing = home / "list"
            listing.write_text("".join(f"{path}\n" for path in names))
            for name, command in programs(arguments):
                out = home / "output"
                with open(out, "wb") as output:
                    figures = measured(command(listing), stdout=output, stderr=subprocess.DEVNULL, env=environment)
                sums[name] = [a + b for a, b in zip(sums.get(name, (0, 0)), figures)]
                if name.startswith("ocr-scan"):
                    check(out, names)
        for name, (seconds, processor) in sums.items():
            print(f"{name:30} {arguments.pictures / seconds:6.2f} a second, {processor / arguments.pictures * 1000:6.0f} ms "
                  f"of processor a picture, {processor / seconds:4.2f} cores busy")


def check(out, names):
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(record["id"] for record in records) == sorted(names), "one record for each"
    late = sum((record["error"] or {}).get("code") == "timed_out" for record in records)
    if late:
        print(f"  {late} timed out")


if __name__ == "__main__":
    main()
