#!/usr/bin/env python3
"""Writes a trained encoder, its n-grams and their combination with the rules as a model file, without a model of the page.

    export_classifier.py --model MODEL.pt --ngrams NGRAMS.npz --combination combination.json --save encoder.model
"""

import argparse
import json

import numpy as np
import torch

import sentence_encoder
from export_model import write_model
from outputs import CATEGORIES, CUES, FEATURE_VERSION, MARKERS, OUTPUTS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("model", "ngrams", "combination", "save"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    model = sentence_encoder.SentenceEncoder(OUTPUTS)
    model.load_state_dict(torch.load(arguments.model, map_location="cpu"))
    outputs = model.outputs.weight.detach().numpy(), model.outputs.bias.detach().numpy()
    tokenizer, markers = sentence_encoder.tokenizer(MARKERS)
    vocabulary = [piece for piece, _ in sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])]
    for marker, number in markers.items():
        vocabulary[number] = marker
    with open(arguments.combination, encoding="utf-8") as file:
        parameters = json.load(file)
    ngrams = np.load(arguments.ngrams)
    write_model(
        arguments.save, model.exported(), *outputs, vocabulary,
        parameters | {"feature_version": [FEATURE_VERSION], "ngram_scale": [float(ngrams["scale"])], "ngram_bias": [float(ngrams["bias"])]},
        {"output names": "\n".join(["scam"] + CATEGORIES + CUES)}, {"ngram_weights": ngrams["weights"]})


if __name__ == "__main__":
    main()
