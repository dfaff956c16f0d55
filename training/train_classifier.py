#!/usr/bin/env python3
"""Fine-tunes the sentence encoder: scam log-odds, category and cues of a passage.

    train_classifier.py --passages FILE... --save MODEL.pt [--from MODEL.pt] [--passes 2] [--without SOURCES.txt]

Reads the output of `risk-evaluate --passages`. Each pass uses at most a fixed number of texts per source, so that large
sources do not drown out small ones, and one randomly drawn passage of each text. Scam: binary cross-entropy with
smoothed labels; category: cross-entropy over scams of known category; cues: binary cross-entropy where their writer
named them. Uses bfloat16 where the processor supports it. The same seed gives the same order of texts; sums of threads
may differ.
"""

import argparse
import collections
import json
import math
import random
import time

import numpy as np
import torch
import torch.nn.functional as functional

import sentence_encoder
from outputs import CATEGORIES, CUES, MARKERS, OUTPUTS

MAXIMUM_PIECES = 128
BATCH = 32
SMOOTHING = 0.02
# Share of word pieces hidden in half of the passages, so that repeated passes do not memorize the texts.
HIDDEN, MASK_PIECE = 0.15, 103
# Texts per source in one pass. Sources with weak labels, machine-made text or one narrow kind give fewer.
TEXTS_PER_SOURCE = 450
FEWER = {
    "spamhunter_unlabelled": 1600, "phishing_pot": 1200, "moz_smishing": 250, "mdb_synthetic": 250, "ncsu_robocall_transcripts": 150,
    "misread/collections": 1200, "emscad_jobs": 60, "spamassassin_spam": 200, "snipeit_i18n": 300, "des_conversations_es": 150, "spamassassin_ham": 800,
}
# Written messages cover what no collection has; every pass uses all of them.
WRITTEN = "written/"
SPAM_TARGET, SPAM_WEIGHT = 0.2, 0.3
WEIGHTS = {"spamhunter_unlabelled": 0.6, "moz_smishing": 0.4, "mdb_synthetic": 0.6, "emscad_jobs": 0.3, "llm_pig_butchering_sim": 0.6}


class Example:
    __slots__ = ("passages", "lengths", "target", "weight", "category", "cues", "source", "row")

    def __init__(self, row):
        self.source = row["source"]
        self.target = {"scam": 1.0, "benign": 0.0, "spam": SPAM_TARGET}[row["label"]]
        self.weight = WEIGHTS.get(self.source, 1.0) * (SPAM_WEIGHT if row["label"] == "spam" else 1.0)
        # In the collections, categories are mostly guesses by regular expressions.
        category = row.get("category") if self.source.startswith("written") else None
        self.category = CATEGORIES.index(category) if row["label"] == "scam" and category in CATEGORIES else -1
        cues = row.get("cues")
        self.cues = None if cues is None else [float(cue in cues) for cue in CUES]
        self.passages, self.lengths = [], []
        for passage in row["passages"]:
            if passage.get("label", row["label"]) != row["label"]:
                continue
            self.passages.append(passage["input"])
            self.lengths.append(passage["length"])


def encode(line, tokenizer, markers):
    """Word pieces of one line of input; markers stay whole."""
    ids, words = [101], []

    def flush():
        if words:
            ids.extend(tokenizer.encode(" ".join(words), add_special_tokens=False).ids)
            words.clear()

    for word in line.split(" "):
        if word in markers:
            flush()
            ids.append(markers[word])
        else:
            words.append(word)
    flush()
    return np.array(ids[: MAXIMUM_PIECES - 1] + [102], dtype=np.int32)


def read(paths, excluded):
    examples = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if row["source"] in excluded or row["label"] not in ("scam", "benign", "spam") or not row["passages"]:
                    continue
                example = Example(row)
                if example.passages:
                    examples.append(example)
    return examples


def texts_of_pass(examples, generator, share):
    by_source = collections.defaultdict(list)
    for example in examples:
        by_source[example.source, example.target].append(example)
    chosen = []
    for (source, _), texts in sorted(by_source.items()):
        most = round(share * FEWER.get(source, TEXTS_PER_SOURCE))
        chosen += texts if source.startswith(WRITTEN) or len(texts) <= most else generator.sample(texts, most)
    return chosen


def draw(example, generator):
    """Draws a passage, preferring long ones: the point of a message is rarely in its shortest part."""
    return generator.choices(example.passages, [length**1.5 + 1 for length in example.lengths])[0]


