#!/usr/bin/env python3
"""Fits the model that chooses the words quoted for a reason, and measures it on briefs left out.

    train_quotes.py --list > TEXTS.jsonl                       the marked texts
    train_quotes.py --quotes QUOTES --save QUOTES.npz           QUOTES is what `risk-evaluate --quotes` wrote for them

marks.jsonl says of texts in `written` what parts of them do: unicode scalars `[start, length, what]`, marked by readers who saw no
output of any program. For each cue, and once for whatever a careful person marks, the model is logistic regression over hashed n-grams
of a sentence, its length and its place (`QuoteModel`).
"""

import argparse
import json
import pathlib

import numpy as np

from folds import FOLDS, fold_of
from outputs import CUES
from page_features import ngrams
from train_page import fit, quantized

HERE = pathlib.Path(__file__).parent
# What a sentence can do: all but the two reassuring cues; then anything that is marked.
SHOWN = [*CUES[:-2], None]
PLACES = 1 << 14
# Log loss of a sentence counts so many times, which weakens the penalty of n-grams (train_page.py); both chosen on briefs left out.
WEIGHT = 0.4
# Of length and place.
NUMBER_PENALTY = 1.0


def marked_texts():
    """The text of each marked row, and its marks."""
    with open(HERE / "marks.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    briefs = {}
    for row in rows:
        if row["brief"] not in briefs:
            with open(HERE / "written" / f"{row['brief']}.jsonl", encoding="utf-8") as file:
                briefs[row["brief"]] = [json.loads(line) for line in file]
        yield row["brief"], briefs[row["brief"]][row["row"]]["text"], row["marks"]


def doing(quote, text, marks):
    """What a quote does: that of the marks that cover half of its letters."""
    start, length = quote["range"]
    letters = {place for place in range(start, start + length) if not text[place].isspace()}
    return {what for first, count, kinds in marks if 2 * len(letters & set(range(first, first + count))) >= len(letters) for what in kinds}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--quotes")
    parser.add_argument("--save")
    arguments = parser.parse_args()
    if arguments.list:
        for brief, text, _ in marked_texts():
            print(json.dumps({"text": text, "label": "scam", "source": f"written/{brief}"}, ensure_ascii=False))
        return
    inputs, numbers, pages, folds, done = [], [], [], [], []
    with open(arguments.quotes, encoding="utf-8") as file:
        for page, ((brief, text, marks), line) in enumerate(zip(marked_texts(), file, strict=True)):
            for quote in json.loads(line):
                inputs.append(quote["input"])
                numbers.append(quote["place"])
                pages.append(page)
                folds.append(fold_of(f"written/{brief}"))
                done.append(doing(quote, text, marks))
    numbers, pages, folds = np.array(numbers), np.array(pages), np.array(folds)
    means, deviations = numbers.mean(0), numbers.std(0)
    scaled = (numbers - means) / deviations
    words = ngrams(inputs, PLACES)
    of_words, of_numbers, bias, right, asked = [], [], [], 0, 0
    for cue in SHOWN:
        is_shown = np.array([bool(what) if cue is None else cue in what for what in done])

        def fitted(chosen):
            return fit(words[chosen], scaled[chosen], is_shown[chosen], np.full(chosen.sum(), WEIGHT), NUMBER_PENALTY)

        scores = np.zeros(len(pages))
        for number in range(FOLDS):
            word_weights, number_weights, offset = fitted(folds != number)
            left_out = folds == number
            scores[left_out] = words[left_out] @ word_weights + scaled[left_out] @ number_weights + offset
        with_cue = sorted(set(pages[is_shown]))
        hits = sum(is_shown[np.flatnonzero(pages == page)[scores[pages == page].argmax()]] for page in with_cue)
        print(f"{cue or 'anything':18} {100 * hits / len(with_cue):3.0f} % of {len(with_cue)}", flush=True)
        if cue is not None:
            right, asked = right + hits, asked + len(with_cue)
        word_weights, number_weights, offset = fitted(np.full(len(pages), True))
        of_words.append(word_weights)
        of_numbers.append(number_weights / deviations)
        bias.append(offset - means @ of_numbers[-1])
    print(f"the quote shows the cue on {100 * right / asked:.1f} % of {len(set(pages))} pages' {asked} cues, briefs left out")
    quanta, scale = quantized(np.stack(of_words, 1))
    np.savez_compressed(arguments.save, words=quanta.ravel(), scale=scale, place=np.stack(of_numbers).ravel(), bias=np.array(bias))


if __name__ == "__main__":
    main()
