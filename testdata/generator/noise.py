#!/usr/bin/env python3
"""Writes seeded 8-bit grey noise as PNG (standard library only), which takes very long to recognize and has no words.

usage: noise.py WIDTH HEIGHT SEED OUT
"""

import random
import sys
import zlib

import png


def noise(width, height, seed):
    """A PNG file of `width` x `height` pixels; the same arguments give the same bytes."""
    generator = random.Random(seed)
    rows = b"".join(b"\0" + generator.randbytes(width) for _ in range(height))
    data = zlib.compress(rows, 1)  # noise does not compress, so do not try hard
    return png.SIGNATURE + png.header(width, height) + png.chunk(b"IDAT", data) + png.chunk(b"IEND")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__.strip().splitlines()[-1])
    with open(sys.argv[4], "wb") as out:
        out.write(noise(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
