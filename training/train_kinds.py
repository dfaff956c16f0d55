#!/usr/bin/env python3
"""Fits the model that tells what kind of screen a page is, and measures it on sources left out.

    train_kinds.py --parts PART.00 PART.01 ... --pages PAGES.00 PAGES.01 ... --names NAMES --save KINDS.npz

PART.N are rows of pages.jsonl, PAGES.N what `risk-evaluate --training-pages` wrote for them. Real screens were sorted by hand, by what is
written on them and, where that was not enough, by the picture (screen-kinds.tsv); pages written for training name their kind, but have no
layout. The model is softmax regression over hashed words and the values of `ScreenLayout`.
"""

import argparse
import collections
import json
import pathlib

import numpy as np
import scipy.optimize
import scipy.sparse
import xxhash

from folds import FOLDS, fold_of
from page_features import read
from train_page import quantized

KINDS = ["message", "conversation", "mail", "message_list", "web_page", "popup", "form", "program", "editor", "document", "shop", "other"]
PLACES = 1 << 13
WORD_PENALTY, LAYOUT_PENALTY = 0.1, 3.3
# Log loss of a written page counts so many times as that of a real screen.
WRITTEN = 0.5
FIRST_LAYOUT = "has_layout"


def words(lines):
    """One row of length one for each line; each word is present or not."""
    rows = [sorted({xxhash.xxh3_64_intdigest(word.encode()) % PLACES for word in line.split(" ")}) for line in lines]
    starts = np.cumsum([0] + [len(row) for row in rows])
    values = np.concatenate([np.full(len(row), len(row) ** -0.5) for row in rows])
    return scipy.sparse.csr_matrix((values, np.concatenate(rows), starts), shape=(len(rows), PLACES))


def fit(words, layout, kinds, weight):
    """Weights of words (places, kinds) and layout (values, kinds), and the bias."""
    scale = np.concatenate([np.full(PLACES, WORD_PENALTY**-0.5), np.full(layout.shape[1], LAYOUT_PENALTY**-0.5)])[:, None]
    matrix = scipy.sparse.hstack([words, scipy.sparse.csr_matrix(layout)]).tocsr()
    transposed, one_hot = matrix.T.tocsr(), np.eye(len(KINDS))[kinds]

    def loss(point):
        point = point.reshape(-1, len(KINDS))
        sums = matrix @ (point[:-1] * scale) + point[-1]
        sums -= sums.max(1, keepdims=True)
        logs = sums - np.log(np.exp(sums).sum(1, keepdims=True))
        slopes = weight[:, None] * (np.exp(logs) - one_hot)
        gradient = np.concatenate([(transposed @ slopes) * scale + point[:-1], slopes.sum(0)[None]])
        return -(weight[:, None] * one_hot * logs).sum() + 0.5 * (point[:-1] ** 2).sum(), gradient.ravel()

    start = np.zeros((len(scale) + 1) * len(KINDS))
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200, "ftol": 1e-9})
    point = found.x.reshape(-1, len(KINDS))
    weights = point[:-1] * scale
    return weights[:PLACES], weights[PLACES:], point[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", required=True)
    parser.add_argument("--pages", nargs="+", required=True)
    parser.add_argument("--names", required=True)
    parser.add_argument("--save", required=True)
    arguments = parser.parse_args()
    with open(pathlib.Path(__file__).parent / "screen-kinds.tsv", encoding="utf-8") as file:
        sorted_by_hand = dict(line.split() for line in file)
    parts = []
    for path in arguments.parts:
        with open(path, encoding="utf-8") as file:
            parts += [json.loads(line) for line in file]
    rows, numbers = read(arguments.pages)
    with open(arguments.names, encoding="utf-8") as file:
        first = file.read().split("\n").index(FIRST_LAYOUT)
    of_row = [sorted_by_hand.get(row.get("file")) or part.get("screen") for part, row in zip(parts, rows, strict=True)]
    chosen = np.array([kind in KINDS for kind in of_row])
    is_screen = np.array([row.get("file") in sorted_by_hand for row in rows])[chosen]
    fold = np.array([fold_of(row["source"]) for row in rows])[chosen]
    kinds = np.array([KINDS.index(kind) for kind in of_row if kind in KINDS])
    layout = numbers[chosen, first:].astype(np.float64)
    means, deviations = layout[is_screen].mean(0), layout[is_screen].std(0) + 1e-6
    layout = np.where(is_screen[:, None], (layout - means) / deviations, 0)
    table = words([row["input"] for row, is_chosen in zip(rows, chosen) if is_chosen])
    weight = np.where(is_screen, 1.0, WRITTEN)
    found, certain = np.zeros(len(kinds), int), np.zeros(len(kinds))
    for number in range(FOLDS):
        known, unknown = ~is_screen | (fold != number), is_screen & (fold == number)
        of_words, of_layout, bias = fit(table[known], layout[known], kinds[known], weight[known])
        sums = table[unknown] @ of_words + layout[unknown] @ of_layout + bias
        shares = np.exp(sums - sums.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        found[unknown], certain[unknown] = shares.argmax(1), shares.max(1)
    right = (found == kinds)[is_screen]
    print(f"kind of screen: {100 * right.mean():.1f} % of {is_screen.sum()} right, sources left out; where it is 70 % sure "
          f"{100 * right[certain[is_screen] > 0.7].mean():.1f} % of {(certain[is_screen] > 0.7).sum()}")
    for number, kind in enumerate(KINDS):
        of_kind = is_screen & (kinds == number)
        taken = collections.Counter(KINDS[other] for other in found[of_kind]).most_common(3)
        print(f"  {kind:13} {of_kind.sum():4}  " + ", ".join(f"{name} {count}" for name, count in taken))
    of_words, of_layout, bias = fit(table, layout, kinds, weight)
    quanta, scale = quantized(of_words)
    of_layout /= deviations[:, None]
    np.savez_compressed(
        arguments.save, words=quanta.ravel(), scale=scale, layout=of_layout.T.ravel(), bias=bias - means @ of_layout, kinds=KINDS)


if __name__ == "__main__":
    main()
