#!/usr/bin/env python3
"""Fits how encoder, rules and page size become a probability and a level; prints the table of measured rates.

    fit_combination.py --save combination.json SCORED.jsonl...

Reads passages with outputs, from sources and briefs that the encoder was not trained on. Weights are fitted by logistic
regression on the worst passage of each text, with groups of texts weighted by `GROUP_WEIGHTS`; the cut points are the
lowest ones that keep the promised false alarm rates in every group.
"""

import argparse
import collections
import json
import math

import numpy as np
import scipy.optimize

from outputs import CATEGORIES

PRIOR = 0.2
CROWD_LENGTH = 150.0
LIMITS = (-9.0, 9.0)
# Factor for the n-grams' log-odds before they are added to the encoder's; the outputs read here hold the sum. Values
# from 0.2 to 0.5 find the left-out sources and briefs equally well; without n-grams, 10 fewer of 100 written scams are
# found.
NGRAM_WEIGHT = 0.35
# Largest share of each group with an alarm, at medium and at high risk.
PROMISES = {
    "ordinary": (0.007, 0.001), "urgent": (0.04, 0.01), "teaching": (0.05, 0.02), "written harmless": (0.03, 0.01),
    "harmless screens": (0.025, 0.004), "codes": (0.0, 0.0),
}
# Weight of each group in the fit.
GROUP_WEIGHTS = {
    "scams": 1.0, "written scams": 1.0, "scam screens": 0.7, "ordinary": 1.2, "urgent": 0.5, "teaching": 0.3, "codes": 0.1,
    "written harmless": 0.6, "harmless screens": 1.0,
}
TEACHING_KINDS = {"scam_awareness", "news_scam", "story"}


def group_of(row):
    is_scam = row["label"] == "scam"
    if row["source"].startswith("written/screens"):
        return "scam screens" if is_scam else "harmless screens"
    if row["source"].startswith("written"):
        return "written scams" if is_scam else "written harmless"
    if is_scam:
        return "scams"
    if row.get("kind") == "otp":
        return "codes"
    if row.get("kind") in TEACHING_KINDS or row["source"].startswith(("awareness", "scamalert")):
        return "teaching"
    return "urgent" if row["hard"] else "ordinary"


class Pages:
    """Passages of all texts as arrays, and the group of each text."""

    def __init__(self, paths):
        self.rows, page, columns = [], [], []
        for path in paths:
            for line in open(path, encoding="utf-8"):
                row = json.loads(line)
                if row["label"] not in ("scam", "benign") or not row["passages"]:
                    continue
                for passage in row["passages"]:
                    page.append(len(self.rows))
                    columns.append((passage["outputs"][0], passage["gains"], passage["losses"], passage["isRun"],
                                    math.log(max(1.0, row["length"] / CROWD_LENGTH)), passage["length"]))
                self.rows.append({key: row.get(key) for key in ("label", "source", "kind", "category", "hard", "lang")}
                                 | {"outputs": [p["outputs"] for p in row["passages"]], "length": row["length"]})
        self.page = np.array(page)
        self.columns = np.array(columns, dtype=float)
        self.group = np.array([group_of(row) for row in self.rows])
        self.scam = np.array([row["label"] == "scam" for row in self.rows])
        self.source = np.array([row["source"] for row in self.rows])
        self.starts = np.flatnonzero(np.r_[True, np.diff(self.page) > 0])

    def totals(self, p):
        encoder, gains, against, is_run, crowd, _ = self.columns.T
        value = p["encoder"] * np.clip(encoder, *LIMITS) + p["rule"] * gains + p["veto"] * against
        value = value - p["run"] * is_run - p["crowd"] * crowd
        return np.maximum.reduceat(value, self.starts)

    def weights(self):
        weight = np.zeros(len(self.rows))
        for group in set(self.group):
            here = self.group == group
            sizes = collections.Counter(self.source[here])
            part = np.array([sizes[source] ** -0.5 for source in self.source[here]])
            weight[here] = GROUP_WEIGHTS[group] * part / part.sum()
        for value, share in ((True, PRIOR), (False, 1 - PRIOR)):
            weight[self.scam == value] *= share / weight[self.scam == value].sum()
        return weight


