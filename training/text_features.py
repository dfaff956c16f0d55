"""The features of the text model, the same numbers as Sources/RiskAnalysis/TextModel/TextFeatures.swift.

Words come folded from risk-evaluate, so no text is cut into words here.
"""

import functools

BITS = 18
MASK = (1 << 64) - 1
FNV_BASIS, FNV_PRIME = 0xCBF2_9CE4_8422_2325, 0x100_0000_01B3
# 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4): spreads what it is multiplied with.
SPREAD = 0x9E37_79B9_7F4A_7C15
LENGTHS = (4, 5)


def fnv(tag, scalars):
    value = ((FNV_BASIS ^ ord(tag)) * FNV_PRIME) & MASK
    for scalar in scalars:
        value = ((value ^ scalar) * FNV_PRIME) & MASK
    return value


def bucket(value):
    return ((value * SPREAD) & MASK) >> (64 - BITS)


@functools.lru_cache(maxsize=None)
def word_hash(word):
    return fnv("w", map(ord, word))


@functools.lru_cache(maxsize=None)
def word_buckets(word):
    """The word itself and, unless it is a class such as "<link>", its pieces."""
    buckets = [bucket(word_hash(word))]
    if not word.startswith("<"):
        scalars = [ord("^"), *map(ord, word), ord("$")]
        for length in LENGTHS:
            buckets += [bucket(fnv("c", scalars[i : i + length])) for i in range(len(scalars) - length + 1)]
    return tuple(buckets)


@functools.lru_cache(maxsize=2_000_000)
def pair_bucket(first, second):
    return bucket((word_hash(first) * SPREAD & MASK) ^ word_hash(second))


def passage_buckets(words):
    """Every feature of a passage once."""
    buckets = set()
    for index, word in enumerate(words):
        buckets.update(word_buckets(word))
        if index:
            buckets.add(pair_bucket(words[index - 1], word))
    return buckets
