#!/usr/bin/env python3
"""Copies labelled texts with typical recognition errors: similar letters, lost and added spaces.

    python3 corrupt_texts.py [--count N --source NAME --without SOURCES.txt] TEXTS.jsonl... > corrupted.jsonl

A third of the texts each is misread in about 1, 3 and 6 % of its characters. The same seed gives the same texts.
"""

import argparse
import json
import random

SEED = 5
RATES = (0.01, 0.03, 0.06)
# The length that risk-evaluate looks at.
LENGTH = 1_200
CONFUSED = {
    "l": "I1|", "I": "l1", "o": "0", "O": "0", "m": ["rn"], "e": "c", "c": "e", "a": "o", "i": "l", "h": "b", "n": "u",
    "u": "n", "g": "q", "s": "5", "S": "5", "t": "f", "f": "t", "v": "y", "B": "8",
}


def corrupted(text, rate, generator):
    output = []
    for character in text:
        chance = generator.random()
        if character == " ":
            if chance < 0.7 * rate:
                continue
            output.append("\n" if chance > 0.93 else " ")
        elif chance < 0.15 * rate:
            output.append(character + " ")
        elif chance < 0.25 * rate:
            continue
        elif chance < rate and character in CONFUSED:
            output.append(generator.choice(CONFUSED[character]))
        else:
            output.append(character)
    return "".join(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--count", type=int, help="so many texts, drawn at random")
    parser.add_argument("--source", help="name of the source of the copies")
    parser.add_argument("--without", help="file with the names of sources to leave out, one a line")
    arguments = parser.parse_args()
    excluded = set()
    if arguments.without:
        with open(arguments.without, encoding="utf-8") as file:
            excluded = {line.strip() for line in file}
    rows = []
    for path in arguments.texts:
        with open(path, encoding="utf-8") as file:
            rows += [row for row in map(json.loads, file) if row["source"] not in excluded]
    generator = random.Random(SEED)
    if arguments.count is not None and arguments.count < len(rows):
        rows = generator.sample(rows, arguments.count)
    for row in rows:
        row["text"] = corrupted(row["text"][:LENGTH], generator.choice(RATES), generator)
        print(json.dumps(row if arguments.source is None else row | {"source": arguments.source}))


if __name__ == "__main__":
    main()
