#!/usr/bin/env python3
"""Generates PNG, JPEG and WebP files, most with a single defect, and passes them to the picture decoders.

    images.py --formats png,jpeg,webp --programs FOLDER [--seed 1] [--decode 200000] [--draw 200000] [--read 20000] [--scans 100]

--decode: one process after the other, shut in as a worker is, decodes them by the thousand and draws on them
(decoding-probe).
--draw, --read: each goes to a real worker, with a process and a sandbox of its own as in the product, that draws on it or
reads it with the engine (worker-probe).
--scans: the whole command. For any file it ends with one of the documented statuses, and its report says "unknown"
unless something was read.

The counts cover all formats together. Each file must lead to a known outcome, and none may end a process.
"""

import argparse
import json
import os
import selectors
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from jpeg_mutator import JPEGMutator
from mutation import REPOSITORY
from png_mutator import PNGMutator
from webp_mutator import WebPMutator

MUTATORS = {"png": PNGMutator, "jpeg": JPEGMutator, "webp": WebPMutator}
OUTCOMES = ["drawn", "unsupported_format", "truncated", "corrupt", "too_large", "out_of_memory"]
# Of worker-probe: the answers that a picture may get.
ANSWERS = {
    "draw": {"drawn", "failed unsupportedFormat", "failed truncated", "failed corrupt", "failed tooLarge", "failed outOfMemory"},
    "read": {"text", "no text", "failed unsupportedFormat", "failed truncated", "failed corrupt", "failed tooLarge",
             "failed outOfMemory"},
}
# Statuses of the command; docs: exit status.
STATUSES = {0, 1, 65, 69, 70, 75}


class Maker:
    """Files of all formats in turn."""

    def __init__(self, formats, seed):
        self.mutators = [MUTATORS[name](seed) for name in formats]
        self.count = 0

    def make(self):
        self.count += 1
        return self.mutators[self.count % len(self.mutators)].make()


class Decoder:
    """The probe, restarted when a picture has ended it."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"SWIFT_BACKTRACE": "enable=no"}, bufsize=0)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def decode(self, files):
        """The outcomes of some files; those after one that ended the process, or took 10 s of processor time, are missing."""
        try:
            self.process.stdin.write(b"".join(struct.pack(">I", len(file)) + file for file in files))
        except BrokenPipeError:
            pass
        answers = b""
        began, waits = self.processor_time(), 0
        while len(answers) < len(files):
            if not self.selector.select(10):
                # On a busy machine nothing may happen for long; a process that waits for ever is one of ours.
                waits += 1
                if self.processor_time() - began < 10 and waits < 60:
                    continue
                self.process.kill()
            more = os.read(self.process.stdout.fileno(), len(files))
            if not more:
                break
            answers += more
        return answers

    def processor_time(self):
        """Seconds, of the process so far (proc(5), stat)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        """How it ended."""
        self.selector.close()
        self.process.stdin.close()
        return self.process.wait()


def decode_all(arguments, count, findings):
    mutator = Maker(arguments.formats, arguments.seed)
    decoder = Decoder(arguments.programs / "decoding-probe")
    outcomes, done, bad = Counter(), 0, 0
    while done < count:
        files = [mutator.make() for _ in range(min(8, count - done))]
        while files:
            answers = decoder.decode(files)
            for answer, file in zip(answers, files):
                outcomes[OUTCOMES[answer] if answer < len(OUTCOMES) else "no picture came of it"] += 1
                if answer >= len(OUTCOMES):
                    bad += 1
                    path = findings / f"decode-{arguments.seed}-{done}.picture"
                    path.write_bytes(file)
                    print(f"no picture came of it: {path}", flush=True)
                done += 1
            files = files[len(answers):]
            if files:
                status = decoder.end()
                bad += 1
                path = findings / f"decode-{arguments.seed}-{done}.picture"
                path.write_bytes(files[0])
                print(f"ended the decoder with status {status}: {path}", flush=True)
                outcomes["ended"] += 1
                done += 1
                files = files[1:]
                decoder.start()
    decoder.end()
    return outcomes, bad


