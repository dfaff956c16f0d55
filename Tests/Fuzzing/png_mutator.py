"""Generates PNG files, most with a single defect."""

import struct
import zlib

from mutation import REPOSITORY, PartsMutator, edge, finished, flip, samples

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KINDS = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT", b"zTXt", b"iCCP", b"eXIf", b"ABCD", b"gAMA"]


def chunk(kind, data, checksum=None):
    checksum = zlib.crc32(kind + data) if checksum is None else checksum
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def parts(content):
    """The chunks of a well-formed file."""
    position, found = 8, []
    while position + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, position)
        found.append((content[position + 4:position + 8], content[position + 8:position + 8 + length]))
        position += 12 + length
    return found


class PNGMutator(PartsMutator):
    def __init__(self, seed):
        hostile = sorted((REPOSITORY / "testdata/images/hostile").glob("*.png"))
        hostile = [path.read_bytes() for path in hostile if 57 < path.stat().st_size < 20_000]
        files = [parts(content) for content in samples("png") + hostile if content.startswith(SIGNATURE)]
        super().__init__(seed, files, KINDS)
        self.pixels = {}

    def any_kind(self):
        return self.random.choice(KINDS + [self.random.randbytes(4)])

    def scribble(self):
        """A small picture of strokes, half letters and blocks, which line finding and the engine interpret
        differently."""
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
        chunks = list(self.random.choice(self.files))
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 8])):
            change = self.random.choice(
                [self.header, self.pixel_data, self.any_bytes, self.swap, self.double, self.drop, self.insert,
                 self.rename, self.split, self.borrow])
            change(chunks)
        content = SIGNATURE
        for kind, data in chunks:
            wrong = self.random.random()
            if wrong < 0.01:
                content += chunk(kind, data, self.random.getrandbits(32))
            elif wrong < 0.02:
                content += struct.pack(">I", edge(self.random)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            else:
                content += chunk(kind, data)
        return finished(self.random, content)

    def header(self, chunks):
        if not chunks or len(chunks[0][1]) != 13:
            return
        fields = list(struct.unpack(">IIBBBBB", chunks[0][1]))
        field = self.random.randrange(7)
        if field < 2:
            fields[field] = self.random.choice([edge(self.random), fields[field] + 1, max(0, fields[field] - 1), fields[field] * 2])
            fields[field] &= 2**32 - 1
        elif field == 2:
            fields[2] = self.random.choice([1, 2, 4, 8, 16, 3, 0, 255])
        elif field == 3:
            fields[3] = self.random.choice([0, 2, 3, 4, 6, 1, 5, 7])
        else:
            fields[field] = self.random.choice([0, 1, 1, 2, 255])
        chunks[0] = (chunks[0][0], struct.pack(">IIBBBBB", *fields))

    def pixel_data(self, chunks):
        """Changes the compressed stream or its content, with correct checksums around it."""
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
            packed = flip(self.random, packed)
        elif way == 1:
            packed = zlib.compress(flip(self.random, data), 1)
        elif way == 2:
            packed = zlib.compress(data[:self.random.randrange(len(data) + 1)], 1)
        elif way == 3:
            packed = zlib.compress(data + self.random.randbytes(self.random.randrange(2_000)), 1)
        else:
            packed = zlib.compress(self.random.randbytes(self.random.randrange(3_000)), 0)
        chunks[places[0]] = (b"IDAT", packed)
        for index in reversed(places[1:]):
            del chunks[index]

    def insert(self, chunks):
        kind = self.random.choice(KINDS)
        data = self.random.choice([b"", self.random.randbytes(self.random.randrange(1_100)), zlib.compress(bytes(100_000))])
        if kind == b"zTXt":
            data = b"Comment\0\0" + data
        elif kind == b"iCCP":
            data = b"profile\0\0" + data
        chunks.insert(self.random.randrange(len(chunks) + 1), (kind, data))

    def split(self, chunks):
        places = [index for index, (kind, data) in enumerate(chunks) if kind == b"IDAT" and len(data) > 1]
        if places:
            index = self.random.choice(places)
            data = chunks[index][1]
            size = self.random.choice([1, 3, len(data) // 2])
            size = max(size, len(data) // 300)
            chunks[index:index + 1] = [(b"IDAT", data[at:at + size]) for at in range(0, len(data), size)]
