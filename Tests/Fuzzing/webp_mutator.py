"""Generates WebP files, most with a single defect."""

import struct

from mutation import PartsMutator, edge, finished, flip, samples

KINDS = [b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"EXIF", b"XMP ", b"ICCP", b"ABCD"]
FRAME_HEADER = 16


def parts(content):
    """The chunks of a well-formed file, without the file header."""
    found, at = [], 0
    while at + 8 <= len(content):
        kind, length = struct.unpack_from("<4sI", content, at)
        found.append((kind, content[at + 8:at + 8 + length]))
        at += 8 + length + length % 2
    return found


class WebPMutator(PartsMutator):
    def __init__(self, seed):
        super().__init__(seed, [parts(content[12:]) for content in samples("webp")], KINDS)

    def any_kind(self):
        return self.random.choice(KINDS + [self.random.randbytes(4)])

    def make(self):
        chunks = list(self.random.choice(self.files))
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 8])):
            change = self.random.choice(
                [self.start, self.start, self.pixel_data, self.pixel_data, self.any_bytes, self.swap, self.double,
                 self.drop, self.insert, self.rename, self.borrow, self.within])
            change(chunks)
        body = b"WEBP" + self.joined(chunks)
        size = len(body)
        if self.random.random() < 0.02:
            size = self.random.choice([edge(self.random), size - 1, size + 1, size // 2])
        return finished(self.random, b"RIFF" + struct.pack("<I", size & (2**32 - 1)) + body)

    def joined(self, chunks):
        content = b""
        for kind, data in chunks:
            length = edge(self.random) if self.random.random() < 0.01 else len(data)
            content += kind + struct.pack("<I", length) + data + b"\0" * (len(data) % 2)
        return content

    def start(self, chunks):
        """Changes the start of a chunk, which holds sizes and flags."""
        index = self.place(chunks, [b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANMF"])
        if index is None:
            return
        kind, data = chunks[index]
        data = bytearray(data)
        count = {b"VP8X": 10, b"VP8 ": 30, b"VP8L": 20, b"ALPH": 4, b"ANMF": 24}[kind]
        for _ in range(self.random.choice([1, 1, 2])):
            data[self.random.randrange(min(count, len(data)))] = self.random.choice(
                [0, 1, 2, 0x10, 0x3F, 0x7F, 0x80, 255, self.random.getrandbits(8)])
        chunks[index] = (kind, bytes(data))

    def pixel_data(self, chunks):
        index = self.place(chunks, [b"VP8 ", b"VP8L", b"ALPH", b"ANMF"])
        if index is None:
            return
        kind, data = chunks[index]
        way = self.random.randrange(5)
        if way == 0:
            data = flip(self.random, data)
        elif way == 1:
            data = data[:self.random.randrange(len(data) + 1)]
        elif way == 2:
            data += self.random.randbytes(self.random.randrange(500))
        elif way == 3:
            # Replaces everything after the header.
            data = data[:10] + self.random.randbytes(self.random.randrange(3_000))
        else:
            at = self.random.randrange(len(data))
            data = data[:at] + bytes(min(64, len(data) - at)) + data[at + 64:]
        chunks[index] = (kind, data)

    def within(self, chunks):
        """Changes the chunks inside a frame of an animation."""
        index = self.place(chunks, [b"ANMF"])
        if index is None or len(chunks[index][1]) < FRAME_HEADER:
            return
        kind, data = chunks[index]
        inner = parts(data[FRAME_HEADER:])
        self.random.choice([self.start, self.pixel_data, self.double, self.drop, self.insert, self.rename])(inner)
        chunks[index] = (kind, data[:FRAME_HEADER] + self.joined(inner))

    def insert(self, chunks):
        data = self.random.choice([b"", self.random.randbytes(self.random.randrange(1_100)), bytes(60_000)])
        chunks.insert(self.random.randrange(len(chunks) + 1), (self.random.choice(KINDS), data))