def give_to_workers(arguments, task, count, findings):
    """One worker per picture; two more pictures wait than there are workers."""
    mutator = Maker(arguments.formats, arguments.seed)
    workers = os.cpu_count() or 1
    probe = subprocess.Popen(
        [arguments.programs / "worker-probe", task, str(workers)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    room = threading.Semaphore(workers + 2)
    waiting, outcomes, bad = {}, Counter(), []

    def listen():
        for line in probe.stdout:
            number, answer = line.decode().rstrip().split(" ", 1)
            file = waiting.pop(int(number))
            outcomes[answer] += 1
            if answer not in ANSWERS[task]:
                path = findings / f"{task}-{arguments.seed}-{number}.picture"
                path.write_bytes(file)
                bad.append(path)
                print(f"{answer}: {path}", flush=True)
            if sum(outcomes.values()) % 10_000 == 0:
                print(f"{task}: {sum(outcomes.values())}", file=sys.stderr, flush=True)
            room.release()

    listener = threading.Thread(target=listen)
    listener.start()
    for number in range(count):
        file = mutator.make()
        # Twice the probe's own limit for a worker.
        if not room.acquire(timeout=120):
            probe.kill()
            break
        waiting[number] = file
        probe.stdin.write(struct.pack(">I", len(file)) + file)
        probe.stdin.flush()
    probe.stdin.close()
    listener.join()
    if probe.wait() != 0 or waiting:
        raise SystemExit(f"worker-probe ended with {probe.returncode}, {len(waiting)} without an answer")
    return outcomes, len(bad)


def scan_some(arguments, count, findings):
    """Whole scans, through the command and its worker."""
    mutator = Maker(arguments.formats, arguments.seed)
    statuses, bad = Counter(), 0
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "OCR_SCAN_SCAN_TIMEOUT": "60"}
        for number in range(count):
            path = Path(home) / "made-up.png"
            path.write_bytes(mutator.make())
            run = subprocess.run(
                [arguments.programs / "ocr-scan", "--json", "--no-history", path], env=environment, capture_output=True)
            status = run.returncode
            statuses[status] += 1
            reports = [json.loads(line) for line in run.stdout.splitlines()]
            text = "".join(report["text"] or "" for report in reports)
            is_silent = all(report["risk_level"] == "unknown" for report in reports)
            if status not in STATUSES or status == 70 or (not text and not is_silent):
                bad += 1
                kept = findings / f"scan-{arguments.seed}-{number}.picture"
                kept.write_bytes(path.read_bytes())
                print(f"status {status}: {kept}", flush=True)
    return statuses, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", type=lambda text: text.split(","), default=list(MUTATORS))
    ways = {
        "decode": decode_all,
        "draw": lambda *given: give_to_workers(given[0], "draw", *given[1:]),
        "read": lambda *given: give_to_workers(given[0], "read", *given[1:]),
        "scans": scan_some,
    }
    for name in ways:
        parser.add_argument(f"--{name}", type=int, default=0, metavar="COUNT")
    arguments = parser.parse_args()
    findings = REPOSITORY / ".build/fuzz-findings"
    findings.mkdir(parents=True, exist_ok=True)
    found = 0
    for name, way in ways.items():
        count = getattr(arguments, name)
        if count == 0:
            continue
        began = time.monotonic()
        outcomes, bad = way(arguments, count, findings)
        seconds = time.monotonic() - began
        found += bad
        counts = ", ".join(f"{outcome}: {number}" for outcome, number in outcomes.most_common())
        print(f"{name}: {sum(outcomes.values())} pictures in {seconds:.0f} s; {counts}; {bad} findings", flush=True)
    sys.exit(1 if found else 0)


main()
