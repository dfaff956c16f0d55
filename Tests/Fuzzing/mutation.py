"""Shared by the mutators of all formats."""

from pathlib import Path
from random import Random

REPOSITORY = Path(__file__).resolve().parents[2]
EDGES = [0, 1, 2, 7, 8, 255, 256, 16384, 16385, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1]


def samples(suffix):
    """The committed pictures of a format, all well-formed."""
    return [path.read_bytes() for path in sorted((REPOSITORY / "testdata/images/formats").glob(f"*.{suffix}"))]


def edge(random, bits=32):
    value = random.choice(EDGES) if random.random() < 0.7 else random.getrandbits(bits)
    return value & (2**bits - 1)


def flip(random, content):
    """Changes some bits."""
    content = bytearray(content)
    for _ in range(random.choice([1, 1, 2, 16])):
        if content:
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    return bytes(content)


def finished(random, content):
    """Sometimes cuts the file, appends to it, or changes bits anywhere."""
    last = random.random()
    if last < 0.05:
        return content[:random.randrange(len(content) + 1)]
    if last < 0.10:
        return content + random.randbytes(random.randrange(64))
    if last < 0.15:
        return flip(random, content)
    return content


class PartsMutator:
    """Changes a list of parts (chunks, segments), each a tuple that starts with a kind and bytes."""

    def __init__(self, seed, files, kinds):
        """`files`: lists of the parts of well-formed files; `kinds`: the kinds a part may be renamed to."""
        self.random = Random(seed)
        self.files = files
        self.kinds = kinds

    def any_kind(self):
        return self.random.choice(self.kinds)

    def any_bytes(self, parts):
        if parts:
            index = self.random.randrange(len(parts))
            self.change(parts, index, flip(self.random, parts[index][1]))

    def change(self, parts, index, data):
        parts[index] = (parts[index][0], bytes(data), *parts[index][2:])

    def place(self, parts, kinds):
        """Index of a random non-empty part of one of these kinds; None if there is none."""
        places = [index for index, part in enumerate(parts) if part[0] in kinds and part[1]]
        return self.random.choice(places) if places else None

    def swap(self, parts):
        if len(parts) > 1:
            one, other = self.random.sample(range(len(parts)), 2)
            parts[one], parts[other] = parts[other], parts[one]

    def double(self, parts):
        if parts:
            index = self.random.randrange(len(parts))
            parts[index:index] = [parts[index]] * self.random.choice([1, 1, 2, 50])

    def drop(self, parts):
        if parts:
            del parts[self.random.randrange(len(parts))]

    def rename(self, parts):
        if parts:
            index = self.random.randrange(len(parts))
            parts[index] = (self.any_kind(), *parts[index][1:])

    def borrow(self, parts):
        """A part of another file."""
        other = self.random.choice(self.files)
        if parts and other:
            parts[self.random.randrange(len(parts))] = self.random.choice(other)