NAMES = ("encoder", "rule", "veto", "run", "crowd")


def fit(pages):
    weight = pages.weights()

    def unpack(x):
        p = dict(zip(NAMES, np.exp(x[:5])))
        return p | {"encoder": 1.0}, x[5], math.exp(x[6])

    def loss(x):
        p, intercept, slope = unpack(x)
        z = intercept + slope * pages.totals(p)
        return (weight * (np.logaddexp(0, z) - pages.scam * z)).sum() + 0.002 * np.square(x[1:5] - np.log([0.4, 0.5, 0.3, 0.4])).sum()

    start = np.r_[0, np.log([0.4, 0.5, 0.3, 0.4]), -1.0, 0.0]
    best = scipy.optimize.minimize(loss, start, method="Nelder-Mead", options={"maxiter": 1500, "xatol": 1e-3, "fatol": 1e-6})
    return unpack(best.x)


def cut(totals, pages, level):
    """The lowest total above which every group keeps its promised false alarm rate."""
    values = [-math.inf]
    for group, promise in PROMISES.items():
        here = np.sort(totals[pages.group == group])[::-1]
        if len(here):
            values.append(here[min(len(here) - 1, int(promise[level] * len(here)))])
    return np.nextafter(max(values), math.inf), dict(zip(PROMISES, values[1:]))


