#!/usr/bin/env python3
"""Fine-tunes the sentence encoder: scam log-odds, category and cues of a passage.

    train_encoder.py --passages FILE.cut --save MODEL.pt

Reads the output of `risk-evaluate --passages`. One passage of each text is drawn in each pass. Scam: binary cross-entropy with smoothed labels; category: cross-entropy over scams of known category; cues: binary cross-entropy where
their writer named them. What is saved is a moving average of the weights, which does better on other kinds of texts than the last
ones (Izmailov et al. 2018, arXiv:1803.05407).

Runs on a graphics card where there is one (a minute and a half), else on the processor (hours). The same seed on the same device
gives the same weights.
"""

import argparse
import json
import os
import random
import time

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch
import torch.nn.functional as functional

import sentence_encoder
from outputs import CATEGORIES, CUES, MARKERS, OUTPUTS
from source_weights import WEIGHTS

MAXIMUM_PIECES = 128
BATCH = 64
SMOOTHING = 0.02
# Share of word pieces hidden in half of the passages, so that repeated passes do not memorize the texts.
HIDDEN, MASK_PIECE, FIRST_PIECE, LAST_PIECE = 0.15, 103, 101, 102
SPAM_TARGET, SPAM_WEIGHT = 0.2, 0.3
# Tokens. Of a screen that shows a scam, shorter passages are menus and buttons.
LEAST_OF_SCREEN = 16
AVERAGED = 0.998


class Example:
    __slots__ = ("passages", "chances", "target", "weight", "category", "cues")

    def __init__(self, row, encoded):
        source = row["source"]
        self.target = {"scam": 1.0, "benign": 0.0, "spam": SPAM_TARGET}[row["label"]]
        self.weight = WEIGHTS.get(source, 1.0) * (SPAM_WEIGHT if row["label"] == "spam" else 1.0)
        # In the collections, categories are mostly guesses by regular expressions.
        category = row.get("category") if source.startswith(("written", "screen/")) else None
        self.category = CATEGORIES.index(category) if row["label"] == "scam" and category in CATEGORIES else -1
        cues = row.get("cues")
        self.cues = None if cues is None else [float(cue in cues) for cue in CUES]
        passages = row["passages"]
        if row["label"] == "scam" and row.get("kind") == "screen":
            passages = [p for p in passages if p["length"] >= LEAST_OF_SCREEN] or [max(passages, key=lambda p: p["length"])]
        self.passages = [encoded(passage["input"]) for passage in passages]
        # Long passages are preferred: the point of a message is rarely in its shortest part.
        self.chances = [passage["length"] ** 1.5 + 1 for passage in passages]


def word_pieces():
    """Turns a line of input into word pieces; markers stay whole."""
    tokenizer, markers = sentence_encoder.tokenizer(MARKERS)

    def encoded(line):
        ids, words = [FIRST_PIECE], []

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
        return np.array(ids[: MAXIMUM_PIECES - 1] + [LAST_PIECE], dtype=np.int32)

    return encoded


def read(path, encoded):
    with open(path, encoding="utf-8") as file:
        return [Example(row, encoded) for row in map(json.loads, file) if row["passages"]]


def hide(pieces, generator):
    """Hides some pieces in half of the passages, never the first and last, which frame the passage."""
    if generator.random() < 0.5:
        return pieces
    hidden = np.array([generator.random() < HIDDEN for _ in pieces])
    hidden[[0, -1]] = False
    return np.where(hidden, MASK_PIECE, pieces)


def batches(examples, generator):
    drawn = [(hide(generator.choices(e.passages, e.chances)[0], generator), e) for e in examples]
    drawn.sort(key=lambda item: len(item[0]) + generator.random() * 6)
    groups = [drawn[start : start + BATCH] for start in range(0, len(drawn), BATCH)]
    generator.shuffle(groups)
    return groups


def tensors(passages, device):
    lengths = [len(ids) for ids in passages]
    # Few different shapes: memory is reused.
    ids = np.zeros((len(passages), -(-max(lengths) // 16) * 16), np.int64)
    for row, passage in enumerate(passages):
        ids[row, : len(passage)] = passage
    return torch.from_numpy(ids).to(device), torch.tensor(lengths, device=device)


def category_weights(examples):
    """Rare categories count more, by the square root."""
    counts = np.bincount([e.category for e in examples if e.category >= 0], minlength=len(CATEGORIES)) + 1
    return torch.tensor(np.clip(np.sqrt(counts.sum() / len(CATEGORIES) / counts), 0.4, 4), dtype=torch.float32)


def loss_of(outputs, examples, rarity):
    device = outputs.device
    weight = torch.tensor([e.weight for e in examples], device=device)
    target = torch.tensor([e.target for e in examples], device=device) * (1 - 2 * SMOOTHING) + SMOOTHING
    loss = functional.binary_cross_entropy_with_logits(outputs[:, 0], target, weight=weight)
    known = [number for number, e in enumerate(examples) if e.category >= 0]
    if known:
        category = torch.tensor([examples[number].category for number in known], device=device)
        wrong = functional.cross_entropy(outputs[known, 1 : 1 + len(CATEGORIES)], category, weight=rarity, label_smoothing=0.03)
        loss = loss + len(known) / len(examples) * wrong
    named = [number for number, e in enumerate(examples) if e.cues is not None]
    if named:
        cues = torch.tensor([examples[number].cues for number in named], device=device)
        wrong = functional.binary_cross_entropy_with_logits(outputs[named, 1 + len(CATEGORIES) :], cues)
        loss = loss + 0.5 * len(named) / len(examples) * wrong
    return loss


def train(model, examples, arguments, device):
    generator = random.Random(arguments.seed)
    steps = -(-len(examples) // BATCH) * arguments.passes
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, fused=True)
    # Rises for 4 % of the steps, then falls in a straight line.
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.04 * steps + 1), max(0.02, 1 - step / steps)))
    rarity = category_weights(examples).to(device)
    averaged = {name: value.detach().clone() for name, value in model.state_dict().items()}
    began, step, shown = time.monotonic(), 0, 0.0
    print(f"{len(examples)} texts, {steps} steps on {device}", flush=True)
    model.train()
    for number in range(arguments.passes):
        for group in batches(examples, generator):
            ids, lengths = tensors([passage for passage, _ in group], device)
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                outputs = model(ids, lengths)
            loss = loss_of(outputs.float(), [example for _, example in group], rarity)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            keep = min(AVERAGED, step / (step + 10))
            with torch.no_grad():
                for name, value in model.state_dict().items():
                    averaged[name].lerp_(value, 1 - keep)
            if step % 200 == 0:
                shown = loss.item()
                print(f"pass {number + 1} step {step}/{steps} loss {shown:.3f} {time.monotonic() - began:.0f} s", flush=True)
    return averaged


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", required=True)
    parser.add_argument("--save", required=True)
    parser.add_argument("--start", help="a model file whose encoder is trained on; else all-MiniLM-L6-v2")
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        # The others are not deterministic.
        torch.backends.cuda.enable_flash_sdp(False)
        torch.backends.cuda.enable_mem_efficient_sdp(False)
        torch.backends.cuda.enable_cudnn_sdp(False)
    examples = read(arguments.passages, word_pieces())
    model = sentence_encoder.SentenceEncoder(OUTPUTS)
    model = (model.load_model(arguments.start) if arguments.start else model.load_pretrained()).to(device)
    model.dropout = arguments.dropout
    weights = train(model, examples, arguments, device)
    torch.save({name: value.cpu() for name, value in weights.items()}, arguments.save)


if __name__ == "__main__":
    main()
