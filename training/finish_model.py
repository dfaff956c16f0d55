#!/usr/bin/env python3
"""Adds the model of the page to an encoder, and writes the file that the program loads.

    finish_model.py --encoder encoder.model --page PAGE.npz --kinds KINDS.npz --names NAMES --manifest manifest.json [--calibrate-texts]
        --save scam-encoder.model

The encoder and everything else in its file stay as they are, so the result depends on them and on the page alone. A new encoder also
needs --calibrate-texts: calibration and cut points of texts from the same measurement.
"""

import argparse
import hashlib
import json

import numpy as np

from export_model import parameters_of, with_parameters

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("encoder", "page", "kinds", "names", "manifest", "save"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--calibrate-texts", action="store_true")
    arguments = parser.parse_args()
    page, kinds = np.load(arguments.page), np.load(arguments.kinds)
    with open(arguments.names, encoding="utf-8") as file:
        names = file.read().rstrip("\n")
    with open(arguments.manifest, "rb") as file:
        manifest = file.read()
    with open(arguments.encoder, "rb") as file:
        encoder = file.read()
    parameters, texts, tables = parameters_of(encoder)
    parameters |= {
        "page_weights": page["weights"].tolist(), "page_bias": [float(page["bias"])], "page_ngram_scale": [float(page["scale"])],
        "page_calibration": page["calibration"].tolist(), "page_cuts": page["cuts"].tolist(),
        "kind_words_scale": [float(kinds["scale"])], "kind_bias": kinds["bias"].tolist(), "kind_layout": kinds["layout"].tolist(),
        "text_page": page["text_page"].tolist(),
    }
    if arguments.calibrate_texts:
        parameters |= {"calibration": page["text_calibration"].tolist(), "cuts": page["text_cuts"].tolist()}
    texts |= {"page_values": names, "kinds": "\n".join(kinds["kinds"]), "date": json.loads(manifest)["date"], "manifest_sha256": hashlib.sha256(manifest).hexdigest()}
    tables |= {"page_ngrams": page["ngrams"], "kind_words": kinds["words"]}
    with open(arguments.save, "wb") as file:
        file.write(with_parameters(encoder, parameters, texts, tables))


if __name__ == "__main__":
    main()
