#!/usr/bin/env python3
"""Trains the text model: how scams are worded, as one number for each place of a table of hashed words.

    python3 expand_templates.py messages/*.yaml --brands brand-domains.yaml > written.jsonl
    python3 corrupt_texts.py TEXTS.jsonl... written.jsonl > corrupted.jsonl
    risk-evaluate --rule-pack RULES --passages clean.jsonl TEXTS.jsonl... written.jsonl
    risk-evaluate --rule-pack RULES --passages noisy.jsonl corrupted.jsonl
    python3 train_text_model.py --rules RULES --clean clean.jsonl --noisy noisy.jsonl [--without held-out-sources.txt]

Logistic regression over the features of text_features.py and the signals of entities. Sources weigh by the square root of
their size; adverts and job ads are left out; texts that look like scams and are none weigh more; in no language do
scams weigh more than in the whole, or the language itself would become a sign. How much the model may add to the rules
was chosen once (SHARE, LIMITS); calibration and cut points come from texts whose sources were left out of the training.
Writes text-model.bin into the directory of the rules; the same for the same texts. Needs numpy, scipy and scikit-learn.
"""

import argparse
import collections
import json
import os
import struct

import numpy as np
import scipy.optimize
import scipy.sparse
from sklearn.linear_model import LogisticRegression

import text_features

# Share of scams assumed among judged texts: the meaning of the probability.
PRIOR = 0.2
# Which part of the model's log-odds counts beside the rules, and within which limits. Chosen on sources left out, at 0.5 % of
# ordinary texts alarmed: a share of 0.5 finds 67.8 % of the scams, 0.7 65.3 %, 1 59.4 %, while written look-alikes alarmed
# fall from 3.1 to 2.0 and 1.2 %. The upper limit keeps wording alone below high risk.
SHARE = 0.6
LIMITS = (-5.0, 7.0)
# Tokens; the wording of shorter passages counts in proportion: a link alone says little.
FULL_LENGTH = 12
# Ordinary texts that may alarm, of sources left out: with their sources known, half as many do.
MEDIUM_ALARMS, HIGH_ALARMS = 0.005, 0.001
# Inverse strength of the pull towards zero.
STRENGTH = 12.0
# As many as TextModelFile.swift reads.
MOST_SIGNALS = 1024
# Signals of entities beside the features of words, whose sum of squares is 1.
SIGNAL_SCALE = 0.3
# Passages of a text that are learned from, the longest ones: clean and with mistakes of recognition.
CLEAN_PASSAGES, NOISY_PASSAGES = 2, 1
# A place that fewer texts have learns nothing: no single message can be found in the table.
FEWEST_TEXTS = 3
SKIPPED = {"emscad_jobs"}
HALVED = {"mishra_soni_sms": 0.5, "ncsu_robocall_transcripts": 0.4}
HARD_WEIGHT = 12.0
# Texts of programs, documentation and newsletters are few in the collections and many on screens.
SCREEN_KINDS = {"ui", "docs", "newsletter"}
SCREEN_WEIGHT = 2.0
SCAM_SHARE = 0.35
# Which fold leaves a source out: sources that go together in one, those of one kind (mail, chat, interface, notices)
# spread, so that no fold leaves out a whole kind. A source that is not named is left out with the first.
FOLDS = {
    "spamhunter_labelled": 0, "spamhunter_handlabelled": 0, "enron_ham": 0, "snipeit_i18n": 0, "nus_sms": 0,
    "pennywise_bank_sms": 0, "awareness_articles_a": 0, "mac_morpho_news": 0,
    "mishra_soni_sms": 1, "reply_mails": 1, "taskmaster": 1, "telegram_ui": 1, "oss_docs": 1, "bitwarden_mail": 1,
    "postmark_templates": 1, "conll2002_news": 1,
    "exais_sms_ham": 2, "ubuntu_irc": 2, "devise_i18n_mail": 2, "devise_i18n_ui": 2, "modern_newsletters": 2,
    "authelia_mail": 2, "phishing_pot": 2,
    "ncsu_robocall_transcripts": 3, "spamassassin_419": 3, "spamassassin_ham": 3, "india_sms": 3, "system_code": 3,
    "modern_email_templates": 3, "ag_news": 3,
}
# Messages written for the purpose: each half of the templates of a language is judged by a model that knows the other.
WRITTEN = "written_"
FOLDS |= {f"{WRITTEN}{language}_{part}": part for language in ("en", "de", "fr", "es", "it", "pt", "nl") for part in (0, 1)}
# One source holds nearly all modern mail: each half of it is judged by a model that knows the other.
SPLIT_SOURCE = "phishing_pot"
FOLD_COUNT = 5


