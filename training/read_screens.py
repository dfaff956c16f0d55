#!/usr/bin/env python3
"""Reads real screens with the program's own recognition, and prints them as labelled rows, one JSON object per line.

    read_screens.py FOLDER --probe .build/release/recognition-probe > SCREENS.jsonl

FOLDER holds `screens` (ordinary ones) and `scam_screens` (scams, and harmless pages of the same authors), each with
labels.jsonl. A repository is a source, so that whole repositories can be left out. Rows that nobody could judge by their
words alone are marked as hard.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FILES_A_PROBE = 50


def labels(folder):
    for name in ("scam_screens", "screens"):
        with open(folder / name / "labels.jsonl", encoding="utf-8") as file:
            for row in map(json.loads, file):
                yield folder / name / row["file"], row


def read(paths, arguments):
    command = [arguments.probe, "--json", "--languages", arguments.languages, *map(str, paths)]
    done = subprocess.run(command, env=os.environ | {"OMP_THREAD_LIMIT": "1"}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--probe", default=".build/release/recognition-probe", help="the program that reads the pictures")
    parser.add_argument("--languages", default="eng")
    arguments = parser.parse_args()
    files = list(labels(arguments.folder))
    parts = [files[start : start + FILES_A_PROBE] for start in range(0, len(files), FILES_A_PROBE)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part, lines in zip(parts, pool.map(lambda part: read([path for path, _ in part], arguments), parts)):
            for (path, row), line in zip(part, lines, strict=True):
                if not line.startswith("{"):
                    print(line, file=sys.stderr)
                    continue
                output = json.loads(line)
                print(json.dumps({
                    "text": output["text"], "label": row["label"], "source": f"screen/{row.get('repo') or row['source']}",
                    "category": row.get("category"), "kind": "screen", "lang": row.get("lang"),
                    "hard": bool(row.get("undecidable_from_text")), "languages": output["languages"], "recognized": output["read"],
                    "file": f"{path.parent.name}/{path.name}",
                }, ensure_ascii=False))


if __name__ == "__main__":
    main()
