#!/usr/bin/env python3
"""Adds to each passage what a trained encoder says of it (`outputs`): for fitting the combination and for measuring.

    score_passages.py --model MODEL.pt PASSAGES.jsonl... > SCORED.jsonl
"""

import argparse
import json

import numpy as np
import torch

import sentence_encoder
from outputs import MARKERS, OUTPUTS
from train_classifier import encode, tensors

BATCH = 64


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--sources", help="file with the names of the only sources to score, one a line")
    parser.add_argument("passages", nargs="+")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    wanted = None
    if arguments.sources:
        wanted = {line.strip() for line in open(arguments.sources, encoding="utf-8")}
    tokenizer, markers = sentence_encoder.tokenizer(MARKERS)
    model = sentence_encoder.SentenceEncoder(OUTPUTS).load_pretrained()
    model.load_state_dict(torch.load(arguments.model))
    model.eval()
    rows, pieces, owners = [], [], []
    for path in arguments.passages:
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            if wanted is not None and row["source"] not in wanted:
                continue
            for passage in row["passages"]:
                pieces.append(encode(passage["input"], tokenizer, markers))
                owners.append(passage)
            rows.append(row)
    order = sorted(range(len(pieces)), key=lambda number: len(pieces[number]))
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
        for start in range(0, len(order), BATCH):
            group = order[start : start + BATCH]
            values = model(*tensors([pieces[number] for number in group])).float().numpy()
            for number, value in zip(group, values):
                owners[number]["outputs"] = [round(float(x), 3) for x in value]
    for row in rows:
        for passage in row["passages"]:
            passage.pop("input", None)
        print(json.dumps(row))


if __name__ == "__main__":
    main()
