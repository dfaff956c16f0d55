#!/usr/bin/env python3
"""Prints the written messages of training/written as labelled texts, one JSON object per line.

    written_messages.py [--briefs aside|training|all] > TEXTS.jsonl

Each file is one brief, written by one writer who saw no rules, data or other briefs. Briefs whose name begins with
"aside" are for measuring and are never used for training.
"""

import argparse
import json
import pathlib

FOLDER = pathlib.Path(__file__).parent / "written"


def rows(part="all"):
    for path in sorted(FOLDER.glob("*.jsonl")):
        is_aside = path.stem.startswith("aside")
        if part != "all" and is_aside != (part == "aside"):
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                yield {
                    "text": row["text"], "label": row["label"], "source": f"written/{path.stem}",
                    "category": row["category"], "kind": row["kind"], "lang": row["lang"], "cues": row["cues"], "screen": row.get("screen"),
                    "hard": row["label"] == "benign",
                }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--briefs", choices=["aside", "training", "all"], default="all")
    for row in rows(parser.parse_args().briefs):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
