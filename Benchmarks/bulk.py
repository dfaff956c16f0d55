#!/usr/bin/python3
"""Measures ocr-scan bulk beside GNU parallel with Tesseract's own command, on one core and on all.

    bulk.py [--programs .build/release] [--pictures 500]

Pictures are the screenshots of testdata with changed bytes. Wall-clock rates mean something on a machine at rest only; the
processor time of a picture, of everything that was started for it, hardly depends on what else runs.
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
    """Wall-clock and processor seconds of a command and all that it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run(command, check=True, **options)
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--pictures", type=int, default=500)
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        sources = [path.read_bytes() for kind in ("scam", "clean")
                   for path in sorted((REPOSITORY / "testdata/images" / kind).glob("*.png"))]
        paths = []
        for number in range(arguments.pictures):
            path = home / f"{number:05}.png"
            path.write_bytes(different(sources[number % len(sources)], number))
            paths.append(str(path))
        listing = home / "list"
        listing.write_text("".join(f"{path}\n" for path in paths))
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "OCR_SCAN_SCAN_TIMEOUT": "60"}
        print(f"{arguments.pictures} pictures; load average {os.getloadavg()[0]:.1f}")
        for count in sorted({1, len(cores)}):
            chosen = ",".join(str(core) for core in cores[:count])
            out = home / "records.jsonl"
            with open(out, "wb") as output:
                command = ["taskset", "-c", chosen, arguments.programs / "ocr-scan", "bulk", "--files-from", listing]
                seconds, processor = measured(command, stdout=output, env=environment)
            records = [json.loads(line) for line in out.read_text().splitlines()]
            assert sorted(record["id"] for record in records) == sorted(paths), "one record for each"
            timed_out = sum((record["error"] or {}).get("code") == "timed_out" for record in records)
            tell(f"ocr-scan bulk, {count} core(s)", arguments.pictures, seconds, processor)
            if timed_out:
                print(f"  {timed_out} timed out")
            seconds, processor = measured(
                ["taskset", "-c", chosen, "parallel", "--will-cite", "-j", str(count), "-a", listing,
                 "tesseract {} - --psm 3"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment | {"OMP_THREAD_LIMIT": "1"})
            tell(f"parallel -j{count} tesseract, {count} core(s)", arguments.pictures, seconds, processor)


def tell(name, pictures, seconds, processor):
    print(f"{name:36} {pictures / seconds:6.2f} a second, {processor / pictures * 1000:6.0f} ms of processor a picture, "
          f"{processor / seconds:4.2f} cores busy", flush=True)


if __name__ == "__main__":
    main()
