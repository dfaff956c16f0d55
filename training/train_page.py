#!/usr/bin/env python3
"""Fits the model of the page, and measures it on sources left out.

    train_page.py --pages PAGES-0 PAGES-1 ... --save PAGE.npz [--compare] [--report REPORT.json]

PAGES-N is what `risk-evaluate --training-pages` wrote for the texts of fold N, with an encoder that was not trained on that fold.
The model is logistic regression over hashed n-grams of the whole page and the numbers of `PageInput`, which have a stronger
penalty. Cut points come from ordinary real screens, the calibration from real screens at a real base rate, both on predictions for
folds that the model was not fitted on. --compare also measures what each part brings.
"""

import argparse
import json
import multiprocessing
import os
import re

import numpy as np
import scipy.optimize

from folds import FOLDS, SCAM_SCREENS, fold_of
from page_features import ngrams, read
from source_weights import WEIGHTS

NGRAM_PENALTY, NUMBER_PENALTY = 0.1, 100.0
# Added to the log-odds for each of the passage that looks worst. Real screens alone would have 0 (85 % found at alarms on 0.3 %, instead
# of 84), but then 4.1 % of the genuine pages of unseen briefs raise an alarm at the cut points of screens, instead of 3.5.
PASSAGE_SHARE = 0.15
# Log-odds of the page that count in a text without places, beside its worst passage: those of the whole page and those of that passage
# as if it were the page, in equal parts. Of unseen written messages 91 instead of 85 % are found at alarms on 2 % of their twins.
# With the whole page alone it would be 92, but only 85 instead of 92 % of those found stay found when harmless text is put around them.
TEXT_PAGE_SHARE = 0.8
# Log loss of a row counts so many times. Harmless pages written beside scams count most of the texts: with 0.7, as other texts, 10 %
# of those left out raise an alarm, instead of 6.
ORDINARY_SCREEN, SCAM_SCREEN, HARD_SCREEN, HARMLESS_TWIN, TEXT, COPY = 3.0, 5.0, 1.0, 10.0, 0.7, 0.4
WRITTEN_SCAM, WRITTEN_TWIN = 1.4, 3.5
# A screen with a code of a template, which gives several. One written by hand counts less than a message, so that its words do not
# decide about screens without codes: with 1, 79.9 instead of 80.6 % of scam screens left out are found at alarms on 0.3 %.
CODE_SCREEN, CODE_BY_HAND = 0.2, 0.6
# Share of harmless screens with codes, written by hand, all of them hard to tell, with an alarm: what has a code counts less by what that
# needs. At the cut point of other screens 4.0 % of those left out raise one; of others set aside 8 %, and 89 % of scams beside them,
# with 0.02 it is 4.5 and 84 %.
CODE_MEDIUM = 0.02
# Shares of ordinary screens with an alarm, with a high one, and of those that are unclear to somebody who asks (below the alarm).
MEDIUM, HIGH, UNSURE = 0.003, 0.0005, 0.05
# Of a thousand screenshots, so many show a scam.
BASE_RATE = 0.005
RATES = (0.001, 0.003, 0.005, 0.01, 0.02)
# Of a hundred texts that somebody asks about, so many are scams; shares of ordinary texts with an alarm, and with a high one.
TEXT_BASE_RATE, TEXT_MEDIUM, TEXT_HIGH = 0.2, 0.005, 0.0005
# Of texts with the page, the share of harmless ones written beside scams with an alarm, and of ordinary ones with a high one. Ordinary
# collected texts do not decide about the alarm: two in five of the worst are one side of chats in which people tell a service the numbers
# of their cards, and others have a wrong label.
TWIN_MEDIUM, MIXED_HIGH, TWIN_HIGH = 0.036, 0.002, 0.02
# Sources of texts that look like scams and are not; the others are ordinary.
LOOK_ALIKES = {"bitwarden_mail", "awareness_articles_b", "pennywise_bank_sms", "scamalert_sg_news", "bagisto_mail", "alfio_i18n"}
FACTS = r"(link|sender|speak|number|two_|companies).*"
ENCODER = r"(best|highest|mean)_.*|first|second|third|together|alarming|doubtful|gains|losses|least_losses|tokens|passages"


