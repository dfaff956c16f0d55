#!/usr/bin/env python3
"""Records what a model is made from: the hash of every input and script, and the versions of the tools.

    write_manifest.py --data FOLDER --save manifest.json

The model file holds the SHA-256 of this manifest, so a test notices if model, manifest and features do not match.
"""

import argparse
import hashlib
import json
import pathlib

from outputs import CATEGORIES, CUES, FEATURE_VERSION, MARKERS
from read_collections import FILES

HERE = pathlib.Path(__file__).parent
STEPS = """alter_texts.py brand-domains.yaml code_screens.py combination.json compose_pages.py corrupt_texts.py expand_templates.py export_classifier.py
export_model.py finish_model.py folds.py gather_texts.py marks.jsonl page_features.py pretrained.py read_collections.py read_screens.py requirements.txt
requirements-page.txt screen-kinds.tsv sentence_encoder.py softmax.py source_weights.py sources-aside.txt train_categories.py train_encoder.py train_kinds.py train_models train_ngrams.py train_page.py
train_quotes.py written_messages.py""".split()
# The day of the last change of the steps.
DATE = "2026-11-29"


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--save", required=True)
    arguments = parser.parse_args()
    written = [path for pattern in ("written/*.jsonl", "messages/*.yaml", "codes/*") for path in sorted(HERE.glob(pattern))]
    manifest = {
        "date": DATE,
        "feature_version": FEATURE_VERSION,
        "markers": MARKERS, "categories": CATEGORIES, "cues": CUES,
        "collections": {f"{name}.jsonl": sha256(arguments.data / f"{name}.jsonl") for name in FILES},
        "written": {str(path.relative_to(HERE)): sha256(path) for path in written},
        "screens": {f"{name}/labels.jsonl": sha256(arguments.data / name / "labels.jsonl") for name in ("scam_screens", "screens")},
        "glossary": {path.name: sha256(path) for path in sorted((HERE.parent / "Sources/RiskAnalysis/Rules").glob("*.tsv"))},
        "steps": {path.name: sha256(path) for path in sorted(HERE.glob("*")) if path.name in STEPS},
    }
    with open(arguments.save, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
