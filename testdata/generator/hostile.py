#!/usr/bin/python3
"""Writes images/hostile/: small broken and hostile files, and the outcome required for each (expected/hostile.yaml).

JPEG and WebP files are in hostile_compressed.py. The expected outcome of a PNG is that of a reader which keeps only
IHDR, PLTE, tRNS, IDAT and IEND, checks the CRC of those, requires IEND, and before any allocation refuses more than 64
megapixels or a side over 16384.
"""

import json
import pathlib
import random
import struct
import zlib

import hostile_compressed
import png
import sentence
from png import SIGNATURE, chunk, header

TESTDATA = pathlib.Path(__file__).resolve().parent.parent
END = chunk(b"IEND")
WIDTH, HEIGHT = 300, 40
OUTCOMES = ["ok", "no_text_found", "unsupported_format", "truncated", "corrupt_image", "image_too_large"]


def idat(data):
    return chunk(b"IDAT", zlib.compress(data, 9))


def zeros(size, step=1 << 20):
    """`size` compressed zero bytes, made without holding them all in memory."""
    packer = zlib.compressobj(9)
    parts = []
    while size > 0:
        parts.append(packer.compress(bytes(min(size, step))))
        size -= step
    return b"".join(parts) + packer.flush()


def adler_broken(data):
    packed = bytearray(zlib.compress(data, 9))
    packed[-1] ^= 0xFF
    return chunk(b"IDAT", bytes(packed))


