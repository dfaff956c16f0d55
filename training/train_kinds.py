#!/usr/bin/env python3
"""Fits the model that tells what kind of screen a page is, and measures it on sources left out.

    train_kinds.py --parts PART.00 PART.01 ... --pages PAGES.00 PAGES.01 ... --names NAMES --save KINDS.npz

PART.N are rows of pages.jsonl, PAGES.N what `risk-evaluate --training-pages` wrote for them. Real screens were sorted by hand, by what is
written on them and, where that was not enough, by the picture (screen-kinds.tsv); pages written for training name their kind, but have no
layout. The model is softmax regression over hashed n-grams and the values of `ScreenLayout`.
"""

import argparse
import collections
import json
import pathlib

import numpy as np

from folds import FOLDS, fold_of
from page_features import ngrams, read
from softmax import fit
from train_page import quantized

KINDS = ["message", "conversation", "mail", "message_list", "web_page", "popup", "form", "program", "editor", "document", "shop", "other"]
# Places of words and pairs of words; parts of words have as many.
PLACES = 1 << 14
NGRAM_PENALTY, LAYOUT_PENALTY = 0.1, 3.3
# Log loss of a written page counts so many times as that of a real screen.
WRITTEN = 0.5
FIRST_LAYOUT = "has_layout"


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
    rows, numbers, _ = read(arguments.pages)
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
    table = ngrams([row["input"] for row, is_chosen in zip(rows, chosen) if is_chosen], PLACES)
    weight = np.where(is_screen, 1.0, WRITTEN)

    def fitted(rows):
        return fit(table[rows], layout[rows], kinds[rows], len(KINDS), weight[rows], NGRAM_PENALTY, LAYOUT_PENALTY)

    found, certain = np.zeros(len(kinds), int), np.zeros(len(kinds))
    for number in range(FOLDS):
        known, unknown = ~is_screen | (fold != number), is_screen & (fold == number)
        of_words, of_layout, bias = fitted(known)
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
    of_words, of_layout, bias = fitted(slice(None))
    quanta, scale = quantized(of_words)
    of_layout /= deviations[:, None]
    np.savez_compressed(
        arguments.save, words=quanta.ravel(), scale=scale, layout=of_layout.T.ravel(), bias=bias - means @ of_layout, kinds=KINDS)


if __name__ == "__main__":
    main()
