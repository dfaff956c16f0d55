#!/usr/bin/env python3
"""Scans pictures on a real local cluster (a master, executors in processes of their own), and kills executors meanwhile.

    cluster.py --program PATH/ocr-scan [--pictures 40] [--executors 2] [--kills 2] [--from-table]

Pictures are fixtures with changed bytes (a private chunk after the header), so that no two are alike, and some broken ones.
Ends with status 1 unless each picture has exactly one row, broken ones with an error, in the Parquet files that were written.
Needs pyspark and a Java runtime.
"""

import argparse
import collections
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))


def different(content, number):
    """The same picture in other bytes."""
    data = struct.pack(">Q", number)
    chunk = struct.pack(">I", len(data)) + b"ocRs" + data + struct.pack(">I", zlib.crc32(b"ocRs" + data))
    return content[:33] + chunk + content[33:]


def make(folder, count):
    """Writes pictures; every tenth is broken. Returns how many are."""
    images = REPOSITORY / "testdata/images"
    whole = [path.read_bytes() for path in sorted((images / "formats").glob("*.png"))]
    whole += [(images / "scam/virus-push-crop.png").read_bytes(), (images / "clean/notification-crop.png").read_bytes()]
    for number in range(count):
        content = different(whole[number % len(whole)], number)
        (folder / f"{number:06}.png").write_bytes(content[:60] if number % 10 == 9 else content)
    return count // 10


def processes(word):
    """Numbers of the processes that this one has started, also by others, in whose command line a word is."""
    parents, lines = {}, {}
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit():
                stat = pathlib.Path("/proc", entry, "stat").read_text()
                parents[int(entry)] = int(stat.rsplit(")", 1)[1].split()[1])
                lines[int(entry)] = pathlib.Path("/proc", entry, "cmdline").read_bytes()
        except OSError:
            continue

    def is_own(process):
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return [process for process, line in lines.items() if word.encode() in line and is_own(process)]


def mebibytes(process):
    try:
        for line in pathlib.Path("/proc", str(process), "status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) // 1024
    except OSError:
        pass
    return 0


# What is in the command lines of what is killed.
KINDS = {"executor": "CoarseGrainedExecutorBackend", "filter": "ocr-scan\0bulk\0", "worker": "ocr-scan-worker\0--languages"}


def disturb(count, killed, peaks, done):
    """Kills an executor, a filter and a worker by turns, and notes the most memory of each kind."""
    due = time.monotonic() + 12
    while not done.wait(0.2):
        kind = list(KINDS)[len(killed) % len(KINDS)]
        for each, word in KINDS.items():
            found = processes(word)
            for process in found:
                peaks[each] = max(peaks.get(each, 0), mebibytes(process))
            if each != kind or not found or len(killed) >= count or time.monotonic() < due or not processes(KINDS["filter"]):
                continue
            victim = random.choice(found)
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed.append(f"{kind} {victim}")
            print(f"{time.strftime('%H:%M:%S')} killed {kind} {victim}", file=sys.stderr, flush=True)
            due = time.monotonic() + 8


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--pictures", type=int, default=40)
    parser.add_argument("--executors", type=int, default=2)
    parser.add_argument("--partitions", type=int)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--from-table", action="store_true", help="paths in a table instead of the binaryFile source")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    from pyspark.sql import SparkSession
    from ocr_scan_spark import scan_files, scan_table
    with tempfile.TemporaryDirectory(prefix="ocr-scan-spark-") as home:
        home = pathlib.Path(home)
        pictures = home / "pictures"
        pictures.mkdir()
        broken = make(pictures, arguments.pictures)
        os.environ["PYTHONPATH"] = str(HERE.parent)
        os.environ["SPARK_LOCAL_DIRS"] = str(home)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        spark = (
            SparkSession.builder.master(f"local-cluster[{arguments.executors},1,1024]").appName("ocr-scan")
            .config("spark.executorEnv.PYTHONPATH", str(HERE.parent)).config("spark.ui.enabled", "false")
            # Kills are meant: neither they nor a task they hit are a reason to give up.
            .config("spark.task.maxFailures", "20").config("spark.deploy.maxExecutorRetries", "-1")
            .config("spark.sql.warehouse.dir", str(home / "warehouse")).config("spark.driver.host", "127.0.0.1")
            .getOrCreate())
        spark.sparkContext.setLogLevel("ERROR")
        options = {
            "program": str(program), "environment": {"OCR_SCAN_SCAN_TIMEOUT": "60"},
            "partitions": arguments.partitions or max(arguments.executors * 4, arguments.pictures // 100)}
        killed, peaks, done = [], {}, threading.Event()
        watcher = threading.Thread(target=disturb, args=(arguments.kills, killed, peaks, done))
        watcher.start()
        began = time.monotonic()
        try:
            if arguments.from_table:
                names = [(path.stem, str(path)) for path in sorted(pictures.iterdir())]
                table = spark.createDataFrame(names, ["name", "place"])
                found = scan_table(table, id="name", path="place", **options)
            else:
                found = scan_files(spark, str(pictures), **options)
            found.write.mode("overwrite").parquet(str(home / "verdicts"))
        finally:
            done.set()
            watcher.join()
        seconds = time.monotonic() - began
        rows = spark.read.parquet(str(home / "verdicts"))
        found = [(row.id, row.risk_level, row.error_code) for row in rows.collect()]
        types = dict(rows.dtypes)
        spark.stop()
    counts = collections.Counter(name for name, _, _ in found)
    lost = arguments.pictures - len(counts)
    doubled = sum(count > 1 for count in counts.values())
    errors = sum(code is not None for _, _, code in found)
    levels = dict(collections.Counter(level for _, level, _ in found))
    print(f"{arguments.pictures} pictures, {arguments.executors} executors, killed: {', '.join(killed) or 'none'}; "
          f"{lost} lost, {doubled} doubled, {errors} with an error of {broken} broken; {levels}; "
          f"{arguments.pictures / seconds:.2f} a second in {seconds:.1f} s; most memory in MiB: {peaks}")
    right = (lost == 0 and doubled == 0 and errors == broken and len(killed) == arguments.kills
             and types["scam_probability"] == "double" and types["scanned_at"] == "timestamp")
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    main()
