#!/usr/bin/env python3
"""Writes the initial corpora of the fuzz targets: corpora.py FOLDER makes FOLDER/TARGET/... from files of the
repository."""

import json
import re
import struct
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LIMIT = 16 << 10


def chunks():
    for path in sorted((REPOSITORY / "testdata/images").glob("*/*.png")):
        if path.stat().st_size < LIMIT:
            yield path.read_bytes()


def containers():
    for path in sorted((REPOSITORY / "testdata/images/formats").iterdir()):
        if path.suffix != ".png" and path.stat().st_size < LIMIT:
            yield path.read_bytes()


def event(watch, mask, name, padding=3):
    name = name + bytes(padding)
    return struct.pack("=iIII", watch, mask, 0, len(name)) + name


def inotify():
    yield event(1, 0x8, b"shot.png")
    yield event(1, 0x100, b"a") + event(1, 0x8, b"a") + event(-1, 0x4000, b"", 0)
    yield event(2, 0x8000, b"", 0) + event(1, 0x80, "\u202e.png".encode() + b"\xff\n")


def string(text):
    return struct.pack(">H", len(text)) + text


VERSION = int(re.search(r"version: UInt8 = (\d+)", (REPOSITORY / "Sources/WorkerProtocol/ProtocolLimits.swift").read_text())[1])


def frame(kind, payload=b"", request=7):
    return struct.pack(">IBBQI", 0x4F435253, VERSION, kind, request, len(payload)) + payload


def replies():
    box = struct.pack(">IIII", 1, 2, 30, 10)
    line = struct.pack(">IIB", 0, 0, 0) + string(b"deu") + box + struct.pack(">H", 1) + box + struct.pack(">H", 9000) + string(b"word")
    yield frame(16, string(b"5.3.0"), 0)
    yield frame(17, struct.pack(">IIIQB", 640, 480, 3, 1000, 0)) + frame(18, line) + frame(19, struct.pack(">Q", 99))
    code = b"\0" + box + string(b"tel:+4930123456")
    yield frame(22, b"\1" + struct.pack(">H", 2) + code + code)
    yield frame(20, b"\1" + string(b"\x1b[2J")) + frame(21, struct.pack(">Q", 1)) + frame(23, struct.pack(">II", 1, 2))


def requests():
    for size in (20, 24, 28, 32, 36, 40, 64, 128):
        for kind in (1, 2):
            yield frame(kind, struct.pack(">Q", 1000) + bytes(size - 8))
            yield frame(kind, bytes([0, 0, 0, 1] * (size // 4)))


def messages():
    for name in ("scams", "look_alikes"):
        for row in (REPOSITORY / f"Tests/RiskAnalysisTests/Messages/{name}.jsonl").read_text().splitlines():
            yield json.loads(row)["text"].encode()


def escapers():
    yield "\x1b]52;c;aGk=\x07 \x9b2J \u202e\u2066\u200b\U000e0041 caf\u00e9 \r\n<3>".encode()
    yield b"bad\xff\xfe\xc3\x28\xed\xa0\x80\xf4\x90\x80\x80.png"


def codes():
    for row in (REPOSITORY / "testdata/codes/scenes.yaml").read_text().splitlines():
        if "payload: " in row:
            yield row.split("payload: ", 1)[1].rsplit('",', 1)[0].strip('"').replace("\\n", "\n").encode()
    yield b"00020126420014br.gov.bcb.pix0120maria.silva@exam.ple5204000053039865802BR5905MARIA6009SAO PAULO62070503***6304A13B"
    yield from (b"mailto:?", b"mailto:?to=a@b.example", b"bitcoin:\xd8\x801234", b"SMSTO::", b"tel:", b"upi://pay?")


def pixels():
    """Corner marks and noise, one byte per pixel, 64 to a row."""
    mark = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    picture = [[255] * 64 for _ in range(64)]
    for left, top in ((4, 4), (40, 4), (4, 40)):
        for y in range(14):
            for x in range(14):
                picture[top + y][left + x] = 0 if mark[y // 2][x // 2] == "1" else 255
    yield bytes(sum(picture, []))
    yield bytes(255 - byte for byte in sum(picture, []))
    yield bytes((x * 37 ^ y * 91) & 255 for y in range(48) for x in range(64))


def files(pattern):
    for path in sorted(REPOSITORY.glob(pattern)):
        text = path.read_text()
        yield text[:LIMIT].encode()
        for part in text.split("\n\n")[:40]:
            yield part.encode()


def rules():
    return files("Sources/RiskAnalysis/Rules/*.yaml")


def pack():
    for place in range(16, 1200, 4):
        yield struct.pack(">HB", place, place % 256)
    yield b"\x00\x20\xff\x00\x40\xff\x80"


def settings():
    yield b"automatic_scanning: false\ndirectories: [/a, ~/b]\nlanguages: [eng, deu]\nscan_timeout: 5 s\n"
    yield b"retention_days: 30\nstore_text: redacted\nalert_level: high\nworkers: 2\nmax_age: 1 min\n"


def links():
    yield b"http //secure-login.example.top/a?b=c see https://user@host:99/x%2e and mail a.b@c.example +44 20 7946 0958"
    yield b"IBAN DE89370400440532013000 4111-1111-1111-1111 0x52908400098527886E0F7030069857D2E4169EE7 $1,299.00 12k"
    yield from list(messages())[:60]


def model():
    """The header of a model, and changes to the rest: three bytes of position, one of value."""
    header = (REPOSITORY / "Tests/TextClassificationTests/Fixtures/model.bin").read_bytes()[:192]
    starts = [struct.unpack_from("<Q", header, 64 + 16 * part)[0] for part in range(8)]
    yield header
    for start in starts:
        yield header + b"".join(struct.pack("<I", place + (value << 24)) for place in range(start, start + 16)
                                for value in (0, 0x7F, 0xFF))


def pieces():
    yield "un\u00adlocked \u4e2d\u56fd\u3042\uac00 \U0001f600\u20ac5 \ufffd\u2028##s [CLS]".encode() + b"a" * 101
    yield from list(messages())[:60]


TARGETS = {
    "chunks": chunks, "containers": containers, "inotify": inotify, "replies": replies, "requests": requests, "escapers": escapers, "rules": rules,
    "model": model, "pieces": pieces,
    "pack": pack, "settings": settings, "text": messages, "links": links, "repair": messages,
    "codes": codes, "pixels": pixels,
}


def main():
    for name, make in TARGETS.items():
        folder = Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(make()):
            (folder / f"seed-{number}").write_bytes(content)
    print(" ".join(TARGETS))


main()
