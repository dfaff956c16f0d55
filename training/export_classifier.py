#!/usr/bin/env python3
"""Writes the program's model file: a trained encoder, its n-grams, their combination with the rules, and the hash of
the manifest.

    export_classifier.py --model MODEL.pt --ngrams NGRAMS.npz --combination combination.json --manifest manifest.json --save scam-encoder.model
"""

import argparse
import datetime
import hashlib
import json

import numpy as np
import torch

import sentence_encoder
from export_model import write_model
from outputs import CATEGORIES, CUES, FEATURE_VERSION, MARKERS, OUTPUTS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--ngrams", required=True)
    parser.add_argument("--combination", required=True)
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--save", required=True)
    arguments = parser.parse_args()
    model = sentence_encoder.SentenceEncoder(OUTPUTS).load_pretrained()
    model.load_state_dict(torch.load(arguments.model))
    tokenizer, markers = sentence_encoder.tokenizer(MARKERS)
    vocabulary = [piece for piece, _ in sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])]
    for marker, number in markers.items():
        vocabulary[number] = marker
    with open(arguments.combination, encoding="utf-8") as file:
        parameters = json.load(file)
    with open(arguments.manifest, "rb") as file:
        manifest = file.read()
    ngrams = np.load(arguments.ngrams)
    write_model(
        arguments.save, model.exported(), model.outputs.weight.detach().numpy(), model.outputs.bias.detach().numpy(),
        vocabulary, parameters | {
            "feature_version": [FEATURE_VERSION], "ngram_scale": [float(ngrams["scale"])], "ngram_bias": [float(ngrams["bias"])]},
        {
            "manifest_sha256": hashlib.sha256(manifest).hexdigest(), "date": json.loads(manifest)["date"],
            "output names": "\n".join(["scam"] + CATEGORIES + CUES),
        },
        {"ngram_weights": ngrams["weights"]})


if __name__ == "__main__":
    main()
