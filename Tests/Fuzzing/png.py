#!/usr/bin/env python3
"""Makes up PNG files, most of them right in all but one thing, and gives them to what decodes pictures.

    png.py --programs FOLDER [--seed 1] [--decode 200000] [--draw 200000] [--read 20000] [--scans 100]

--decode: one process after the other, shut in as a worker is, decodes them by the thousand (decoding-probe).
--draw, --read: each goes to a real worker, with a process and a sandbox of its own as in the product, that draws on it or
reads it with the engine (worker-probe).
--scans: the whole command. Whatever the file, it ends with one of the documented statuses, and its report says "unknown"
unless something was read.

Each must come to one of the known outcomes, and none may end a process.
"""

import argparse
import json
import os
import random
import selectors
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
OUTCOMES = ["decoded", "not_png", "truncated", "corrupt", "too_large", "out_of_memory"]
KINDS = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT", b"zTXt", b"iCCP", b"eXIf", b"ABCD", b"gAMA"]
# Of worker-probe: the answers that a picture may get.
ANSWERS = {
    "draw": {"drawn", "failed notPNG", "failed truncated", "failed corrupt", "failed tooLarge", "failed outOfMemory"},
    "read": {"text", "no text", "failed notPNG", "failed truncated", "failed corrupt", "failed tooLarge",
             "failed outOfMemory"},
}
# Of the command; docs: exit status.
STATUSES = {0, 1, 65, 69, 70, 75}
EDGES = [0, 1, 2, 7, 8, 255, 256, 16384, 16385, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1]


def chunk(kind, data, checksum=None):
    checksum = zlib.crc32(kind + data) if checksum is None else checksum
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def parts(content):
    """The chunks of a file that is right."""
    position, found = 8, []
    while position + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, position)
        found.append((content[position + 4:position + 8], content[position + 8:position + 8 + length]))
        position += 12 + length
    return found


