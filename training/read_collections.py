#!/usr/bin/env python3
"""Prints the collected texts used for training in one format, one JSON object per line.

    read_collections.py FOLDER [--only SOURCES.txt] > collections.jsonl

FOLDER holds the deliveries of labelled texts; docs/model-card.md describes them. Rows with an uncertain label are left
out.
"""

import argparse
import json
import pathlib

FILES = """scam_text_train benign_text_train hard_negatives_train scam_text_train_2 benign_text_train_2
hard_negatives_train_2 synthetic_train jobs_emscad_train""".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", type=pathlib.Path, help="file with the names of the only sources to print, one a line")
    parser.add_argument("--label", help="the only label to print")
    parser.add_argument("--source", help="another name for the source of all of them")
    arguments = parser.parse_args()
    only = arguments.only and set(arguments.only.read_text(encoding="utf-8").split("\n"))
    folder = arguments.folder
    for name in FILES:
        with open(folder / f"{name}.jsonl", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if row["label"] not in ("scam", "benign", "spam") or only is not None and row["source"] not in only:
                    continue
                if arguments.label not in (None, row["label"]):
                    continue
                print(json.dumps({
                    # Lemmatised English was repaired by rule.
                    "text": row.get("text_repaired") or row["text"], "label": row["label"], "source": arguments.source or row["source"],
                    "category": None if arguments.source else row.get("category"), "kind": row.get("kind"), "lang": row.get("lang"),
                    "hard": bool(row.get("hard")),
                }))


if __name__ == "__main__":
    main()
