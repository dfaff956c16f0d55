#!/usr/bin/env python3
"""Fits the weights of the code rules to screens with codes, and prints them beside the current ones.

    code_screens.py generate > screens.jsonl
    risk-evaluate --rule-pack RULES --model MODEL --features features.jsonl screens.jsonl
    fit_code_weights.py --rules RULES --model combination.json features.jsonl

Everything else stays the same, including the calibration: encoder and other rules give each screen a starting value,
and the code rules that fired shift it. Weights are pulled towards the current ones, keep their sign, and change by at
most a factor of 2.5. The figures come from fitting on one half of the templates and judging the other. Needs numpy,
scipy and PyYAML.
"""

import argparse
import json
import pathlib

import numpy
import scipy.optimize
import yaml

# A difference of 1 from the current weight costs as much as about two misjudged screens.
PULL = 2.0
LOWEST, HIGHEST = 0.4, 2.5


def load(path, weights):
    names = list(weights)
    starts, shares, labels, halves = [], [], [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fired = {rule: share for rule, share in zip(row["rules"], row["shares"]) if rule in weights}
        shares.append([fired.get(name, 0.0) for name in names])
        starts.append(row["sum"] - sum(weights[name] * share for name, share in fired.items()))
        labels.append(row["label"] == "scam")
        halves.append(row["source"].endswith("1"))
    return numpy.array(starts), numpy.array(shares), numpy.array(labels, float), numpy.array(halves)


def fit(starts, shares, labels, before, calibration):
    intercept, slope = calibration

    def loss(weights):
        odds = intercept + slope * (starts + shares @ weights)
        pull = weights - before
        gradient = slope * shares.T @ (1 / (1 + numpy.exp(-odds)) - labels) + 2 * PULL * pull
        return (numpy.logaddexp(0, odds) - labels * odds).sum() + PULL * (pull**2).sum(), gradient

    bounds = list(zip(LOWEST * before, HIGHEST * before))
    return scipy.optimize.minimize(loss, before, jac=True, bounds=bounds, method="L-BFGS-B").x


def figures(starts, shares, labels, weights, calibration, cuts):
    probability = 1 / (1 + numpy.exp(-(calibration[0] + calibration[1] * (starts + shares @ weights))))
    shown = [f"{100 * (probability[labels == label] >= cut).mean():5.1f} %" for label in (1, 0) for cut in cuts]
    return "scam medium {} high {}, genuine medium {} high {}".format(*shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", type=pathlib.Path, required=True)
    parser.add_argument("--model", type=pathlib.Path, required=True)
    parser.add_argument("features", type=pathlib.Path)
    arguments = parser.parse_args()
    rules = yaml.safe_load((arguments.rules / "rules-codes.yaml").read_text(encoding="utf-8"))["rules"]
    weights = {rule["id"]: float(rule["weight"]) for rule in rules}
    model = json.loads(arguments.model.read_text(encoding="utf-8"))
    calibration, cuts = model["calibration"], model["cuts"]
    starts, shares, labels, halves = load(arguments.features, weights)
    before = numpy.array(list(weights.values()))
    for half in (False, True):
        fitted = fit(starts[halves != half], shares[halves != half], labels[halves != half], before, calibration)
        other = (starts[halves == half], shares[halves == half], labels[halves == half])
        print(f"half {int(half)} before  {figures(*other, before, calibration, cuts)}")
        print(f"half {int(half)} fitted  {figures(*other, fitted, calibration, cuts)}")
    fitted = fit(starts, shares, labels, before, calibration)
    for name, old, new, fired in zip(weights, before, fitted, shares.T):
        hits = [int((fired[labels == label] > 0).sum()) for label in (1, 0)]
        print(f"{name:24} {old:5.2f} {new:5.2f}   fired on {hits[0]} scam, {hits[1]} genuine")


if __name__ == "__main__":
    main()
