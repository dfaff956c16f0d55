#!/usr/bin/env python3
"""Fits the n-gram classifier: scam log-odds of a passage from its words, word pairs and parts of words.

    train_ngrams.py --passages FILE.cut --save NGRAMS.npz [--regularization 30]

Reads the output of `risk-evaluate --passages`, and uses the longest passage of each text. Each feature is present or
not; the vector of a passage has length one. Logistic regression with an L2 penalty (liblinear, which needs no seed);
weights are stored as bytes. Sources/TextClassification/NGramClassifier.swift computes the same from the same lines of
input.
"""

import argparse
import json

import numpy as np
from sklearn.linear_model import LogisticRegression

from page_features import ngrams

WRITTEN_WEIGHT = 2.0


def read(path):
    lines, labels, weights = [], [], []
    with open(path, encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row["label"] in ("scam", "benign") and row["passages"]:
                lines.append(max(row["passages"], key=lambda passage: passage["length"])["input"])
                labels.append(row["label"] == "scam")
                weights.append(WRITTEN_WEIGHT if row["source"].startswith("written") else 1.0)
    return lines, np.array(labels), np.array(weights)


def fit(lines, labels, weights, regularization):
    model = LogisticRegression(C=regularization, solver="liblinear", max_iter=100)
    model.fit(ngrams(lines), labels, sample_weight=weights)
    return model.coef_[0], model.intercept_[0]


def quantized(coefficients):
    """Bytes and their scale. The largest thousandth is clipped, so that steps stay small."""
    scale = np.quantile(np.abs(coefficients[coefficients != 0]), 0.9999) / 127
    return np.clip(np.rint(coefficients / scale), -127, 127).astype(np.int8), scale


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", required=True)
    parser.add_argument("--save", required=True)
    parser.add_argument("--regularization", type=float, default=30, help="inverse strength of the penalty")
    arguments = parser.parse_args()
    lines, labels, weights = read(arguments.passages)
    coefficients, bias = fit(lines, labels, weights, arguments.regularization)
    weights, scale = quantized(coefficients)
    np.savez_compressed(arguments.save, weights=weights, scale=scale, bias=bias)
    print(f"{len(lines)} passages, {np.count_nonzero(weights)} features")


if __name__ == "__main__":
    main()