class Rows:
    """Rows with what decides how they count."""

    def __init__(self, rows):
        self.source = np.array([row["source"] for row in rows])
        self.fold = np.array([fold_of(source) for source in self.source])
        # Those written by hand have nothing in common, so that each of them is like a source of its own.
        self.is_code = self.source == "codes_by_hand"
        self.fold[self.is_code] = np.arange(self.is_code.sum()) % FOLDS
        self.is_scam = np.array([row["label"] == "scam" for row in rows])
        self.is_spam = np.array([row["label"] == "spam" for row in rows])
        is_screen = np.array([source.startswith("screen/") for source in self.source])
        of_scam_source = np.array([source.removeprefix("screen/").removeprefix("github:") in SCAM_SCREENS for source in self.source])
        is_hard = np.array([bool(row.get("hard")) for row in rows])
        # Log-odds that codes add to those of the page.
        self.of_codes = np.array([row.get("ofCodes", 0.0) for row in rows])
        self.is_coded = np.array(["ofCodes" in row for row in rows])
        self.is_text = ~is_screen & ~self.is_coded & np.array(
            [not source.startswith(("altered/", "composed/", "misread/")) for source in self.source])
        self.is_ordinary = is_screen & ~of_scam_source
        self.is_scam_screen = is_screen & self.is_scam & ~is_hard
        self.is_ordinary_text = self.is_text & ~self.is_scam & ~self.is_spam & np.array(
            [not source.startswith("written") and source not in LOOK_ALIKES for source in self.source])
        self.is_twin = is_screen & of_scam_source & ~self.is_scam & ~self.is_spam
        self.weight = np.where(is_screen, np.where(self.is_scam, np.where(is_hard, HARD_SCREEN, SCAM_SCREEN), ORDINARY_SCREEN),
                               np.where(self.is_text, TEXT, np.where(self.is_coded, CODE_SCREEN, COPY)))
        self.weight[self.is_twin] = HARMLESS_TWIN
        self.is_written = self.is_text & np.array([source.startswith("written/") for source in self.source])
        is_by_hand = self.is_written | self.is_code
        self.weight[is_by_hand] = np.where(self.is_scam[is_by_hand], WRITTEN_SCAM, WRITTEN_TWIN)
        self.weight[self.is_code] *= CODE_BY_HAND
        self.weight *= np.array([WEIGHTS.get(source, 1.0) for source in self.source])
        self.weight[self.is_spam] = 0


def fit(words, numbers, is_scam, weight, number_penalty=NUMBER_PENALTY, given=0.0):
    """Weights of words and numbers, and the bias, which add to the log-odds `given`. Each penalty divides its variables, so that all steps
    are alike."""
    count = words.shape[1] if words is not None else 0
    scale = np.concatenate([np.full(count, NGRAM_PENALTY**-0.5), np.full(numbers.shape[1], number_penalty**-0.5)])
    transposed = words.T.tocsr() if words is not None else None
    sign = np.where(is_scam, 1.0, -1.0)

    def loss(point):
        weights = point[:-1] * scale
        sums = numbers @ weights[count:] + point[-1] + given
        if count:
            sums += words @ weights[:count]
        margins = sign * sums
        slopes = -weight * sign / (1 + np.exp(np.clip(margins, -30, 30)))
        gradient = np.empty_like(point)
        if count:
            gradient[:count] = transposed @ slopes
        gradient[count:-1] = numbers.T @ slopes
        gradient[:-1] = gradient[:-1] * scale + point[:-1]
        gradient[-1] = slopes.sum()
        return (weight * np.logaddexp(0, -margins)).sum() + 0.5 * point[:-1] @ point[:-1], gradient

    found = scipy.optimize.minimize(
        loss, np.zeros(len(scale) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300, "maxcor": 20, "ftol": 1e-8})
    weights = found.x[:-1] * scale
    return weights[:count], weights[count:], found.x[-1]


def left_out(words, numbers, rows, *others):
    """Log-odds of every row by a model that was not fitted on its fold; and of each of `others`, words and numbers of the same rows."""
    global _task
    _task = [(words, numbers), *others], rows
    results = np.zeros((1 + len(others), len(rows.fold)))
    # Forked, so that the matrices are shared.
    with multiprocessing.get_context("fork").Pool(min(FOLDS, os.cpu_count() or 1)) as pool:
        for fold, scores in enumerate(pool.map(_scores_of_fold, range(FOLDS))):
            results[:, rows.fold == fold] = scores
    return results if others else results[0]


def _scores_of_fold(fold):
    inputs, rows = _task
    known, unknown = (rows.fold != fold) & (rows.weight > 0), rows.fold == fold
    words, numbers = inputs[0]
    word_weights, number_weights, bias = fit(
        None if words is None else words[known], numbers[known], rows.is_scam[known], rows.weight[known], given=rows.of_codes[known])
    return [numbers[unknown] @ number_weights + bias + (0 if words is None else words[unknown] @ word_weights)
            for words, numbers in inputs]