def auc(scams, others):
    order = np.argsort(np.r_[scams, others], kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    return (ranks[: len(scams)].sum() - len(scams) * (len(scams) + 1) / 2) / (len(scams) * len(others))


def table(name, totals, pages, cuts):
    print(f"\n{name}: medium from {cuts[0]:.2f}, high from {cuts[1]:.2f}")
    ordinary = totals[pages.group == "ordinary"]
    free = [np.quantile(ordinary, 1 - share) for share in (0.001, 0.003, 0.005, 0.01, 0.03)]
    for group in GROUP_WEIGHTS:
        here = totals[pages.group == group]
        if len(here) == 0:
            continue
        shares = [100 * (here >= value).mean() for value in (*cuts, *free)]
        area = "" if "scam" not in group else f"  AUC ordinary {auc(here, ordinary):.3f}, urgent {auc(here, totals[pages.group == 'urgent']):.3f}"
        if group in ("written scams", "scam screens"):
            twins = totals[pages.group == ("written harmless" if group == "written scams" else "harmless screens")]
            area = f"  AUC twins {auc(here, twins):.3f}, found at 3 % {100 * (here >= np.quantile(twins, 0.97)).mean():.1f} %"
        print(f"  {group:17s} {len(here):5d}  medium+ {shares[0]:5.1f}  high {shares[1]:5.1f} | at 0.1/0.3/0.5/1/3 % "
              + " ".join(f"{share:5.1f}" for share in shares[2:]) + area)


def breakdown(pages, totals, medium, high):
    """Shares of scams found and of harmless texts with a false alarm, by their attributes."""
    words = np.array([row["length"] for row in pages.rows])
    lengths = np.select([words < 15, words < 40, words < 100], ["under 15 words", "15 to 39 words", "40 to 99 words"], "100 words and more")
    known = lambda name: np.array([row.get(name) or "not said" for row in pages.rows])
    is_written = np.char.startswith(pages.source, "written")
    for title, values in (("language", known("lang")), ("category", known("category")), ("channel", known("kind")), ("length", lengths)):
        print(f"\nby {title}: scams found (medium+, high, of how many); harmless alarmed (medium+, of how many)")
        for part, here in (("collected", ~is_written), ("written", is_written & ~np.char.startswith(pages.source, "written/screens"))):
            for value in sorted(set(values[here])):
                cells = []
                scams, harmless = here & pages.scam & (values == value), here & ~pages.scam & (values == value)
                if scams.sum() >= 10:
                    cells.append(f"{100 * (totals[scams] >= medium).mean():5.1f} {100 * (totals[scams] >= high).mean():5.1f} of {scams.sum():4d}")
                if harmless.sum() >= 20:
                    cells.append(f"alarmed {100 * (totals[harmless] >= medium).mean():4.1f} of {harmless.sum():4d}")
                if cells:
                    print(f"  {part:9s} {value:22s} " + ";  ".join(cells))


def calibration_error(probability, scam, weight):
    bins = np.minimum(9, (probability * 10).astype(int))
    error = 0.0
    for number in range(10):
        part = bins == number
        if weight[part].sum() > 0:
            error += weight[part].sum() * abs(np.average(probability[part], weights=weight[part]) - np.average(scam[part], weights=weight[part]))
    return error / weight.sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save")
    parser.add_argument("--by-source", action="store_true")
    parser.add_argument("scored", nargs="+")
    arguments = parser.parse_args()
    pages = Pages(arguments.scored)
    alone = {"encoder": 1.0, "rule": 0.0, "veto": 0.0, "run": 0.0, "crowd": 0.0}
    rules = {"encoder": 0.0, "rule": 1.0, "veto": 1.0, "run": 2.0, "crowd": 1.0}
    for name, p in (("rules alone", rules), ("encoder and n-grams", alone)):
        totals = pages.totals(p)
        table(name, totals, pages, (cut(totals, pages, 0)[0], cut(totals, pages, 1)[0]))
    p, intercept, slope = fit(pages)
    totals = pages.totals(p)
    (medium, why), (high, why_high) = cut(totals, pages, 0), cut(totals, pages, 1)
    table("combined " + str({k: round(float(v), 3) for k, v in p.items()}), totals, pages, (medium, high))
    print("  cuts asked for, medium:", {k: round(float(v), 2) for k, v in why.items()}, " high:", {k: round(float(v), 2) for k, v in why_high.items()})
    probability = 1 / (1 + np.exp(-intercept - slope * totals))
    print(f"  calibration error {calibration_error(probability, pages.scam, pages.weights()):.3f}")
    right = total = 0
    for row, value in zip(pages.rows, totals):
        if row["label"] == "scam" and row["source"].startswith("written") and row["category"] in CATEGORIES and value >= medium:
            best = max(row["outputs"], key=lambda outputs: outputs[0])[1 : 1 + len(CATEGORIES)]
            right += CATEGORIES[int(np.argmax(best))] == row["category"]
            total += 1
    print(f"  category right (encoder) {100 * right / max(1, total):.1f} % of {total}")
    if arguments.by_source:
        breakdown(pages, totals, medium, high)
        for source in sorted(set(pages.source)):
            for scam in (True, False):
                here = (pages.source == source) & (pages.scam == scam)
                if here.any():
                    print(f"  {source:36s} {'scam' if scam else 'harmless':9s} {here.sum():5d}  medium+ {100 * (totals[here] >= medium).mean():5.1f}  high {100 * (totals[here] >= high).mean():5.1f}")
    if arguments.save:
        as_probability = lambda total: 1 / (1 + math.exp(-intercept - slope * total))
        with open(arguments.save, "w", encoding="utf-8") as file:
            json.dump({
                "ngram_weight": [NGRAM_WEIGHT],
                "encoder_weight": [1.0], "encoder_limits": list(LIMITS), "rule_weight": [float(p["rule"])], "veto_weight": [float(p["veto"])],
                "run_penalty": [float(p["run"])], "crowd_penalty": [float(p["crowd"])], "crowd_length": [CROWD_LENGTH],
                "category_rule_weight": [0.5], "cue_threshold": [0.0], "calibration": [float(intercept), float(slope)],
                "cuts": [as_probability(medium), as_probability(high)],
            }, file, indent=1)


if __name__ == "__main__":
    main()
