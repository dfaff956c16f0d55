#!/usr/bin/env python3
"""Composes whole screens from labelled texts, and labels the passages that the program makes of them.

    compose_screens.py screens --part training --sources-aside sources-aside.txt --count 3000 --seed 1 TEXTS.jsonl... \
      > screens.jsonl
    risk-evaluate --length 20000 --passages cut.jsonl screens.jsonl
    compose_screens.py label screens.jsonl cut.jsonl > passages.jsonl

A screen has several blocks: clock and menu lines, pieces of harmless screens and messages, and a scam in one of four.
The passages of the program's own segmentation become training texts: a passage is fraudulent if it holds most of the
scam or is mostly scam, harmless if it holds none of it, and left out otherwise. The same seed gives the same screens.
"""

import argparse
import collections
import json
import random
import sys

SCAM_SHARE = 0.25
# Share of a scam's scalars in a passage, or of a passage's scalars in the scam.
MOSTLY = 0.6
# Kinds of text shown around messages.
SURROUNDINGS = {"screen", "ui", "docs", "code", "newsletter", "web", "news"}
TEXTS_PER_SOURCE = 400
# Sources whose labels are too doubtful for building screens.
LEFT_OUT = {"spamhunter_unlabelled", "emscad_jobs", "moz_smishing", "ncsu_robocall_transcripts"}


def clock(draw):
    return f"{draw.randint(0, 23)}:{draw.randint(0, 59):02d}"


def bar(draw):
    """A line of an interface, as at the edges of a screen."""
    phone = ["5G", "LTE", "4G", "WiFi", f"{draw.randint(5, 100)}%", "Vodafone", "O2", "AT&T", "Orange", "TIM", "KPN"]
    menus = [
        "File Edit View Go Bookmarks Help", "Inbox Starred Snoozed Sent Drafts", "Back Forward Reload Home",
        "Home Search Library Settings", "Reply Reply all Forward", "Chats Calls Contacts Settings", "Today Yesterday Older",
        "Datei Bearbeiten Ansicht Hilfe", "Posteingang Gesendet Entwürfe", "Fichier Édition Affichage Aide",
        "Archivo Editar Ver Ayuda", "File Modifica Visualizza Aiuto", "Arquivo Editar Exibir Ajuda", "Bestand Bewerken Beeld Help",
        "q w e r t y u i o p", "Type a message", "Send", "Search", "OK Cancel", "Details", "iMessage", "Text Message", "New tab +",
    ]
    if draw.random() < 0.5:
        return " ".join([clock(draw)] + draw.sample(phone, draw.randint(1, 3)))
    return draw.choice(menus)


def piece(draw, text):
    """A random window of a harmless text, short enough to fit beside other text."""
    words = " ".join(text.split("\n\n")).split(" ")
    length = min(len(words), draw.choice([4, 8, 12, 20, 35, 60]))
    start = draw.randint(0, len(words) - length)
    return " ".join(words[start : start + length]).strip()


def wrapped(draw, text):
    """Breaks lines as a screen does."""
    width = draw.choice([28, 34, 42, 60, 90])
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        if line:
            lines.append(line)
    return "\n".join(lines)


def read(paths, is_wanted):
    by_source = {"scam": collections.defaultdict(list), "benign": collections.defaultdict(list), "around": collections.defaultdict(list)}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if not is_wanted(row["source"]) or row["source"] in LEFT_OUT:
                    continue
                if row["label"] in ("scam", "benign") and 8 < len(row["text"]) < 2500:
                    by_source[row["label"]][row["source"]].append(row)
                    if row["label"] == "benign" and row.get("kind") in SURROUNDINGS:
                        by_source["around"][row["source"]].append(row)
    return by_source


def pick(draw, sources):
    """Picks a text from a source weighted by the square root of its size, up to `TEXTS_PER_SOURCE`."""
    names = sorted(sources)
    weights = [min(TEXTS_PER_SOURCE, len(sources[name])) ** 0.5 for name in names]
    return draw.choice(sources[draw.choices(names, weights)[0]])


def screens(arguments):
    draw = random.Random(arguments.seed)
    with open(arguments.sources_aside, encoding="utf-8") as file:
        aside = {line.strip() for line in file if not line.startswith("#")}
    wants_aside = arguments.part == "aside"
    texts = read(arguments.texts, lambda source: (source in aside or source.startswith("written/aside")) == wants_aside)
    for number in range(arguments.count):
        blocks = [(bar(draw), False) for _ in range(draw.randint(0, 2))]
        for _ in range(draw.choice([1, 2, 3, 4, 6, 9])):
            kind = "around" if draw.random() < 0.5 else "benign"
            row = pick(draw, texts[kind])
            text = row["text"] if draw.random() < 0.3 and len(row["text"]) < 600 else piece(draw, row["text"])
            blocks.append((wrapped(draw, text.replace("\n\n", "\n")), False))
        blocks += [(bar(draw), False) for _ in range(draw.randint(0, 2))]
        scam = pick(draw, texts["scam"]) if draw.random() < SCAM_SHARE else None
        if scam:
            place = draw.randint(0, len(blocks))
            blocks.insert(place, (wrapped(draw, scam["text"].replace("\n\n", "\n")), True))
        text, span = "", None
        for block, is_scam in blocks:
            if not block.strip():
                continue
            text += "\n\n" if text else ""
            if is_scam:
                span = [len(text), len(block)]
            text += block
        print(json.dumps({
            "text": text, "label": "scam" if span else "benign", "span": span, "source": f"written/screens-{number % 10}",
            "category": scam["category"] if scam else None, "cues": scam.get("cues") if scam else None,
            "kind": "screen", "lang": scam["lang"] if scam else None, "hard": False,
        }, ensure_ascii=False))


def label_of(passage, span):
    if span is None:
        return "benign"
    start, length = passage["range"]
    common = min(start + length, span[0] + span[1]) - max(start, span[0])
    if common <= 0:
        return "benign"
    return "scam" if common >= MOSTLY * span[1] or common >= MOSTLY * length else None


def label(arguments):
    screen_path, cut_path = arguments.texts
    with open(screen_path, encoding="utf-8") as screen_file, open(cut_path, encoding="utf-8") as cut_file:
        for screen_line, cut_line in zip(screen_file, cut_file, strict=True):
            screen, cut = json.loads(screen_line), json.loads(cut_line)
            parts = {"scam": [], "benign": []}
            for passage in cut["passages"]:
                name = label_of(passage, screen["span"])
                if name:
                    parts[name].append(passage)
            for name, passages in parts.items():
                if passages:
                    row = cut | {"label": name, "passages": passages}
                    if name == "benign":
                        row |= {"category": None, "cues": None}
                    print(json.dumps(row))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["screens", "label"])
    parser.add_argument("--part", choices=["training", "aside"], default="training")
    parser.add_argument("--sources-aside", default="sources-aside.txt")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("texts", nargs="+")
    arguments = parser.parse_args()
    screens(arguments) if arguments.step == "screens" else label(arguments)


if __name__ == "__main__":
    main()