class Texts:
    """Labelled texts and their passages, clean and misread."""

    def __init__(self, clean, noisy, excluded):
        self.rows = []
        self.signal_names = {}
        self.clean = self._passages(clean, excluded, True)
        self.noisy = self._passages(noisy, excluded, False)
        self.scam = np.array([row["label"] == "scam" for row in self.rows])
        self.hard = np.array([row["hard"] for row in self.rows])
        self.source = np.array([row["source"] for row in self.rows])
        self.language = np.array([row.get("lang") or "und" for row in self.rows])
        self.screen = np.array([row.get("kind") in SCREEN_KINDS for row in self.rows])
        self.written = np.array([row["source"].startswith(WRITTEN) for row in self.rows])

    def _passages(self, path, excluded, is_first):
        texts, sums, against, lengths, words, starts, signals, signal_starts = [], [], [], [], [], [0], [], [0]
        number = 0
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if row["source"] in SKIPPED | excluded or row["label"] not in ("scam", "benign"):
                    continue
                for passage in row.pop("passages"):
                    texts.append(number)
                    sums.append(passage["sum"])
                    against.append(passage["hasReasonAgainst"])
                    lengths.append(len(passage["words"]))
                    words.extend(sorted(text_features.passage_buckets(passage["words"])))
                    starts.append(len(words))
                    for name in passage["signals"]:
                        signals.append(self.signal_names.setdefault(name, len(self.signal_names)))
                    signal_starts.append(len(signals))
                if is_first:
                    self.rows.append(row)
                number += 1
        places = 1 << text_features.BITS
        table = scipy.sparse.csr_matrix((np.ones(len(words)), words, starts), shape=(len(texts), places))
        # Room for signals that only the other file has.
        marks = scipy.sparse.csr_matrix((np.ones(len(signals)), signals, signal_starts), shape=(len(texts), MOST_SIGNALS))
        counts = np.maximum(1, np.diff(table.indptr))
        features = scipy.sparse.hstack([scipy.sparse.diags(1 / np.sqrt(counts)) @ table, marks * SIGNAL_SCALE]).tocsr()
        return {
            "text": np.array(texts), "sum": np.array(sums), "against": np.array(against), "features": features,
            "length": np.array(lengths),
        }

    def weights(self, chosen):
        """Of the texts, 0 for those that are not chosen."""
        sizes = collections.Counter(zip(self.source[chosen], self.scam[chosen]))
        weight = np.array([sizes[key] and sizes[key] ** -0.5 for key in zip(self.source, self.scam)])
        weight *= np.array([HALVED.get(s, 1.0) if scam else 1.0 for s, scam in zip(self.source, self.scam)])
        weight[self.hard] *= HARD_WEIGHT
        weight *= chosen
        for value, share in ((True, SCAM_SHARE), (False, 1 - SCAM_SHARE)):
            weight[self.scam == value] *= share * chosen.sum() / weight[self.scam == value].sum()
        weight[self.screen] *= SCREEN_WEIGHT
        for language in sorted(set(self.language) - {"en"}):
            scams, others = ((self.language == language) & (self.scam == value) for value in (True, False))
            allowed = SCAM_SHARE / (1 - SCAM_SHARE) * weight[others].sum()
            if weight[scams].sum() > allowed:
                factor = min(4.0, weight[scams].sum() / max(allowed, 1e-9)) ** 0.5
                weight[others] *= factor
                weight[scams] /= factor
        return weight