class Mutator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        paths = sorted((REPOSITORY / "testdata/images/formats").glob("*.png"))
        paths += [path for path in sorted((REPOSITORY / "testdata/images/hostile").glob("*.png"))
                  if 57 < path.stat().st_size < 20_000]
        self.files = [path.read_bytes() for path in paths]
        self.files = [content for content in self.files if content.startswith(SIGNATURE)]
        self.pixels = {}

    def scribble(self):
        """A small picture of strokes, half letters and blocks: what line finding and the engine disagree about."""
        width, height = self.random.randrange(8, 120), self.random.randrange(8, 60)
        ground, ink = self.random.choice([(255, 0), (0, 255), (230, 90), (40, 200)])
        rows = [bytearray([ground]) * width for _ in range(height)]
        thick = self.random.choice([1, 1, 2, 3])
        for _ in range(self.random.randrange(1, 14)):
            x, y = self.random.randrange(width), self.random.randrange(height)
            across, down = self.random.choice([(1, 0), (0, 1), (1, 1), (1, -1), (2, 1)])
            for step in range(self.random.randrange(3, 18)):
                for at in range(thick):
                    column, row = x + across * step + at, y + down * step
                    if 0 <= column < width and 0 <= row < height:
                        rows[row][column] = ink
        data = b"".join(b"\0" + row for row in rows)
        header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
        return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 1)) + chunk(b"IEND", b"")

    def make(self):
        if self.random.random() < 0.25:
            return self.scribble()
        chunks = list(parts(self.random.choice(self.files)))
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 8])):
            change = self.random.choice(
                [self.header, self.pixel_data, self.bytes_of_chunk, self.swap, self.double, self.drop, self.insert,
                 self.rename, self.split, self.borrow])
            change(chunks)
        content = SIGNATURE
        for kind, data in chunks:
            wrong = self.random.random()
            if wrong < 0.01:
                content += chunk(kind, data, self.random.getrandbits(32))
            elif wrong < 0.02:
                content += struct.pack(">I", self.edge()) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            else:
                content += chunk(kind, data)
        last = self.random.random()
        if last < 0.05:
            content = content[:self.random.randrange(len(content) + 1)]
        elif last < 0.10:
            content += self.random.randbytes(self.random.randrange(64))
        elif last < 0.15:
            content = self.flip(content)
        return content

    def edge(self):
        return self.random.choice(EDGES) if self.random.random() < 0.7 else self.random.getrandbits(32)

    def flip(self, content):
        content = bytearray(content)
        for _ in range(self.random.choice([1, 1, 2, 16])):
            if content:
                content[self.random.randrange(len(content))] ^= 1 << self.random.randrange(8)
        return bytes(content)

    def header(self, chunks):
        if not chunks or len(chunks[0][1]) != 13:
            return
        fields = list(struct.unpack(">IIBBBBB", chunks[0][1]))
        field = self.random.randrange(7)
        if field < 2:
            fields[field] = self.random.choice([self.edge(), fields[field] + 1, max(0, fields[field] - 1), fields[field] * 2])
            fields[field] &= 2**32 - 1
        elif field == 2:
            fields[2] = self.random.choice([1, 2, 4, 8, 16, 3, 0, 255])
        elif field == 3:
            fields[3] = self.random.choice([0, 2, 3, 4, 6, 1, 5, 7])
        else:
            fields[field] = self.random.choice([0, 1, 1, 2, 255])
        chunks[0] = (chunks[0][0], struct.pack(">IIBBBBB", *fields))

    def pixel_data(self, chunks):
        """Changes what is inside the compressed stream, or the stream, with right checksums around it."""
        places = [index for index, (kind, _) in enumerate(chunks) if kind == b"IDAT"]
        if not places:
            return
        packed = b"".join(chunks[index][1] for index in places)
        if packed not in self.pixels:
            try:
                unpacker = zlib.decompressobj()
                self.pixels[packed] = unpacker.decompress(packed, 1 << 20)
            except zlib.error:
                self.pixels[packed] = b""
            if len(self.pixels) > 2_000:
                self.pixels.pop(next(iter(self.pixels)))
        data = self.pixels[packed]
        way = self.random.randrange(5)
        if way == 0:
            packed = self.flip(packed)
        elif way == 1:
            packed = zlib.compress(self.flip(data), 1)
        elif way == 2:
            packed = zlib.compress(data[:self.random.randrange(len(data) + 1)], 1)
        elif way == 3:
            packed = zlib.compress(data + self.random.randbytes(self.random.randrange(2_000)), 1)
        else:
            packed = zlib.compress(self.random.randbytes(self.random.randrange(3_000)), 0)
        chunks[places[0]] = (b"IDAT", packed)
        for index in reversed(places[1:]):
            del chunks[index]

    def bytes_of_chunk(self, chunks):
        if chunks:
            index = self.random.randrange(len(chunks))
            chunks[index] = (chunks[index][0], self.flip(chunks[index][1]))

    def swap(self, chunks):
        if len(chunks) > 1:
            one, other = self.random.sample(range(len(chunks)), 2)
            chunks[one], chunks[other] = chunks[other], chunks[one]

    def double(self, chunks):
        if chunks:
            index = self.random.randrange(len(chunks))
            chunks[index:index] = [chunks[index]] * self.random.choice([1, 1, 2, 50])

    def drop(self, chunks):
        if chunks:
            del chunks[self.random.randrange(len(chunks))]

    def insert(self, chunks):
        kind = self.random.choice(KINDS)
        data = self.random.choice([b"", self.random.randbytes(self.random.randrange(1_100)), zlib.compress(bytes(100_000))])
        if kind == b"zTXt":
            data = b"Comment\0\0" + data
        elif kind == b"iCCP":
            data = b"profile\0\0" + data
        chunks.insert(self.random.randrange(len(chunks) + 1), (kind, data))

    def rename(self, chunks):
        if chunks:
            index = self.random.randrange(len(chunks))
            kind = self.random.choice(KINDS + [self.random.randbytes(4)])
            chunks[index] = (kind, chunks[index][1])

    def split(self, chunks):
        places = [index for index, (kind, data) in enumerate(chunks) if kind == b"IDAT" and len(data) > 1]
        if places:
            index = self.random.choice(places)
            data = chunks[index][1]
            size = self.random.choice([1, 3, len(data) // 2])
            size = max(size, len(data) // 300)
            chunks[index:index + 1] = [(b"IDAT", data[at:at + size]) for at in range(0, len(data), size)]

    def borrow(self, chunks):
        """A chunk of another file."""
        other = parts(self.random.choice(self.files))
        if chunks and other:
            chunks[self.random.randrange(len(chunks))] = self.random.choice(other)


class Decoder:
    """The probe; started again when a picture has ended it."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"SWIFT_BACKTRACE": "enable=no"}, bufsize=0)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def decode(self, files):
        """The outcomes of some files; those after one that ended the process, or took 10 s, are missing."""
        try:
            self.process.stdin.write(b"".join(struct.pack(">I", len(file)) + file for file in files))
        except BrokenPipeError:
            pass
        answers = b""
        while len(answers) < len(files):
            if not self.selector.select(10):
                self.process.kill()
            more = os.read(self.process.stdout.fileno(), len(files))
            if not more:
                break
            answers += more
        return answers

    def end(self):
        """How it ended."""
        self.selector.close()
        self.process.stdin.close()
        return self.process.wait()


def decode_all(arguments, count, findings):
    mutator = Mutator(arguments.seed)
    decoder = Decoder(arguments.programs / "decoding-probe")
    outcomes, done, bad = Counter(), 0, 0
    while done < count:
        files = [mutator.make() for _ in range(min(8, count - done))]
        while files:
            answers = decoder.decode(files)
            outcomes.update(OUTCOMES[answer] if answer < len(OUTCOMES) else "unknown" for answer in answers)
            done += len(answers)
            files = files[len(answers):]
            if files:
                status = decoder.end()
                bad += 1
                path = findings / f"png-{arguments.seed}-{done}.png"
                path.write_bytes(files[0])
                print(f"ended the decoder with status {status}: {path}", flush=True)
                outcomes["ended"] += 1
                done += 1
                files = files[1:]
                decoder.start()
    decoder.end()
    return outcomes, bad


def give_to_workers(arguments, task, count, findings):
    """A worker for each picture; two more wait than there are workers."""
    mutator = Mutator(arguments.seed)
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
                path = findings / f"{task}-{arguments.seed}-{number}.png"
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
        # Twice what the probe gives a worker.
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
    mutator = Mutator(arguments.seed)
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
                kept = findings / f"scan-{arguments.seed}-{number}.png"
                kept.write_bytes(path.read_bytes())
                print(f"status {status}: {kept}", flush=True)
    return statuses, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--seed", type=int, default=1)
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