def threshold(scores, rate):
    """The score that a share of these scores exceeds."""
    return np.sort(scores)[::-1][int(rate * len(scores))]


def found_at(scores, rows, rate):
    return float((scores[rows.is_scam_screen] > threshold(scores[rows.is_ordinary], rate)).mean())


def line(name, scores, rows):
    at = " ".join(f"{100 * found_at(scores, rows, rate):5.1f}" for rate in RATES)
    cut = threshold(scores[rows.is_ordinary], MEDIUM)
    twins = int((scores[rows.is_twin] > cut).sum())
    print(f"{name:34} {at}   harmless ones of the same authors alarmed: {twins} of {rows.is_twin.sum()}", flush=True)


def calibration(scores, is_scam, is_harmless, base_rate):
    """Intercept and slope of the log-odds at a base rate."""
    chosen = is_scam | is_harmless
    weight = np.where(is_scam[chosen], base_rate / is_scam.sum(), (1 - base_rate) / is_harmless.sum())
    sign = np.where(is_scam[chosen], 1.0, -1.0)

    def loss(point):
        return (weight * np.logaddexp(0, -sign * (point[0] + point[1] * scores[chosen]))).sum() * 1e4

    return scipy.optimize.minimize(loss, [-3.0, 1.0], method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9, "maxiter": 2000}).x


def probability(score, calibrated):
    return float(1 / (1 + np.exp(-(calibrated[0] + calibrated[1] * score))))


def tail(scores, rate, seen, wider):
    """The score that a share of these scores exceeds, where too few are left to count: the tail is exponential, and is continued from
    the shares `wider` and `seen`."""
    slope = (threshold(scores, seen) - threshold(scores, wider)) / np.log(wider / seen)
    return threshold(scores, seen) + slope * np.log(seen / rate)


def quantized(weights):
    """Bytes and their scale. The largest ten-thousandth is clipped, so that steps stay small."""
    scale = np.quantile(np.abs(weights[weights != 0]), 0.9999) / 127
    return np.clip(np.rint(weights / scale), -127, 127).astype(np.int8), scale