def longest(passages, most):
    """The numbers of the longest passages of each text."""
    chosen, counts = [], collections.Counter()
    for index in np.lexsort((-passages["length"], passages["text"])):
        text = passages["text"][index]
        if counts[text] < most:
            counts[text] += 1
            chosen.append(index)
    return np.array(chosen)


class Trainer:
    def __init__(self, texts):
        self.texts = texts
        parts = [(texts.clean, CLEAN_PASSAGES, 1.0), (texts.noisy, NOISY_PASSAGES, 0.5)]
        chosen = [longest(passages, most) for passages, most, _ in parts]
        self.features = scipy.sparse.vstack([p["features"][c] for (p, _, _), c in zip(parts, chosen)]).tocsr()
        self.text = np.concatenate([p["text"][c] for (p, _, _), c in zip(parts, chosen)])
        shares = []
        for (passages, _, factor), indices in zip(parts, chosen):
            number = passages["text"][indices]
            shares.append(factor / np.bincount(number, minlength=len(texts.rows))[number])
        self.share = np.concatenate(shares)
        first = longest(texts.clean, CLEAN_PASSAGES)
        pairs = scipy.sparse.csr_matrix(
            (np.ones(len(first)), (texts.clean["text"][first], np.arange(len(first))))
        ) @ texts.clean["features"][first]
        self.rare = np.asarray((pairs > 0).sum(axis=0)).ravel() < FEWEST_TEXTS

    def fit(self, chosen):
        """Weights of the features and intercept."""
        weight = self.texts.weights(chosen)[self.text] * self.share
        kept = weight > 0
        model = LogisticRegression(C=STRENGTH, max_iter=60, tol=1e-3)
        model.fit(self.features[kept], self.texts.scam[self.text][kept], sample_weight=weight[kept])
        weights = model.coef_[0].copy()
        weights[self.rare] = 0
        return weights, model.intercept_[0]


