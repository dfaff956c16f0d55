#!/usr/bin/env python3
"""Fits the weights of the risk rules to measured texts.

    risk-evaluate --rule-pack RULES --held-out held-out-sources.txt --part seen --features features.jsonl TEXTS.jsonl...
    python3 fit_weights.py --rules RULES features.jsonl

Logistic regression over "rule fired", pulled towards the hand-written weights (so rules without data keep them), with
the sign of each rule fixed: a reason for a scam never counts against one. All sources of a label are weighted by the
square root of their size, and the printed figures come from leaving out one source at a time, never from a random
split. Writes weights.yaml (weights and model) into the directory of the rules. Needs numpy, scipy and pyyaml.
"""

import argparse
import collections
import glob
import json
import os

import numpy as np
import scipy.optimize
import scipy.sparse
import yaml

# Assumed share of scams among judged texts. Real screenshots hold far fewer, but then a warning would never reach 0.9.
# Documented as the meaning of the probability.
PRIOR = 0.3
# Pull towards the hand-written weight: cost of the squared difference; a misjudged text costs about 1.
PULL = 2.0
# Bounds of a weight as multiples of the hand-written one: data may correct a rule, not reverse or inflate it.
LOWEST, HIGHEST = 0.25, 2.5
# Stricter lower bound for categories with almost no data, and for reasons against a scam: there the hand-written weight
# is more reliable.
LOWEST_THIN = 0.8
THIN = {
    "otp_phishing", "gift_card", "romance", "family_emergency", "rental", "charity", "investment", "extortion",
    "tech_support", "malware_lure", "job_scam", "none",
}
# Sources left out: see "known traps" of the data (speech, 2005 adverts, job ads of one site).
SKIPPED = {"emscad_jobs"}
HALVED = {"mishra_soni_sms": 0.5, "ncsu_robocall_transcripts": 0.4}


def load_rules(directory):
    weights, lowest = {}, {}
    for name in sorted(glob.glob(os.path.join(directory, "rules-*.yaml"))):
        with open(name, encoding="utf-8") as file:
            for rule in yaml.safe_load(file)["rules"]:
                weights[rule["id"]] = float(rule["weight"])
                lowest[rule["id"]] = LOWEST_THIN if rule["category"] in THIN else LOWEST
    return weights, lowest


