#!/usr/bin/env python3
"""Scans pictures on a real local cluster (a master, executors in separate processes), and kills executors meanwhile.

    cluster.py --program PATH/ocr-scan [--pictures 64] [--executors 2] [--kills executor,filter,worker] [--from-table]

Pictures are fixtures with changed bytes (a private chunk after the header), so that no two are equal; some are broken.
Ends with status 1 unless each picture has exactly one row, broken ones with an error, in the Parquet files that were written.
Needs pyspark and a Java runtime. No clock decides when something is killed (held_filter.py).
"""

import argparse
import collections
import os
import pathlib
import signal
import struct
import sys
import tempfile
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))

from processes import Peaks, Table  # noqa: E402


def different(content, number):
    """The same picture in other bytes."""
    data = struct.pack(">Q", number)
    chunk = struct.pack(">I", len(data)) + b"ocRs" + data + struct.pack(">I", zlib.crc32(b"ocRs" + data))
    return content[:33] + chunk + content[33:]


def make(folder, count):
    """Writes pictures; every tenth is broken. Returns the number of broken ones."""
    images = REPOSITORY / "testdata/images"
    whole = [path.read_bytes() for path in sorted((images / "formats").glob("*.png"))]
    whole += [(images / "scam/virus-push-crop.png").read_bytes(), (images / "clean/notification-crop.png").read_bytes()]
    for number in range(count):
        content = different(whole[number % len(whole)], number)
        (folder / f"{number:06}.png").write_bytes(content[:60] if number % 10 == 9 else content)
    return count // 10


def kill(kind, process, table):
    """Kills the executor or a worker of a filter, or the filter itself. Returns the killed process, or None."""
    if kind == "executor":
        victim = table.above(process, "executor")
    elif kind == "worker":
        victim = next(iter(table.children(process, "worker")), None)
    else:
        victim = process
    try:
        if victim is not None:
            os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        victim = None
    return victim


def disturb(folder, kinds, killed, done):
    """Kills one after the other, each while its filter has work left (see held_filter.py)."""
    for kind in kinds:
        victim = None
        while victim is None and not done.is_set():
            (folder / "wanted").touch()
            while not (found := list(folder.glob("held-*"))):
                if done.wait(0.02):
                    return
            process = int(found[0].name.split("-")[1])
            if kind == "worker":
                # The worker must be reading a picture, so let the filter go on and kill the first worker seen.
                found[0].unlink()
                while victim is None and os.path.exists(f"/proc/{process}"):
                    victim = kill(kind, process, Table())
            else:
                victim = kill(kind, process, Table())
                found[0].unlink()
        killed.append(f"{kind} {victim}")
        print(f"{time.strftime('%H:%M:%S')} killed {kind} {victim}", file=sys.stderr, flush=True)


def watch(peaks, done):
    while not done.wait(0.5):
        peaks.note(Table())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--pictures", type=int, default=64)
    parser.add_argument("--executors", type=int, default=2)
    parser.add_argument("--partitions", type=int)
    parser.add_argument("--kills", default="executor,filter,worker", help="what is killed, in this order; may be empty")
    parser.add_argument("--from-table", action="store_true", help="paths in a table instead of the binaryFile source")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    kinds = [kind for kind in arguments.kills.split(",") if kind]
    from pyspark.sql import SparkSession
    from ocr_scan_spark import scan_files, scan_table
    with tempfile.TemporaryDirectory(prefix="ocr-scan-spark-") as home:
        home = pathlib.Path(home)
        pictures, held = home / "pictures", home / "held"
        pictures.mkdir()
        held.mkdir()
        broken = make(pictures, arguments.pictures)
        os.environ["PYTHONPATH"] = str(HERE.parent)
        os.environ["SPARK_LOCAL_DIRS"] = str(home)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        spark = (
            SparkSession.builder.master(f"local-cluster[{arguments.executors},1,1024]").appName("ocr-scan")
            .config("spark.executorEnv.PYTHONPATH", str(HERE.parent)).config("spark.ui.enabled", "false")
            # Kills are intended, so neither they nor the failed tasks are a reason to give up.
            .config("spark.task.maxFailures", "20").config("spark.deploy.maxExecutorRetries", "-1")
            .config("spark.sql.warehouse.dir", str(home / "warehouse")).config("spark.driver.host", "127.0.0.1")
            .getOrCreate())
        spark.sparkContext.setLogLevel("ERROR")
        environment = {"OCR_SCAN_SCAN_TIMEOUT": "60"}
        if kinds:
            environment |= {"HELD_PROGRAM": str(program), "HELD_FOLDER": str(held)}
        options = {
            "program": str(HERE / "held_filter.py" if kinds else program), "environment": environment,
            "partitions": arguments.partitions or max(arguments.executors * 4, arguments.pictures // 100)}
        killed, peaks, done = [], Peaks(), threading.Event()
        helpers = [
            threading.Thread(target=disturb, args=(held, kinds, killed, done)),
            threading.Thread(target=watch, args=(peaks, done))]
        for helper in helpers:
            helper.start()
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
            for helper in helpers:
                helper.join()
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
          f"{arguments.pictures / seconds:.2f} a second in {seconds:.1f} s; most memory in MiB: {peaks.mebibytes}; "
          f"processor time in s: {peaks.seconds()}")
    right = (lost == 0 and doubled == 0 and errors == broken and len(killed) == len(kinds)
             and types["scam_probability"] == "double" and types["scanned_at"] == "timestamp")
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    main()