def hide(pieces, generator):
    """Hides some pieces in half of the passages, never the first and last, which frame the passage."""
    if generator.random() < 0.5:
        return pieces
    return np.array([pieces[0], *(MASK_PIECE if generator.random() < HIDDEN else piece for piece in pieces[1:-1]), pieces[-1]], np.int32)


def batches(chosen, generator, encoded):
    drawn = [(hide(encoded(draw(example, generator)), generator), example) for example in chosen]
    drawn.sort(key=lambda item: len(item[0]) + generator.random() * 6)
    groups = [drawn[start : start + BATCH] for start in range(0, len(drawn), BATCH)]
    generator.shuffle(groups)
    return groups


def tensors(passages):
    lengths = torch.tensor([len(ids) for ids in passages])
    ids = torch.zeros(len(passages), int(lengths.max()), dtype=torch.long)
    for row, passage in enumerate(passages):
        ids[row, : len(passage)] = torch.from_numpy(passage.astype(np.int64))
    return ids, lengths


def category_weights(examples):
    """Rare categories count more, by the square root."""
    counts = np.bincount([e.category for e in examples if e.category >= 0], minlength=len(CATEGORIES)) + 1
    weights = np.sqrt(counts.sum() / len(CATEGORIES) / counts)
    return torch.tensor(np.clip(weights, 0.4, 4), dtype=torch.float32)


def loss_of(outputs, group, rarity):
    examples = [example for _, example in group]
    weight = torch.tensor([example.weight for example in examples])
    target = torch.tensor([example.target for example in examples])
    target = target * (1 - 2 * SMOOTHING) + SMOOTHING
    scam = functional.binary_cross_entropy_with_logits(outputs[:, 0], target, weight=weight)
    category = torch.tensor([example.category for example in examples])
    loss = scam
    if (category >= 0).any():
        known = category >= 0
        logits = outputs[known, 1 : 1 + len(CATEGORIES)]
        wrong = functional.cross_entropy(logits, category[known], weight=rarity, label_smoothing=0.03)
        loss = loss + known.float().mean() * wrong
    named = [number for number, example in enumerate(examples) if example.cues is not None]
    if named:
        cues = torch.tensor([examples[number].cues for number in named])
        logits = outputs[named, 1 + len(CATEGORIES) :]
        loss = loss + 0.5 * len(named) / len(examples) * functional.binary_cross_entropy_with_logits(logits, cues)
    return loss, scam.item()


def train(model, examples, arguments, encoded):
    generator = random.Random(arguments.seed)
    size = len(texts_of_pass(examples, random.Random(0), arguments.share))
    steps = math.ceil(size / BATCH) * arguments.passes
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, fused=True)
    rate = lambda step: min(1, (step + 1) / (0.04 * steps + 1)) * (1 - (1 - arguments.final) * min(1, step / steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rarity = category_weights(examples)
    average, began, step = None, time.monotonic(), 0
    print(f"{len(examples)} texts, {size} in each pass, {steps} steps", flush=True)
    model.train()
    for number in range(arguments.passes):
        for group in batches(texts_of_pass(examples, generator, arguments.share), generator, encoded):
            ids, lengths = tensors([passage for passage, _ in group])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                outputs = model(ids, lengths)
            loss, scam = loss_of(outputs.float(), group, rarity)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            average = scam if average is None else 0.99 * average + 0.01 * scam
            if step % 25 == 0:
                print(f"pass {number + 1} step {step}/{steps} loss {average:.4f} {time.monotonic() - began:.0f} s", flush=True)
            if step % 100 == 0:
                torch.save(model.state_dict(), arguments.save)
    torch.save(model.state_dict(), arguments.save)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", nargs="+", required=True)
    parser.add_argument("--save", required=True)
    parser.add_argument("--from", dest="start", help="go on from this model instead of the pretrained one")
    parser.add_argument("--without", help="file with the names of sources to leave out, one a line")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--final", type=float, default=0.1, help="part of the rate that is left at the end")
    parser.add_argument("--share", type=float, default=1.0, help="of the texts that a source gives in each pass")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    excluded = set()
    if arguments.without:
        with open(arguments.without, encoding="utf-8") as file:
            excluded = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    tokenizer, markers = sentence_encoder.tokenizer(MARKERS)
    examples = read(arguments.passages, excluded)
    model = sentence_encoder.SentenceEncoder(OUTPUTS).load_pretrained()
    if arguments.start:
        model.load_state_dict(torch.load(arguments.start))
    train(model, examples, arguments, lambda line: encode(line, tokenizer, markers))


if __name__ == "__main__":
    main()
