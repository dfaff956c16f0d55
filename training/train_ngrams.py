#!/usr/bin/env python3
"""Fits the n-gram classifier: scam log-odds of a passage from its words, word pairs and parts of words.

    train_ngrams.py --passages FILE... --save NGRAMS.npz [--without SOURCES.txt] [--regularization 30]

Reads the output of `risk-evaluate --passages`, and uses the longest passage of each text. Each feature is present or
not; the vector of a passage has length one. Logistic regression with an L2 penalty (liblinear, which needs no seed);
weights are stored as bytes. Sources/TextClassification/NGramClassifier.swift computes the same from the same lines of
input.
"""

import argparse
import functools
import json

import numpy as np
import scipy.sparse
import xxhash
from sklearn.linear_model import LogisticRegression

# Words and word pairs share one half of the places, parts of words use the other.
PLACES = 1 << 18
WORD_PARTS = (3, 4, 5)
WRITTEN_WEIGHT = 2.0


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


def vectors(lines):
    rows = [places_of_line(line) for line in lines]
    starts = np.cumsum([0] + [len(row) for row in rows])
    values = np.concatenate([np.full(len(row), len(row) ** -0.5, np.float32) for row in rows])
    return scipy.sparse.csr_matrix((values, np.concatenate(rows), starts), shape=(len(rows), 2 * PLACES))


def read(paths, excluded):
    lines, labels, weights = [], [], []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for row in map(json.loads, file):
                if row["source"] in excluded or row["label"] not in ("scam", "benign"):
                    continue
                passages = [p for p in row["passages"] if p.get("label", row["label"]) == row["label"]]
                if passages:
                    lines.append(max(passages, key=lambda passage: passage["length"])["input"])
                    labels.append(row["label"] == "scam")
                    weights.append(WRITTEN_WEIGHT if row["source"].startswith("written") else 1.0)
    return lines, np.array(labels), np.array(weights)


def fit(lines, labels, weights, regularization):
    model = LogisticRegression(C=regularization, solver="liblinear", max_iter=100)
    model.fit(vectors(lines), labels, sample_weight=weights)
    return model.coef_[0], model.intercept_[0]


def quantized(coefficients):
    """Bytes and their scale. The largest thousandth is clipped, so that steps stay small."""
    scale = np.quantile(np.abs(coefficients[coefficients != 0]), 0.9999) / 127
    return np.clip(np.rint(coefficients / scale), -127, 127).astype(np.int8), scale


def scores(saved, lines):
    """Log-odds of input lines, as the program computes them."""
    result = []
    for line in lines:
        places = places_of_line(line)
        result.append(saved["scale"] * saved["weights"][places].sum(dtype=np.int64) / len(places) ** 0.5 + saved["bias"])
    return np.array(result)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", nargs="+", required=True)
    parser.add_argument("--save", required=True)
    parser.add_argument("--without", help="file with the names of sources to leave out, one a line")
    parser.add_argument("--regularization", type=float, default=30, help="inverse strength of the penalty")
    arguments = parser.parse_args()
    excluded = set()
    if arguments.without:
        with open(arguments.without, encoding="utf-8") as file:
            excluded = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    lines, labels, weights = read(arguments.passages, excluded)
    coefficients, bias = fit(lines, labels, weights, arguments.regularization)
    weights, scale = quantized(coefficients)
    np.savez_compressed(arguments.save, weights=weights, scale=scale, bias=bias)
    print(f"{len(lines)} passages, {np.count_nonzero(weights)} features")


if __name__ == "__main__":
    main()
