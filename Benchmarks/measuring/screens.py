"""Measures the verdict on real screens: what is found where so many ordinary screens raise an alarm."""

import collections
import json
import subprocess
import sys
import tempfile

from . import screenshots, spamassassin

RATES = (0.001, 0.003, 0.005, 0.01, 0.02)
READ = screenshots.ROOT / "training/read_screens.py"
RULES = screenshots.ROOT / "Sources/RiskAnalysis/Rules"
MODEL = screenshots.ROOT / "Sources/RiskData/scam-encoder.model"


def judged(bin_folder, folder):
    """One row for each screen: label, source, sums, level and kind; with SpamAssassin's score if it is installed."""
    with tempfile.TemporaryDirectory(prefix="ocr-scan-") as place:
        with open(f"{place}/screens.jsonl", "w", encoding="utf-8") as file:
            subprocess.run([sys.executable, READ, folder, "--probe", bin_folder / "recognition-probe"], stdout=file, check=True)
        subprocess.run([bin_folder / "risk-evaluate", "--rule-pack", RULES, "--model", MODEL, "--features", f"{place}/judged.jsonl",
                        f"{place}/screens.jsonl"], stdout=subprocess.DEVNULL, check=True)
        with open(f"{place}/judged.jsonl", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        if spamassassin.is_installed():
            with open(f"{place}/screens.jsonl", encoding="utf-8") as file:
                texts = [json.loads(line)["text"] for line in file]
            rows = [row | {"spamassassin": score} for row, score in zip(rows, spamassassin.scores(texts), strict=True)]
        return rows


def found_at(scams, ordinary, key):
    descending = sorted((row[key] for row in ordinary), reverse=True)
    return [sum(row[key] > descending[int(rate * len(descending))] for row in scams) / max(1, len(scams)) for rate in RATES]


def table(rows):
    authors = {row["source"] for row in rows if row["label"] != "benign"}
    ordinary = [row for row in rows if row["source"] not in authors]
    scams = [row for row in rows if row["label"] == "scam" and not row["hard"]]
    twins = [row for row in rows if row["label"] == "benign" and row["source"] in authors]
    lines = [f"{len(ordinary)} ordinary screens, {len(scams)} scam screens, {len(twins)} harmless ones of the same authors", "",
             "found at alarms on ... of ordinary  " + "".join(f"{100 * rate:7.1f}%" for rate in RATES)]
    for name, key in (("the page", "pageSum"), ("the passage that looks worst", "sum"), ("SpamAssassin, local rules", "spamassassin")):
        if key in rows[0]:
            lines.append(f"{name:36}" + "".join(f"{100 * share:7.1f} " for share in found_at(scams, ordinary, key)))
    lines += ["", f"{'at its own cut points':44}{'medium+':>9}{'high':>9}"]
    for name, group in (("ordinary screens", ordinary), ("scam screens", scams), ("harmless ones of the same authors", twins)):
        lines.append(f"{name:44}{share(group, ('medium', 'high'))}{share(group, ('high',))}")
    lines.append(f"category right, of those found: {right(scams)}")
    for title, group, key in (("Scam screens by kind", scams, "screen"), ("Ordinary screens by kind", ordinary, "screen"),
                              ("Scam screens by source", scams, "source"),
                              ("Ordinary screens by repository, those with alarms", ordinary, "source")):
        lines += ["", title]
        parts = collections.defaultdict(list)
        for row in group:
            parts[(row.get(key) or "not known").removeprefix("screen/")].append(row)
        for name, part in sorted(parts.items()):
            if key == "screen" or group is scams or any(row["level"] != "low" for row in part):
                lines.append(f"  {name:42}{share(part, ('medium', 'high'))}{share(part, ('high',))}   of {len(part)}")
    return "\n".join(lines)


def share(rows, levels):
    return f"{100 * sum(row['level'] in levels for row in rows) / max(1, len(rows)):8.1f}%"


def right(rows):
    found = [row for row in rows if row["level"] in ("medium", "high") and row.get("truth")]
    return f"{sum(row['category'] == row['truth'] for row in found)} of {len(found)}"
