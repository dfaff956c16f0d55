#!/usr/bin/env python3
"""Fits the model that tells what kind of scam a page is, and measures it on briefs left out.

    train_categories.py --pages PAGES.00 PAGES.01 ... --names NAMES --save CATEGORIES.npz

PAGES.N is what `risk-evaluate --training-pages` wrote for categories.jsonl. The model is softmax regression over hashed n-grams of the
whole page and the encoder's outputs for its passages. Collected scams have few categories, sorted by keywords; written ones count most.
The encoder was trained on most of them: what it is worth on unseen scams, the briefs set aside tell.
"""

import argparse
import re

import numpy as np

from folds import FOLDS, fold_of
from outputs import CATEGORIES
from page_features import ngrams, read
from softmax import fit
from train_page import quantized

# Places of words and pairs of words; parts of words have as many.
PLACES = 1 << 15
NGRAM_PENALTY, NUMBER_PENALTY = 0.01, 300.0
# Log loss of a collected scam counts so many times as that of a written one.
COLLECTED = 0.1
OUTPUTS = r"(best|highest|mean)_.*"
# Of the weights of rules that name a category, so much is added: of briefs set aside, before the briefs of
# 2026-11-28, 80.9 % were right with 0, 81.1 with 0.1, 80.2 with 1.
RULE_WEIGHT = 0.1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", nargs="+", required=True)
    parser.add_argument("--names", required=True)
    parser.add_argument("--save", required=True)
    arguments = parser.parse_args()
    rows, numbers, _ = read(arguments.pages)
    with open(arguments.names, encoding="utf-8") as file:
        is_output = np.array([re.fullmatch(OUTPUTS, name) is not None for name in file.read().split("\n")[:-1]])
    numbers = numbers[:, is_output].astype(np.float64)
    is_written = np.array([row["source"].startswith("written/") for row in rows])
    means, deviations = numbers[is_written].mean(0), numbers[is_written].std(0) + 1e-6
    numbers = (numbers - means) / deviations
    words = ngrams([row["input"] for row in rows], PLACES)
    categories = np.array([CATEGORIES.index(row["category"]) for row in rows])
    weight = np.where(is_written, 1.0, COLLECTED)
    fold = np.array([fold_of(row["source"]) for row in rows])

    def fitted(chosen):
        return fit(words[chosen], numbers[chosen], categories[chosen], len(CATEGORIES), weight[chosen], NGRAM_PENALTY, NUMBER_PENALTY)

    right = np.zeros(len(rows), bool)
    for number in range(FOLDS):
        of_words, of_numbers, bias = fitted(fold != number)
        left_out = fold == number
        right[left_out] = (words[left_out] @ of_words + numbers[left_out] @ of_numbers + bias).argmax(1) == categories[left_out]
    print(f"category: {100 * right[is_written].mean():.1f} % of {is_written.sum()} written scams right, briefs left out here (not of the encoder); "
          f"of {(~is_written).sum()} collected ones {100 * right[~is_written].mean():.1f} %")
    of_words, of_numbers, bias = fitted(slice(None))
    quanta, scale = quantized(of_words)
    of_numbers /= deviations[:, None]
    np.savez_compressed(
        arguments.save, words=quanta.ravel(), scale=scale, numbers=of_numbers.T.ravel(), bias=bias - means @ of_numbers, rule_weight=RULE_WEIGHT)


if __name__ == "__main__":
    main()
