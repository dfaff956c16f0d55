#!/usr/bin/env python3
"""Makes model.bin, a small random encoder, and expected.json, its outputs as training/ computes them (numpy,
scikit-learn, xxhash)."""

import json
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "training"))
import export_model  # noqa: E402
import page_features  # noqa: E402
import word_pieces  # noqa: E402

WIDTH, HEADS, LAYERS, INNER, POSITIONS = 64, 4, 2, 128, 256
WORDS = """the you your account has been locked pay paid parcel fee call now mum number new gift card bank please verify
un ##lock ##ing ##ed ##s ##er pay ##pal ##ment re ##fund ab abc abcd ##bc ##bcd ##d straße über ##ß привет при ##вет ##вет##
中 国 あ ア 한 국 é ##é １ ２ ① € $ £ ! ? . , : ; - / @ # % & * ( ) ' " “ ” … — ₿ ✓ 😀 → °""".split()
TEXTS = [
    "", " \t\n", "your account has been locked", "unlocking the parcels, please: pay 12.50!", "paypal's refunds@bank",
    "abcd abc ab a abcde abcdd abce", "zzzzzz", "a" * 100, "a" * 101, "é" * 100 + " é", "привет привета",
    "中国あア한국 中a国b", "straße über", "you\u00ad\u200bare y\x00ou now\ufffd", "mum…new—number→card😀€5°",
    "the\u00a0gift\u2003card\u2028now\x85call", "[CLS] [SEP] ##s #s", "①１２", "\U0001f469\u200d\U0001f4bb now",
    "pay" * 40, "call now " * 60,
]

LINES = ["your account has been locked", "pay [amount] now ! call [phone]", "a a a a a", "straße привет 中国 😀 é", "mum " * 40 + "mum"]


def main():
    generator = np.random.default_rng(20261122)
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + [chr(c) for c in range(97, 123)]
    vocabulary += [f"##{chr(c)}" for c in range(97, 122)] + [str(digit) for digit in range(10)]
    vocabulary += [word for word in dict.fromkeys(WORDS) if word not in vocabulary]

    def matrix(rows, columns):
        return generator.normal(0, 0.7 / np.sqrt(columns), (rows, columns)).astype(np.float32)

    def vector(size, mean=0.0):
        return generator.normal(mean, 0.1, size).astype(np.float32)

    tensors = {
        "embeddings.word_embeddings.weight": generator.normal(0, 1, (len(vocabulary), WIDTH)),
        "embeddings.position_embeddings.weight": generator.normal(0, 0.3, (POSITIONS, WIDTH)),
        "embeddings.token_type_embeddings.weight": generator.normal(0, 0.1, (2, WIDTH)),
        "embeddings.LayerNorm.weight": vector(WIDTH, 1), "embeddings.LayerNorm.bias": vector(WIDTH),
    }
    tensors["embeddings.word_embeddings.weight"][0] = 0  # a row with scale zero
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        for part, rows, columns in (
            ("attention.self.query", WIDTH, WIDTH), ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH), ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", INNER, WIDTH), ("output.dense", WIDTH, INNER),
        ):
            tensors[f"{name}.{part}.weight"] = matrix(rows, columns)
            tensors[f"{name}.{part}.bias"] = vector(rows)
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            tensors[f"{name}.{part}.weight"], tensors[f"{name}.{part}.bias"] = vector(WIDTH, 1), vector(WIDTH)
    shape = {"attention_heads": HEADS, "positions": POSITIONS}
    weight, bias = matrix(3, WIDTH), vector(3)
    ngrams = {"weights": np.random.default_rng(3).integers(-127, 128, 1 << 10).astype(np.int8), "scale": 0.125, "bias": -1.5}
    page_features.PLACES = 1 << 9
    export_model.write_model(
        HERE / "model.bin", tensors, weight, bias, vocabulary,
        {"calibration": [-1.5, 0.75], "thresholds": [0.25, 0.5, 1e-300], "nothing": []},
        {"output names": "first\nsecond\nthird", "feature version": "1", "note": "für Prüfungen"},
        {"ngram_weights": ngrams["weights"]}, **shape)

    runs = []
    for count in (1, 2, 3, 17, 48, 49, 100, 255, 256):
        ids = generator.integers(0, len(vocabulary), count)
        _, outputs = export_model.reference_forward(tensors, weight, bias, ids, **shape)
        runs.append({"ids": ids.tolist(), "outputs": np.round(outputs.astype(float), 6).tolist()})
    tokenizer = word_pieces.WordPieces(vocabulary)
    texts = []
    for text in TEXTS:
        for limit in (256, 3):
            ids = []
            tokenizer.append(text, ids, limit)
            texts.append({"text": text, "limit": limit, "ids": ids})
    lines = [{"line": line, "logOdds": page_features.scores(ngrams, [line])[0]} for line in LINES]
    with open(HERE / "expected.json", "w") as file:
        json.dump({"vocabulary": vocabulary, "runs": runs, "texts": texts, "lines": lines}, file, separators=(",", ":"))
        file.write("\n")


main()
