"""What the makers of pictures share."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
EDGES = [0, 1, 2, 7, 8, 255, 256, 16384, 16385, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1]


def samples(suffix):
    """The committed pictures of a format, which are all right."""
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
    """Now and then cut, with something behind it, or with bits changed anywhere."""
    last = random.random()
    if last < 0.05:
        return content[:random.randrange(len(content) + 1)]
    if last < 0.10:
        return content + random.randbytes(random.randrange(64))
    if last < 0.15:
        return flip(random, content)
    return content
