"""Generates JPEG files, most with a single defect."""

import struct

from mutation import PartsMutator, edge, finished, flip, samples

MARKERS = [0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC9, 0xCC, 0xD0, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xE0, 0xE1, 0xE2,
           0xEE, 0xFE, 0x01, 0x02, 0xF7]
FRAMES = range(0xC0, 0xC3)
EXIF = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"


def parts(content):
    """Marker, content and scan data of each segment of a well-formed file."""
    found, at = [], 2
    while content[at + 1] != 0xD9:
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = scan_end = at + 2 + length
        if content[at + 1] == 0xDA:
            while content[scan_end] != 0xFF or content[scan_end + 1] == 0 or 0xD0 <= content[scan_end + 1] <= 0xD7:
                scan_end += 1
        found.append((content[at + 1], content[at + 4:end], content[end:scan_end]))
        at = scan_end
    return found


class JPEGMutator(PartsMutator):
    def __init__(self, seed):
        super().__init__(seed, [parts(content) for content in samples("jpg")], MARKERS)

    def make(self):
        segments = list(self.random.choice(self.files))
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 8])):
            change = self.random.choice(
                [self.frame, self.scan_header, self.scan_data, self.scan_data, self.table, self.any_bytes, self.swap,
                 self.double, self.drop, self.insert, self.rename, self.borrow, self.stuff, self.repeat_scans, self.exif])
            change(segments)
        content = b"\xff\xd8"
        for marker, data, scan in segments:
            length = edge(self.random, 16) if self.random.random() < 0.01 else min(len(data) + 2, 65535)
            content += struct.pack(">BBH", 0xFF, marker, length) + data + scan
        return finished(self.random, content + b"\xff\xd9")

    def frame(self, segments):
        index = self.place(segments, FRAMES)
        if index is None or len(segments[index][1]) < 9:
            return
        data = bytearray(segments[index][1])
        field = self.random.randrange(5)
        if field < 2:
            (old,) = struct.unpack_from(">H", data, 1 + 2 * field)
            new = self.random.choice([edge(self.random, 16), old + 1, max(0, old - 1), old * 2, old // 8]) & 0xFFFF
            struct.pack_into(">H", data, 1 + 2 * field, new)
        elif field == 2:
            data[self.random.choice([0, 5])] = self.random.choice([0, 1, 2, 3, 4, 8, 12, 255])
        else:
            component = self.random.randrange((len(data) - 6) // 3)
            at = 6 + 3 * component + self.random.randrange(3)
            data[at] = self.random.choice([0, 1, 2, 3, 0x11, 0x12, 0x21, 0x22, 0x33, 0x41, 0x14, 0x44, 0x52, 255])
        self.change(segments, index, data)

    def scan_header(self, segments):
        index = self.place(segments, [0xDA])
        if index is not None and segments[index][1]:
            data = bytearray(segments[index][1])
            data[self.random.randrange(len(data))] = self.random.choice([0, 1, 2, 3, 0x10, 0x11, 0x21, 0x33, 63, 64, 255])
            self.change(segments, index, data)

    def scan_data(self, segments):
        index = self.place(segments, [0xDA])
        if index is None:
            return
        marker, data, scan = segments[index]
        way = self.random.randrange(5)
        if way == 0:
            scan = flip(self.random, scan)
        elif way == 1:
            scan = scan[:self.random.randrange(len(scan) + 1)]
        elif way == 2:
            scan = self.random.randbytes(self.random.randrange(4_000))
        elif way == 3:
            at = self.random.randrange(len(scan) + 1)
            scan = scan[:at] + bytes([0xFF, self.random.choice([0, 0xFF, 0xD0, 0xD3, 0xD7, 1, 2])]) + scan[at:]
        else:
            scan = scan[:len(scan) // 2] + bytes(self.random.choice([1, 64, 5_000]))
        segments[index] = (marker, data, scan)

    def table(self, segments):
        index = self.place(segments, [0xC4, 0xDB, 0xDD])
        if index is None or not segments[index][1]:
            return
        data = bytearray(segments[index][1])
        for _ in range(self.random.choice([1, 1, 4, 16])):
            data[self.random.randrange(min(len(data), self.random.choice([1, 17, 600])))] = self.random.choice(
                [0, 1, 2, 3, 0x10, 0x13, 16, 255, self.random.getrandbits(8)])
        self.change(segments, index, data)

    def repeat_scans(self, segments):
        """Like a bomb: many scans that add nothing."""
        index = self.place(segments, [0xDA])
        if index is not None:
            marker, data, _ = segments[index]
            segments[index:index] = [(marker, data, b"")] * self.random.choice([5, 60, 70])

    def insert(self, segments):
        data = self.random.choice([b"", self.random.randbytes(self.random.randrange(1_100)), bytes(60_000)])
        prefix = self.random.choice([b"", b"JFIF\0", b"Adobe", b"Exif\0\0", b"ICC_PROFILE\0\1\1"])
        segments.insert(
            self.random.randrange(len(segments) + 1), (self.random.choice(MARKERS), prefix + data, b""))

    def exif(self, segments):
        segments.insert(0, (0xE1, flip(self.random, EXIF), b""))

    def stuff(self, segments):
        """Bytes between segments."""
        if segments:
            index = self.random.randrange(len(segments))
            marker, data, scan = segments[index]
            stray = self.random.choice([b"\xff", b"\xff\xff\xff", b"\0", b"\xff\0", self.random.randbytes(5)])
            segments[index] = (marker, data, scan + stray)
