"""Reads what `risk-evaluate --training-pages` writes, and makes the features of the page's model from it."""

import functools
import json

import numpy as np
import scipy.sparse
import xxhash

# Words and word pairs share one half of the places, parts of words use the other
# (Sources/TextClassification/NGramClassifier.swift).
PLACES = 1 << 18
WORD_PARTS = (3, 4, 5)


def place(text):
    return xxhash.xxh3_64_intdigest(text.encode()) % PLACES


@functools.lru_cache(maxsize=1 << 20)
def places_of_word(word):
    """The word itself, and its parts including the space before and after it."""
    padded = f" {word} "
    parts = {padded[start : start + size] for size in WORD_PARTS for start in range(len(padded) - size + 1)}
    return [place(word), *(PLACES + place(part) for part in parts)]


def places_of_line(line):
    """Places of all features of a line of input, without duplicates, ascending."""
    words = line.split(" ")
    places = {found for word in words for found in places_of_word(word)}
    places.update(place(f"{first} {second}") for first, second in zip(words, words[1:]))
    return np.array(sorted(places), dtype=np.int32)


def ngrams(lines, half=PLACES):
    """One row of length one for each line; each feature is present or not. `half`: of the places, a power of two."""
    rows = [places_of_line(line) for line in lines]
    if half < PLACES:
        rows = [np.unique(np.where(row < PLACES, row % half, half + row % half)) for row in rows]
    starts = np.cumsum([0] + [len(row) for row in rows])
    values = np.concatenate([np.full(len(row), max(1, len(row)) ** -0.5, np.float32) for row in rows])
    return scipy.sparse.csr_matrix((values, np.concatenate(rows), starts), shape=(len(rows), 2 * half))


def read(paths):
    """Rows, the numbers of their pages as one matrix, and those of the worst passages: where a row has none, of the page."""
    rows, pages, passages = [], [], []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            part = [json.loads(line) for line in file]
        if not part:
            continue
        counts = np.array([2 if "worst" in row else 1 for row in part])
        numbers = np.fromfile(f"{path}.f32", "<f4").reshape(counts.sum(), -1)
        last = counts.cumsum() - 1
        rows += part
        pages.append(numbers[last - counts + 1])
        passages.append(numbers[last])
    return rows, np.concatenate(pages), np.concatenate(passages)


def scores(saved, lines):
    """Log-odds of input lines, as the program computes them."""
    result = []
    for line in lines:
        places = places_of_line(line)
        result.append(saved["scale"] * saved["weights"][places].sum(dtype=np.int64) / len(places) ** 0.5 + saved["bias"])
    return np.array(result)
