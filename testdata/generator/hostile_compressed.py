"""Small broken and hostile JPEG and WebP files, made from those in images/formats, with the outcome required for each.

The expected outcome is that of a reader which first walks over the container: everything up to the last marker (JPEG)
or to the end stated in the header (WebP) must be there; every stated size is checked before anything of that size is
allocated; damage within the data of a JPEG scan is shown, as every viewer does.
"""

import pathlib
import struct

FORMATS = pathlib.Path(__file__).resolve().parent.parent / "images" / "formats"
SOI, EOI = b"\xff\xd8", b"\xff\xd9"


class Jpeg:
    """The segments with a length before the first scan, and the rest of the file."""

    def __init__(self, data):
        self.segments, place = [], 2
        while data[place + 1] != 0xDA:
            length = struct.unpack(">H", data[place + 2:place + 4])[0]
            self.segments.append((data[place + 1], data[place + 4:place + 2 + length]))
            place += 2 + length
        self.scan = data[place:]

    def file(self, segments=None, scan=None):
        parts = self.segments if segments is None else segments
        return SOI + b"".join(segment(*part) for part in parts) + (self.scan if scan is None else scan)

    def changed(self, marker, change):
        """The file with the content of each segment of a kind changed."""
        return self.file([(kind, change(content) if kind == marker else content) for kind, content in self.segments])


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def jpeg_files():
    """Name, bytes, outcome and reason of every file."""
    grey = Jpeg((FORMATS / "grey.jpg").read_bytes())
    color = Jpeg((FORMATS / "color-420.jpg").read_bytes())
    progressive = (FORMATS / "grey-progressive.jpg").read_bytes()
    whole = grey.file()
    size = lambda width, height: lambda frame: frame[:1] + struct.pack(">HH", height, width) + frame[5:]

    # No picture, or not the whole of it
    yield "soi-only", SOI, "truncated", "the first marker and nothing else"
    yield "soi-and-eoi", SOI + EOI, "corrupt_image", "a beginning and an end, and nothing between"
    yield "text-after-signature", SOI + b"\xff hello, this is a text file\n" * 8, "corrupt_image", "a signature before a text"
    yield "no-eoi", whole[:-2], "truncated", "all of the picture is there but the last marker"
    yield "cut-in-half", whole[:len(whole) // 2], "truncated", "half of the file"
    yield "cut-in-segment", whole[:30], "truncated", "ends inside a segment"
    yield "cut-progressive", progressive[:-len(progressive) // 3], "truncated", "the last layers are missing"
    yield "long-segment", SOI + b"\xff\xe1\xff\xff" + b"x" * 100, "truncated", "a segment longer than the file"
    yield "length-1", SOI + b"\xff\xdb\x00\x01" + whole[2:], "corrupt_image", "a length that does not even hold itself"

    # Damaged
    yield "no-frame", grey.file([part for part in grey.segments if part[0] != 0xC0]), "corrupt_image", "a scan without a header"
    yield "two-frames", grey.file([part for part in grey.segments for _ in range(2 if part[0] == 0xC0 else 1)]), \
        "corrupt_image", "two headers"
    yield "short-frame", grey.changed(0xC0, lambda frame: frame[:-1]), "corrupt_image", "a header that lacks a byte"
    yield "zero-width", grey.changed(0xC0, size(0, 80)), "corrupt_image", "width 0"
    yield "zero-height", grey.changed(0xC0, size(600, 0)), "corrupt_image", "height 0, to be stated after the picture"
    yield "five-components", grey.changed(0xC0, lambda frame: frame[:5] + b"\5" + bytes(
        value for number in range(5) for value in (number, 0x11, 0))), "corrupt_image", "five colors"
    yield "same-component-twice", color.changed(0xC0, lambda frame: frame[:9] + frame[6:9] + frame[12:]), \
        "corrupt_image", "two colors of one name"
    yield "sampling-15", color.changed(0xC0, lambda frame: frame[:7] + b"\xff" + frame[8:]), "corrupt_image", \
        "sampling factors of 15"
    yield "huffman-of-256", grey.changed(0xC4, lambda tables: tables[:1] + b"\xff" * 16 + tables[17:]), "corrupt_image", \
        "a table with 4,080 codes"
    yield "quantization-cut", grey.changed(0xDB, lambda tables: tables[:-1]), "corrupt_image", "a table that lacks a byte"
    yield "scan-of-unknown", grey.file(scan=grey.scan[:5] + b"\x77" + grey.scan[6:]), "corrupt_image", \
        "a scan of a color that the header does not have"

    # Kinds that are refused by name, and sizes
    yield "arithmetic", grey.file([(0xC9 if kind == 0xC0 else kind, content) for kind, content in grey.segments]), \
        "unsupported_format", "arithmetic coding"
    yield "lossless", grey.file([(0xC3 if kind == 0xC0 else kind, content) for kind, content in grey.segments]), \
        "unsupported_format", "lossless, by its header"
    yield "twelve-bits", grey.changed(0xC0, lambda frame: b"\x0c" + frame[1:]), "unsupported_format", "12 bits a sample"
    yield "square-65535", grey.changed(0xC0, size(65535, 65535)), "image_too_large", "4,295 megapixels in six kilobytes"
    yield "just-too-wide", grey.changed(0xC0, size(16385, 8)), "image_too_large", "one pixel over the longest side"
    yield "hundred-scans", SOI + b"".join(segment(*part) for part in grey.segments) + grey.scan[:-2] * 100 + EOI, \
        "image_too_large", "a hundred layers, each of which costs a walk over the whole picture"
    yield "many-segments", SOI + segment(0xFE, b"") * 66_000 + whole[2:], "image_too_large", "66,000 empty comments"

    # Odd but readable
    yield "plain", whole, "ok", "the file most of the others were made from"
    yield "trailing-garbage", whole + b"TRAILING" * 1000, "ok", "8 KB after the end"
    yield "no-huffman", grey.file([part for part in grey.segments if part[0] != 0xC4]), "ok", \
        "without tables, as cameras send their frames: libjpeg-turbo takes the usual ones"
    yield "filler", whole[:2] + b"\xff" * 500 + whole[2:], "ok", "500 bytes FF before a marker"
    yield "thumbnail", whole[:2] + segment(0xE1, b"Exif\0\0" + whole) + whole[2:], "ok", "a whole picture in its Exif data"
    yield "exif-loop", whole[:2] + segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\1\x87\x69\0\4\0\0\0\1\0\0\0\x08\0\0\0\0") + whole[2:], \
        "ok", "a directory of Exif data that names itself"
    yield "exif-prefixes", whole[:2] + segment(0xE1, b"Exif\0\0" * 10_900) + whole[2:], "ok", "the mark of Exif data 10,900 times"
    yield "png-name", whole, "ok", "a JPEG whose name ends in .png"


class WebP:
    def __init__(self, data):
        self.chunks, place = [], 12
        while place + 8 <= len(data):
            kind, length = data[place:place + 4], struct.unpack("<I", data[place + 4:place + 8])[0]
            self.chunks.append((kind, data[place + 8:place + 8 + length]))
            place += 8 + length + (length & 1)


def webp(chunks, size=None):
    body = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def extended(width, height, flags=0):
    return b"VP8X", bytes([flags, 0, 0, 0]) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]


def webp_files():
    """Name, bytes, outcome and reason of every file."""
    (lossy,) = WebP((FORMATS / "lossy.webp").read_bytes()).chunks
    (lossless,) = WebP((FORMATS / "lossless.webp").read_bytes()).chunks
    animation = WebP((FORMATS / "animation.webp").read_bytes()).chunks
    whole = webp([lossy])
    data = lossy[1]

    # No picture, or not the whole of it
    yield "riff-only", b"RIFF", "truncated", "the first four bytes"
    yield "size-0", webp([lossy], 0), "truncated", "a size that the writer has not filled in yet"
    yield "cut-in-half", whole[:len(whole) // 2], "truncated", "half of the file"
    yield "cut-last-byte", whole[:-1], "truncated", "the last byte is missing"
    yield "size-4g", webp([lossy], 0xFFFFFFFF), "truncated", "a header that promises four gigabytes"
    yield "wave", b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + bytes(28), "unsupported_format", "a sound in the same container"

    # Damaged
    yield "no-chunks", webp([]), "corrupt_image", "a container with nothing in it"
    yield "unknown-chunks", webp([(b"ABCD", bytes(40))]), "corrupt_image", "a container without a picture"
    yield "chunk-too-long", whole[:16] + struct.pack("<I", 0x7FFFFFFF) + whole[20:], "corrupt_image", "a chunk longer than its file"
    yield "bad-start-code", webp([(b"VP8 ", data[:3] + b"\0\0\0" + data[6:])]), "corrupt_image", "the start code is wrong"
    yield "no-key-frame", webp([(b"VP8 ", bytes([data[0] | 1]) + data[1:])]), "corrupt_image", "a frame that needs another one"
    yield "hidden-frame", webp([(b"VP8 ", bytes([data[0] & 0xEF]) + data[1:])]), "corrupt_image", "a frame that is not to be shown"
    yield "partition-too-long", webp([(b"VP8 ", bytes([data[0] | 0xE0, 0xFF, 0xFF]) + data[3:])]), "corrupt_image", \
        "a first part longer than the data"
    yield "short-data", webp([(b"VP8 ", data[:200])]), "corrupt_image", "a whole file whose picture data ends early"
    yield "lossless-version-7", webp([(b"VP8L", lossless[1][:4] + bytes([lossless[1][4] | 0xE0]) + lossless[1][5:])]), \
        "corrupt_image", "a version of lossless data that does not exist"
    yield "lossless-noise", webp([(b"VP8L", lossless[1][:5] + bytes((7 * n * n + 3 * n) & 0xFF for n in range(4000)))]), \
        "corrupt_image", "lossless data whose tables are noise"
    yield "other-size", webp([extended(900, 700), lossy]), "corrupt_image", "a header of another size than the picture's"
    yield "empty-animation", webp([extended(600, 80, 2), (b"ANIM", bytes(6))]), "corrupt_image", "an animation without a frame"
    frame = [(kind, b"\xff\xff\xff" + part[3:] if kind == b"ANMF" else part) for kind, part in animation]
    yield "frame-outside", webp(frame), "corrupt_image", "an animation whose frame lies outside of it"

    # Sizes
    yield "square-16m", webp([extended(1 << 24, 1 << 24), lossy]), "image_too_large", "a header of 16,777,216 pixels square"
    large = struct.pack("<HH", 16383, 16383)
    yield "square-16383", webp([(b"VP8 ", data[:6] + large + data[10:])]), "image_too_large", "268 megapixels by its data alone"
    bits = 16382 | 16382 << 14
    yield "lossless-16383", webp([(b"VP8L", b"\x2f" + struct.pack("<I", bits) + lossless[1][5:])]), "image_too_large", \
        "268 megapixels of lossless data"
    yield "many-chunks", webp([lossy] + [(b"junk", b"")] * 10) , "ok", "ten empty chunks behind the picture"

    # Odd but readable
    yield "plain", whole, "ok", "the file most of the others were made from"
    yield "trailing-garbage", whole + b"TRAILING" * 1000, "ok", "8 KB after the end"
    yield "exif-prefixes", webp([extended(600, 80, 8), lossy, (b"EXIF", b"Exif\0\0" * 8000)]), "ok", \
        "the mark of Exif data 8,000 times"
    yield "profile-4k", webp([extended(600, 80, 0x20), (b"ICCP", bytes(4000)), lossy]), "ok", "a color profile of zeros"
    yield "two-pictures", webp([extended(600, 80), lossy, lossless]), "ok", "a second picture in the same file"
    yield "png-name", whole, "ok", "a WebP whose name ends in .png"