def files():
    """Name, bytes, outcome and reason of every file."""
    grey = sentence.rows("Meet me at noon", WIDTH, HEIGHT, 22)
    pixels = png.image_data(grey, 8, 1, False)
    ihdr = header(WIDTH, HEIGHT)
    picture = idat(pixels)
    whole = SIGNATURE + ihdr + picture + END
    generator = random.Random(1)
    rough = SIGNATURE + ihdr + idat(b"".join(b"\0" + generator.randbytes(WIDTH) for _ in range(HEIGHT))) + END

    # No picture
    yield "empty", b"", "truncated", "an empty file: a screenshot tool has created it and not yet written it"
    yield "signature-only", SIGNATURE, "truncated", "the signature and nothing else"
    yield "half-signature", SIGNATURE[:4], "truncated", "the first four bytes of the signature"
    yield "text", b"hello, this is a text file\n", "unsupported_format", "a text file named .png"
    yield "jpeg", bytes.fromhex("ffd8ffe000104a46494600010100000100010000") + bytes(64) + bytes.fromhex("ffd9"), \
        "corrupt_image", "a JPEG without a picture, named .png"
    yield "signature-as-text", SIGNATURE.replace(b"\r\n", b"\n") + whole[8:], "unsupported_format", \
        "line ends of the signature changed by a text-mode copy"

    # Ends too early
    yield "no-iend", SIGNATURE + ihdr + picture, "truncated", "all pixels are there but IEND is missing"
    yield "cut-in-ihdr", whole[:20], "truncated", "ends inside IHDR"
    yield "cut-in-idat", whole[:len(SIGNATURE + ihdr) + 60], "truncated", "ends inside IDAT"
    yield "cut-in-half", rough[:len(rough) // 2], "truncated", "half of a larger file"
    yield "cut-before-last-crc", whole[:-4], "truncated", "the CRC of IEND is missing"
    yield "length-7fffffff", SIGNATURE + ihdr + struct.pack(">I", 0x7FFFFFFF) + b"IDATabc", "truncated", \
        "a chunk of the greatest legal length that the file does not hold"
    yield "length-ffffffff", SIGNATURE + ihdr + struct.pack(">I", 0xFFFFFFFF) + b"tEXtabc", "corrupt_image", \
        "a chunk length over 2^31-1 is never legal"

    # Damaged
    yield "short-data", SIGNATURE + ihdr + idat(pixels[:len(pixels) // 2]) + END, "corrupt_image", \
        "complete file whose image data has only half of the rows"
    yield "bad-crc-ihdr", SIGNATURE + chunk(b"IHDR", ihdr[8:-4], 0) + picture + END, "corrupt_image", "CRC of IHDR is wrong"
    yield "bad-crc-idat", SIGNATURE + ihdr + chunk(b"IDAT", picture[8:-4], 0) + END, "corrupt_image", "CRC of IDAT is wrong"
    yield "bad-adler", SIGNATURE + ihdr + adler_broken(pixels) + END, "corrupt_image", \
        "checksum of the compressed data is wrong though all pixels are there"
    yield "bad-zlib-header", SIGNATURE + ihdr + chunk(b"IDAT", b"\0\0" + picture[10:-4]) + END, "corrupt_image", \
        "image data is not a zlib stream"
    yield "bad-filter", SIGNATURE + ihdr + idat(b"\x09" + pixels[1:]) + END, "corrupt_image", "row filter 9 does not exist"
    yield "zero-width", SIGNATURE + header(0, HEIGHT) + picture + END, "corrupt_image", "width 0"
    yield "zero-height", SIGNATURE + header(WIDTH, 0) + picture + END, "corrupt_image", "height 0"
    yield "bit-depth-3", SIGNATURE + header(WIDTH, HEIGHT, 3) + picture + END, "corrupt_image", "bit depth 3 does not exist"
    yield "colour-type-5", SIGNATURE + header(WIDTH, HEIGHT, 8, 5) + picture + END, "corrupt_image", \
        "colour type 5 does not exist"
    yield "rgb-bit-depth-4", SIGNATURE + header(WIDTH, HEIGHT, 4, png.RGB) + picture + END, "corrupt_image", \
        "RGB with 4 bits does not exist"
    yield "compression-1", SIGNATURE + header(WIDTH, HEIGHT, compression=1) + picture + END, "corrupt_image", \
        "compression method 1 does not exist"
    yield "filter-method-1", SIGNATURE + header(WIDTH, HEIGHT, filtering=1) + picture + END, "corrupt_image", \
        "filter method 1 does not exist"
    yield "interlace-2", SIGNATURE + header(WIDTH, HEIGHT, interlace=2) + picture + END, "corrupt_image", \
        "interlace method 2 does not exist"
    yield "missing-plte", SIGNATURE + header(WIDTH, HEIGHT, 8, png.PALETTE) + picture + END, "corrupt_image", \
        "palette picture without palette"
    yield "plte-after-idat", SIGNATURE + header(WIDTH, HEIGHT, 8, png.PALETTE) + picture + \
        chunk(b"PLTE", bytes(768)) + END, "corrupt_image", "the palette comes after the pixels"
    yield "plte-not-by-three", SIGNATURE + header(WIDTH, HEIGHT, 8, png.PALETTE) + chunk(b"PLTE", bytes(7)) + picture + END, \
        "corrupt_image", "palette of 7 bytes"
    yield "no-idat", SIGNATURE + ihdr + END, "corrupt_image", "complete file without pixels"
    yield "idat-before-ihdr", SIGNATURE + picture + ihdr + END, "corrupt_image", "IDAT comes before IHDR"
    yield "two-ihdr", SIGNATURE + ihdr + ihdr + picture + END, "corrupt_image", "IHDR twice"
    yield "two-ihdr-different", SIGNATURE + ihdr + header(16000, 4000) + picture + END, "corrupt_image", \
        "a second IHDR that asks for far more memory"
    yield "long-ihdr", SIGNATURE + chunk(b"IHDR", ihdr[8:-4] + b"\0") + picture + END, "corrupt_image", "IHDR of 14 bytes"
    yield "unknown-critical", SIGNATURE + ihdr + chunk(b"ABCD", b"x") + picture + END, "corrupt_image", \
        "an unknown chunk that claims to be needed"
    half = len(picture) // 2
    yield "split-idat-interrupted", SIGNATURE + ihdr + chunk(b"IDAT", picture[8:half]) + chunk(b"PLTE", bytes(3)) + \
        chunk(b"IDAT", picture[half:-4]) + END, "corrupt_image", "a kept chunk stands between the parts of IDAT"

    # Too large
    yield "huge-ihdr", SIGNATURE + header(0x7FFFFFFF, 0x7FFFFFFF) + picture + END, "image_too_large", "2^31-1 pixels square"
    yield "million-wide", SIGNATURE + header(1_000_001, 1) + picture + END, "image_too_large", "one side over 16384"
    yield "square-20000", SIGNATURE + header(20000, 20000, 1) + chunk(b"IDAT", zeros(2501 * 20000)) + END, \
        "image_too_large", "400 megapixels of one bit in a small file"
    yield "just-too-wide", SIGNATURE + header(16385, 8, 1) + idat(b"\0" * (2050 * 8)) + END, "image_too_large", \
        "one pixel over the longest side"
    yield "just-too-many-pixels", SIGNATURE + header(16384, 4097, 1) + chunk(b"IDAT", zeros(2049 * 4097)) + END, \
        "image_too_large", "67.1 megapixels, both sides legal"
    yield "width-over-2-31", SIGNATURE + header(0x80000001, 1) + picture + END, "image_too_large", \
        "a width over 2^31-1 that is negative when read as signed"

    # Odd but readable
    yield "plain", whole, "ok", "the file all the others were made from"
    yield "extra-data", SIGNATURE + ihdr + idat(pixels + bytes(5000)) + END, "ok", "more image data than the picture needs"
    yield "bad-crc-text", SIGNATURE + ihdr + chunk(b"tEXt", b"a\0b", 0) + picture + END, "ok", \
        "only a text chunk is damaged, and text chunks are dropped"
    yield "trailing-garbage", whole + b"TRAILING" * 1000, "ok", "8 KB after IEND"
    yield "second-png", whole + whole, "ok", "a second PNG after the first"
    packed = picture[8:-4]
    yield "split-idat-bytes", SIGNATURE + ihdr + b"".join(chunk(b"IDAT", bytes([b])) for b in packed) + END, "ok", \
        "image data in chunks of one byte"
    yield "empty-idats", SIGNATURE + ihdr + chunk(b"IDAT") * 2000 + picture + END, "ok", "2000 empty IDAT chunks first"
    yield "split-idat-by-text", SIGNATURE + ihdr + chunk(b"IDAT", packed[:50]) + chunk(b"tEXt", b"a\0b") + \
        chunk(b"IDAT", packed[50:]) + END, "ok", \
        "a text chunk between the parts of IDAT is against the standard but is dropped before decoding"
    frame = lambda n: chunk(b"fcTL", struct.pack(">IIIIIHHBB", n, WIDTH, HEIGHT, 0, 0, 1, 10, 0, 0))
    yield "apng", SIGNATURE + ihdr + chunk(b"acTL", struct.pack(">II", 2, 0)) + frame(0) + picture + frame(1) + \
        chunk(b"fdAT", struct.pack(">I", 2) + zlib.compress(b"\0" * len(pixels))) + END, "ok", \
        "an animation: the first frame is the picture"
    bomb = zlib.compress(b"A" * 7_900_000, 9)
    texts = b"".join(chunk(b"zTXt", b"k%d\0\0" % i + bomb) for i in range(50))
    yield "ztxt-bomb", SIGNATURE + ihdr + texts + picture + END, "ok", "395 MB of text packed into 0.4 MB, to be dropped unread"
    long_chunk = chunk(b"juNk", bytes(200_000))
    yield "big-ancillary", SIGNATURE + ihdr + long_chunk + picture + END, "ok", "200 KB of an unknown chunk that may be dropped"
    yield "palette-index-out-of-range", SIGNATURE + header(WIDTH, HEIGHT, 8, png.PALETTE) + \
        chunk(b"PLTE", bytes(6)) + picture + END, "no_text_found", \
        "two palette entries, pixels point behind them: libpng reads those as black"

    # Readable, nothing to read
    yield "one-pixel", SIGNATURE + header(1, 1) + idat(b"\0\0") + END, "no_text_found", "1 x 1"
    yield "three-pixels", SIGNATURE + header(3, 3) + idat(b"\0\0\xff\0" * 3) + END, "no_text_found", "3 x 3"
    yield "widest-line", SIGNATURE + header(16384, 1) + idat(bytes(16385)) + END, "no_text_found", "16384 x 1"
    yield "all-black", SIGNATURE + header(640, 360) + idat(bytes(641 * 360)) + END, "no_text_found", "black"
    clear = [[v for s in row for v in (s, s, s, 0)] for row in grey]
    yield "clear-text", png.encode(clear, 8, png.RGBA), "no_text_found", "text whose every pixel is fully transparent"
    yield "inflate-bomb", SIGNATURE + header(16384, 3900) + chunk(b"IDAT", zeros(16385 * 3900)) + END, "no_text_found", \
        "64 MB of zeros in 64 KB, just within the limits"
    checks = b"".join(b"\0" + bytes(255 * ((x // 2 + y // 2) & 1) for x in range(400)) for y in range(300))
    yield "checkerboard", SIGNATURE + header(400, 300) + idat(checks) + END, "no_text_found", "a checkerboard of 2 pixels"


def named():
    """Every file with its name."""
    for name, data, *expected in files():
        yield f"{name}.png", data, *expected
    for ending, made in (("jpg", hostile_compressed.jpeg_files()), ("webp", hostile_compressed.webp_files())):
        for name, data, *expected in made:
            yield f"{name}-{ending}.png" if name == "png-name" else f"{name}.{ending}", data, *expected


def main():
    folder = TESTDATA / "images" / "hostile"
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, data, outcome, reason in named():
        assert outcome in OUTCOMES, outcome
        (folder / name).write_bytes(data)
        lines += [f"- file: images/hostile/{name}\n", f"  expected: {outcome}\n", f"  why: {json.dumps(reason)}\n"]
    (TESTDATA / "expected" / "hostile.yaml").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