def load_features(path, index):
    rows, labels, groups, hard, offsets = [], [], [], [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["source"] in SKIPPED or row["label"] not in ("scam", "benign"):
                continue
            rows.append([(index[rule], share) for rule, share in zip(row["rules"], row["shares"])])
            labels.append(row["label"] == "scam")
            groups.append((row["label"], row["source"]))
            hard.append(row["hard"])
            offsets.append(row["offset"])
    data = scipy.sparse.lil_matrix((len(rows), len(index)))
    for number, columns in enumerate(rows):
        for column, value in columns:
            data[number, column] = value
    return data.tocsr(), np.array(labels), groups, np.array(hard), np.array(offsets)


def row_weights(labels, groups, hard):
    sizes = collections.Counter(groups)
    weight = np.array([1 / np.sqrt(sizes[group]) for group in groups])
    weight *= np.array([HALVED.get(source, 1.0) for _, source in groups])
    # Genuine codes and notices, which users see instead of scams, count more.
    weight[hard] *= 4.0
    for value, share in ((True, PRIOR), (False, 1 - PRIOR)):
        weight[labels == value] *= share * len(labels) / weight[labels == value].sum()
    return weight


def fit(data, labels, weight, prior_weights, lowest, offsets):
    signs = np.sign(prior_weights)
    low = np.where(signs > 0, lowest * prior_weights, HIGHEST * prior_weights)
    high = np.where(signs > 0, HIGHEST * prior_weights, lowest * prior_weights)
    target = labels.astype(float)

    def loss(parameters):
        intercept, weights = parameters[0], parameters[1:]
        odds = intercept + data @ weights + offsets
        errors = np.logaddexp(0, odds) - target * odds
        gradient_odds = weight * (1 / (1 + np.exp(-odds)) - target)
        pull = weights - prior_weights
        value = (weight * errors).sum() + PULL * (pull**2).sum()
        gradient = np.concatenate([[gradient_odds.sum()], data.T @ gradient_odds + 2 * PULL * pull])
        return value, gradient

    start = np.concatenate([[-4.0], prior_weights])
    bounds = [(-8.0, -1.0)] + list(zip(low, high))
    result = scipy.optimize.minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B")
    return result.x[0], result.x[1:]


def calibrate(odds, labels, weight):
    """Slope and intercept of the log-odds, fitted on texts whose source was left out."""

    def loss(parameters):
        value = parameters[0] + parameters[1] * odds
        return (weight * (np.logaddexp(0, value) - labels * value)).sum()

    return scipy.optimize.minimize(loss, [0.0, 1.0], method="Nelder-Mead").x


def thresholds(odds, labels, groups, hard):
    """Prints false alarms and recall for several cut points."""
    scam_groups = [g for g in set(groups) if g[0] == "scam"]
    benign_groups = [g for g in set(groups) if g[0] == "benign"]
    keys = np.array(["/".join(group) for group in groups])
    probability = 1 / (1 + np.exp(-odds))
    print("cut   recall  recall(mean of sources)  ordinary  ordinary(worst source)  hard")
    for cut in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95):
        alarm = probability >= cut
        recalls = [alarm[keys == "/".join(g)].mean() for g in scam_groups if (keys == "/".join(g)).sum() >= 20]
        ordinary = alarm[~labels & ~hard]
        worst = max(
            (alarm[(keys == "/".join(g)) & ~hard].mean(), g[1])
            for g in benign_groups
            if ((keys == "/".join(g)) & ~hard).sum() >= 40
        )
        print(
            f"{cut:.2f}  {alarm[labels].mean():.3f}  {np.mean(recalls):.3f}  {ordinary.mean():.4f}"
            f"  {worst[0]:.4f} {worst[1]}  {alarm[hard].mean():.4f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", required=True, help="directory of the rule files")
    parser.add_argument("--medium", type=float, default=0.6, help="probability from which a text is of medium risk")
    parser.add_argument("--high", type=float, default=0.92, help="probability from which a text is of high risk")
    parser.add_argument("features")
    arguments = parser.parse_args()
    by_hand, lowest = load_rules(arguments.rules)
    names = list(by_hand)
    prior_weights = np.array([by_hand[name] for name in names])
    lowest = np.array([lowest[name] for name in names])
    columns = {name: i for i, name in enumerate(names)}
    data, labels, groups, hard, offsets = load_features(arguments.features, columns)
    weight = row_weights(labels, groups, hard)
    # Leaves out each source, with both of its labels, and judges it by the others.
    odds = np.zeros(len(labels))
    sources = np.array([source for _, source in groups])
    for source in sorted(set(sources)):
        rest = sources != source
        others = row_weights(labels[rest], [group for group, kept in zip(groups, rest) if kept], hard[rest])
        intercept, weights = fit(data[rest], labels[rest], others, prior_weights, lowest, offsets[rest])
        odds[~rest] = intercept + data[~rest] @ weights + offsets[~rest]
    shift, slope = calibrate(odds, labels, weight)
    print(f"calibration: {shift:.3f} + {slope:.3f} x")
    thresholds(shift + slope * odds, labels, groups, hard)
    intercept, weights = fit(data, labels, weight, prior_weights, lowest, offsets)
    with open(os.path.join(arguments.rules, "weights.yaml"), "w", encoding="utf-8") as file:
        file.write("# Written by training/fit_weights.py: weights of the rules in log-odds, and the model.\n")
        file.write(
            f"model: {{intercept: {shift + slope * intercept:.3f}, slope: {slope:.3f}, "
            f"medium: {arguments.medium}, high: {arguments.high}}}\n\nweights:\n"
        )
        for name, value in zip(names, weights):
            file.write(f"  {name}: {value:.2f}\n")


if __name__ == "__main__":
    main()
