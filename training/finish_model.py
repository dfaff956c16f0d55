#!/usr/bin/env python3
"""Adds the models of the page to an encoder, and writes the file that the program loads.

    finish_model.py --encoder encoder.model --page PAGE.npz --kinds KINDS.npz --categories CATEGORIES.npz --quotes QUOTES.npz --names NAMES --manifest manifest.json [--calibrate-texts]
        --save scam-encoder.model
    finish_model.py --take scam-encoder.model --save encoder.model      leaves an encoder alone, so that another page's model can be fitted

The encoder and everything else in its file stay as they are, so the result depends on them and on the page alone. A new encoder also
needs --calibrate-texts: calibration and cut points of texts from the same measurement.
"""

import argparse
import hashlib
import json

import numpy as np

from export_model import parameters_of, with_parameters

# What the names of the page's models begin with.
OF_PAGE = ("page_", "kind", "category_", "quote_", "text_page")


def encoder_alone(path):
    """The bytes of a model file, and its numbers, texts and tables without the page's models."""
    with open(path, "rb") as file:
        model = file.read()
    return model, [{name: value for name, value in part.items() if not name.startswith(OF_PAGE)} for part in parameters_of(model)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    of_page = ["encoder", "page", "kinds", "categories", "quotes", "names", "manifest"]
    for name in ["take", *of_page]:
        parser.add_argument(f"--{name}")
    parser.add_argument("--save", required=True)
    parser.add_argument("--calibrate-texts", action="store_true")
    arguments = parser.parse_args()
    if not arguments.take and not all(getattr(arguments, name) for name in of_page):
        parser.error(f"--take, or all of --{' --'.join(of_page)}")
    encoder, (parameters, texts, tables) = encoder_alone(arguments.take or arguments.encoder)
    if arguments.take:
        with open(arguments.save, "wb") as file:
            file.write(with_parameters(encoder, parameters, texts, tables))
        return
    page, kinds, categories, quotes = (np.load(path) for path in (arguments.page, arguments.kinds, arguments.categories, arguments.quotes))
    with open(arguments.names, encoding="utf-8") as file:
        names = file.read().rstrip("\n")
    with open(arguments.manifest, "rb") as file:
        manifest = file.read()
    parameters |= {
        "page_weights": page["weights"].tolist(), "page_bias": [float(page["bias"])], "page_ngram_scale": [float(page["scale"])],
        "page_calibration": page["calibration"].tolist(), "page_cuts": page["cuts"].tolist(),
        "kind_ngram_scale": [float(kinds["scale"])], "kind_bias": kinds["bias"].tolist(), "kind_layout": kinds["layout"].tolist(),
        "text_page": page["text_page"].tolist(),
        "category_ngram_scale": [float(categories["scale"])], "category_bias": categories["bias"].tolist(),
        "category_outputs": categories["numbers"].tolist(), "category_rule_weight": [float(categories["rule_weight"])],
        "quote_ngram_scale": [float(quotes["scale"])], "quote_bias": quotes["bias"].tolist(), "quote_place": quotes["place"].tolist(),
    }
    if arguments.calibrate_texts:
        parameters |= {"calibration": page["text_calibration"].tolist(), "cuts": page["text_cuts"].tolist()}
    texts |= {"page_values": names, "kinds": "\n".join(kinds["kinds"]), "date": json.loads(manifest)["date"], "manifest_sha256": hashlib.sha256(manifest).hexdigest()}
    tables |= {"page_ngrams": page["ngrams"], "kind_ngrams": kinds["words"], "category_ngrams": categories["words"], "quote_ngrams": quotes["words"]}
    with open(arguments.save, "wb") as file:
        file.write(with_parameters(encoder, parameters, texts, tables))


if __name__ == "__main__":
    main()