def compare(words, numbers, names, rows):
    """What each part brings, with whole sources left out."""
    def columns(*patterns):
        return np.array([number for number, name in enumerate(names) if any(re.fullmatch(pattern, name) for pattern in patterns)])

    print(f"{'found at alarms on ... of ordinary':34} " + " ".join(f"{100 * rate:4.1f}%" for rate in RATES))
    line("deciding passage alone", numbers[:, names.index("first")], rows)
    line("n-grams alone", left_out(words, numbers[:, :0], rows), rows)
    line("encoder and rules, all passages", left_out(None, numbers[:, columns(ENCODER)], rows), rows)
    line("both", left_out(words, numbers[:, columns(ENCODER)], rows), rows)
    line("... with facts", left_out(words, numbers[:, columns(ENCODER, FACTS)], rows), rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", nargs="+", required=True)
    parser.add_argument("--names", required=True, help="names of the numbers, one a line, as risk-evaluate --page-values prints them")
    parser.add_argument("--save", required=True)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--report", help="write the score of every screen to this file, for a look at the mistakes")
    arguments = parser.parse_args()
    with open(arguments.names, encoding="utf-8") as file:
        names = file.read().split("\n")[:-1]
    raw_rows, raw, raw_worst = read(arguments.pages)
    rows = Rows(raw_rows)
    means, deviations = raw[rows.weight > 0].mean(0, dtype=np.float64), raw[rows.weight > 0].std(0, dtype=np.float64) + 1e-6
    numbers, worst_numbers = (((values - means) / deviations).astype(np.float32) for values in (raw, raw_worst))
    words = ngrams([row["input"] for row in raw_rows])
    worst_words = ngrams([row.get("worst", row["input"]) for row in raw_rows])
    print(f"{len(raw_rows)} pages, {rows.is_ordinary.sum()} ordinary screens, {rows.is_scam_screen.sum()} scam screens", flush=True)
    if arguments.compare:
        compare(words, numbers, names, rows)
    first = names.index("first")
    scores, worst_scores = left_out(words, numbers, rows, (worst_words, worst_numbers))
    line("all of it", scores, rows)
    scores += PASSAGE_SHARE * raw[:, first]
    worst_scores += PASSAGE_SHARE * raw_worst[:, first]
    line("as shipped, sources left out", scores, rows)
    cut = threshold(scores[rows.is_ordinary], MEDIUM)
    code_excess = max(0.0, threshold(scores[rows.is_code & ~rows.is_scam], CODE_MEDIUM) - cut)
    for values in (scores, worst_scores):
        values[rows.is_coded] -= code_excess
    alarmed = {is_scam: 100 * (scores[rows.is_code & (rows.is_scam == is_scam)] > cut).mean() for is_scam in (False, True)}
    print(f"screens with codes, written by hand: {alarmed[False]:.1f} % of harmless ones and {alarmed[True]:.1f} % of scams alarmed, "
          f"with {code_excess:.2f} less for a code")
    for fold in range(FOLDS):
        chosen = rows.is_scam_screen & (rows.fold == fold)
        print(f"  fold {fold}: {100 * (scores[chosen] > cut).mean():.1f} % of {chosen.sum()}")
    calibrated = calibration(scores, rows.is_scam_screen, rows.is_ordinary, BASE_RATE)
    ordinary = scores[rows.is_ordinary]
    cuts = [probability(cut, calibrated) for cut in (
        threshold(ordinary, UNSURE + MEDIUM), threshold(ordinary, MEDIUM), tail(ordinary, HIGH, MEDIUM, 0.02))]
    print("screens: calibration {:.3f} {:.3f}, ".format(*calibrated) + "cut points {:.4f} {:.4f} {:.4f}".format(*cuts))
    # Texts go by their worst passage; the encoder has not seen these.
    passages = raw[:, names.index("first")].astype(np.float64)
    is_scam_text = rows.is_text & rows.is_scam
    text_calibrated = calibration(passages, is_scam_text, rows.is_text & ~rows.is_scam & ~rows.is_spam, TEXT_BASE_RATE)
    ordinary = passages[rows.is_ordinary_text]
    text_cuts = [probability(cut, text_calibrated) for cut in (
        threshold(ordinary, TEXT_MEDIUM), tail(ordinary, TEXT_HIGH, TEXT_MEDIUM, 0.03))]
    print("texts: calibration {:.3f} {:.3f}, ".format(*text_calibrated) + "cut points {:.4f} {:.4f}; ".format(*text_cuts)
          + f"found {100 * (passages[is_scam_text] > threshold(ordinary, TEXT_MEDIUM)).mean():.1f} % of {is_scam_text.sum()}")
    mixed = passages + TEXT_PAGE_SHARE * (scores + worst_scores) / 2
    mixed_calibrated = calibration(mixed, is_scam_text, rows.is_text & ~rows.is_scam & ~rows.is_spam, TEXT_BASE_RATE)
    ordinary, twins = mixed[rows.is_ordinary_text], mixed[rows.is_written & ~rows.is_scam]
    medium = threshold(twins, TWIN_MEDIUM)
    high = max(threshold(ordinary, MIXED_HIGH), threshold(twins, TWIN_HIGH))
    unsure = threshold(ordinary, UNSURE + (ordinary > medium).mean())
    mixed_cuts = [probability(cut, mixed_calibrated) for cut in (unsure, medium, high)]
    print("texts with the page: calibration {:.3f} {:.3f}, ".format(*mixed_calibrated)
          + "cut points {:.4f} {:.4f} {:.4f}; ".format(*mixed_cuts)
          + f"found {100 * (mixed[is_scam_text] > medium).mean():.1f} %, ordinary {100 * (ordinary > medium).mean():.2f} %")
    known = rows.weight > 0
    word_weights, number_weights, bias = fit(
        words[known], numbers[known], rows.is_scam[known], rows.weight[known], given=rows.of_codes[known])
    table, scale = quantized(word_weights)
    plain = number_weights / deviations
    bias -= plain @ means
    plain[first] += PASSAGE_SHARE
    plain[names.index("code_any")] -= code_excess
    np.savez_compressed(
        arguments.save, ngrams=table, scale=scale, weights=plain, bias=bias, calibration=calibrated, cuts=cuts,
        text_calibration=text_calibrated, text_cuts=text_cuts, text_page=[TEXT_PAGE_SHARE, *mixed_calibrated, *mixed_cuts])
    if arguments.report:
        with open(arguments.report, "w", encoding="utf-8") as file:
            for row, score, fold in zip(raw_rows, scores, rows.fold):
                json.dump({key: row.get(key) for key in ("label", "source", "file", "lang", "kind", "category", "hard")}
                          | {"score": float(score), "fold": int(fold)}, file)
                file.write("\n")


if __name__ == "__main__":
    main()
