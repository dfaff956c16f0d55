"""Measures the words that are marked for the reasons of an alarm, beside those that a careful person marks (testdata/marked)."""

import json
import subprocess

from . import screenshots

SPANS = screenshots.ROOT / "testdata/marked/spans.jsonl"


def places(text, spans):
    """Scalar offsets of the spans, without white space."""
    found = set()
    for span in spans:
        start = text.index(span)
        found.update(range(start, start + len(span)))
    return {place for place in found if not text[place].isspace()}


def table(bin_folder):
    with open(SPANS, encoding="utf-8") as file:
        pages = [json.loads(line) for line in file]
    lines = "".join(json.dumps({"id": str(number), "text": page["text"]}) + "\n" for number, page in enumerate(pages))
    done = subprocess.run([bin_folder / "ocr-scan", "text", "--jsonl", "--fail-on", "never"], input=lines, capture_output=True,
                          text=True, check=True)
    marked = right = wanted = alarms = 0
    for page, line in zip(pages, done.stdout.splitlines(), strict=True):
        report = json.loads(line)
        alarms += report["risk_level"] in ("medium", "high")
        ranges = [item["range"] for item in report["evidence"] if item["weight"] > 0 and item.get("range")]
        ours = {place for start, length in ranges for place in range(start, start + length) if not page["text"][place].isspace()}
        if not ours:
            continue
        theirs = places(page["text"], page["spans"])
        marked, right, wanted = marked + len(ours), right + len(ours & theirs), wanted + len(theirs)
    return (f"{len(pages)} scam pages, {alarms} with an alarm; of the words marked {100 * right / max(1, marked):.0f} % are among those "
            f"that a careful person marks, of theirs {100 * right / max(1, wanted):.0f} % are marked")