def folds(texts):
    fold = np.array([FOLDS.get(source, 0) for source in texts.source])
    split = np.where(texts.source == SPLIT_SOURCE)[0]
    fold[split[: len(split) // 2]] = FOLD_COUNT - 1
    return fold


def totals(texts, scores):
    """Of each text the largest sum of rules and wording over its passages."""
    passages = texts.clean
    limited = np.clip(scores, *LIMITS)
    limited = np.where(passages["against"], np.minimum(limited, 0), limited)
    limited = np.where(limited > 0, limited * np.minimum(1, passages["length"] / FULL_LENGTH), limited)
    result = np.full(len(texts.rows), -np.inf)
    np.maximum.at(result, passages["text"], passages["sum"] + SHARE * limited)
    return np.where(np.isfinite(result), result, SHARE * LIMITS[0])


def calibrate(total, scam, weight):
    """Intercept and slope of the log-odds."""

    def loss(parameters):
        value = parameters[0] + parameters[1] * total
        return (weight * (np.logaddexp(0, value) - scam * value)).sum()

    return scipy.optimize.minimize(loss, [-2.0, 1.0], method="Nelder-Mead").x


def expected_error(probability, scam, weight):
    bins = np.minimum(9, (probability * 10).astype(int))
    error = 0.0
    for number in range(10):
        part = bins == number
        if weight[part].sum() > 0:
            said = np.average(probability[part], weights=weight[part])
            error += weight[part].sum() * abs(said - np.average(scam[part], weights=weight[part]))
    return error / weight.sum()


def parts(texts):
    """Collected and written texts, of each the scams, the ordinary texts and the look-alikes."""
    for name, here in (("collected", ~texts.written), ("written", texts.written)):
        yield f"{name} scams", here & texts.scam
        yield f"{name} ordinary", here & ~texts.scam & ~texts.hard
        yield f"{name} look-alikes", here & ~texts.scam & texts.hard


def report(name, total, texts):
    """What share of each part is alarmed where 0.3, 0.5 and 1 % of the collected ordinary texts are."""
    ordinary = ~texts.scam & ~texts.hard & ~texts.written
    cuts = [np.quantile(total[ordinary], 1 - share) for share in (0.003, 0.005, 0.01)]
    print(name)
    for part, chosen in parts(texts):
        if chosen.any():
            print(f"  {part:24s}" + "".join(f"{100 * (total[chosen] > cut).mean():8.2f} %" for cut in cuts), flush=True)


def write(path, texts, weights, intercept, calibration, cuts):
    places = 1 << text_features.BITS
    unit = np.abs(weights[:places]).max() / 127
    table = np.round(weights[:places] / unit).astype(np.int8)
    content = b"OSTM" + struct.pack("<III", 1, text_features.BITS, len(texts.signal_names))
    content += struct.pack("<10d", unit, intercept, SHARE, *LIMITS, FULL_LENGTH, *calibration, *cuts)
    for name, index in sorted(texts.signal_names.items()):
        value = text_features.FNV_BASIS
        for byte in name.encode():
            value = ((value ^ byte) * text_features.FNV_PRIME) & text_features.MASK
        content += struct.pack("<Qd", value, weights[places + index] * SIGNAL_SCALE)
    content += table.tobytes()
    value = text_features.FNV_BASIS
    for byte in content:
        value = ((value ^ byte) * text_features.FNV_PRIME) & text_features.MASK
    with open(path, "wb") as file:
        file.write(content + struct.pack("<Q", value))
    print(f"{path}: {len(content) + 8} bytes, {np.count_nonzero(table)} places in use")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", required=True, help="directory of the rules, where the model is written")
    parser.add_argument("--clean", required=True, help="passages of the texts")
    parser.add_argument("--noisy", required=True, help="passages of the corrupted texts")
    parser.add_argument("--without", help="file with the names of sources to leave out, one a line")
    parser.add_argument("--scores", help="file for the sums and probabilities of texts left out, *.npz")
    arguments = parser.parse_args()
    excluded = set()
    if arguments.without:
        with open(arguments.without, encoding="utf-8") as file:
            excluded = {line.strip() for line in file if not line.startswith("#")}
    texts = Texts(arguments.clean, arguments.noisy, excluded)
    trainer = Trainer(texts)
    print(f"{len(texts.rows)} texts, {texts.scam.sum()} of them scams, {len(texts.signal_names)} signals", flush=True)
    fold = folds(texts)
    scores = np.zeros(len(texts.clean["text"]))
    for number in range(FOLD_COUNT):
        weights, intercept = trainer.fit(fold != number)
        part = fold[texts.clean["text"]] == number
        scores[part] = texts.clean["features"][part] @ weights + intercept
    report("rules", totals(texts, np.zeros(len(scores))), texts)
    total = totals(texts, scores)
    report("rules and wording", total, texts)
    # Collected texts only: those written for the purpose are chosen to be hard.
    share = texts.scam[~texts.written].mean()
    weight = np.where(texts.scam, PRIOR / share, (1 - PRIOR) / (1 - share)) * ~texts.written
    calibration = calibrate(total, texts.scam, weight)
    probability = 1 / (1 + np.exp(-calibration[0] - calibration[1] * total))
    ordinary = ~texts.scam & ~texts.hard & ~texts.written
    cuts = [float(np.quantile(probability[ordinary], 1 - share)) for share in (MEDIUM_ALARMS, HIGH_ALARMS)]
    print(f"log-odds = {calibration[0]:.3f} + {calibration[1]:.3f} x total; medium from {cuts[0]:.3f}, high from {cuts[1]:.3f}")
    print(f"expected calibration error {expected_error(probability, texts.scam, weight):.3f} at {PRIOR} scams, "
          f"{expected_error(probability, texts.scam, 1.0 * ~texts.written):.3f} as counted")
    for name, part in parts(texts):
        rates = "".join(f"{100 * (probability[part] >= cut).mean():8.2f} %" for cut in cuts) if part.any() else "-"
        print(f"  {name:24s}{rates}   of medium and high risk")
    if arguments.scores:
        np.savez(arguments.scores, total=total, probability=probability)
    weights, intercept = trainer.fit(np.ones(len(texts.rows), bool))
    write(os.path.join(arguments.rules, "text-model.bin"), texts, weights, intercept, calibration, cuts)


if __name__ == "__main__":
    main()
