"""Measures how many scams stay found when somebody who knows of the program rewrites them (training/alter_texts.py).

The texts are written messages set aside; pages and promises around them are others than the training saw.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

from . import screenshots, tables

sys.path.insert(0, str(screenshots.ROOT / "training"))
import alter_texts  # noqa: E402
import written_messages  # noqa: E402

MODEL = screenshots.ROOT / "Sources/RiskData/scam-encoder.model"
RULES = screenshots.ROOT / "Sources/RiskAnalysis/Rules"
PROMISES = [
    "Our team never asks for your PIN or your password.", "Please note: we do not ask for card details by message.",
    "Remember that your bank never asks you for a code.", "Stay safe online. Do not tell anybody your password.",
    "Zu Ihrer Sicherheit: Wir fragen nie nach PIN oder TAN.", "Pour votre sécurité, ne communiquez jamais votre code.",
]
HARMLESS = [
    "The museum shows drawings by pupils of four schools until the end of the month. Admission is free on Wednesdays. "
    "The café on the second floor closes half an hour before the house.",
    "Version 2.4 reads larger tables twice as fast and keeps the width of columns. Themes now follow the system. "
    "Thanks to everybody who sent translations.",
    "On the first day we walked along the river as far as the old mill and ate our bread in the shade. In the evening it "
    "rained, and the hut was full of people who hung their socks over the stove.",
    "Heute Mittag gibt es Kartoffelsuppe mit Würstchen, morgen Nudelauflauf. Die Mensa ist am Freitag wegen des Feiertags zu. "
    "Allergene stehen auf dem Aushang neben der Kasse.",
    "Line 7 does not stop at the town hall on Sunday because of the marathon. Buses leave every twenty minutes from the "
    "station, and bicycles travel free of charge.",
    "Le club de lecture se réunit jeudi soir à la médiathèque. Nous parlerons du roman choisi en mars, puis chacun proposera "
    "un titre pour l'été.",
    "Water the tomatoes in the morning, at the foot and not over the leaves. Tie the stems loosely to a stick and remove the "
    "side shoots once a week.",
    "Present: eight members. The minutes of the last meeting were approved. The swing behind the kindergarten is repaired in "
    "May; two parents help with the painting.",
]


def _judged(evaluate, rows):
    """Whether each row raises an alarm."""
    with tempfile.TemporaryDirectory(prefix="ocr-scan-") as folder:
        texts, features = pathlib.Path(folder) / "texts.jsonl", pathlib.Path(folder) / "features.jsonl"
        texts.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        subprocess.run([evaluate, "--rule-pack", RULES, "--model", MODEL, "--length", "6000", "--features", features, texts],
                       stdout=subprocess.DEVNULL, check=True)
        return [json.loads(line)["level"] in ("medium", "high") for line in features.read_text().splitlines()]


def measure(bin_folder):
    """A section: of each change, the share of scams that stay found and of harmless messages with an alarm."""
    evaluate = pathlib.Path(bin_folder) / "risk-evaluate"
    alter_texts.PROMISES, alter_texts.HARMLESS = PROMISES, HARMLESS
    rows = list(written_messages.rows("aside"))
    scams = [row for row, found in zip(rows, _judged(evaluate, rows)) if found and row["label"] == "scam"]
    harmless = [row for row in rows if row["label"] == "benign"]
    lines = []
    for change in alter_texts.CHANGES:
        draw = random.Random(change.__name__)
        altered = [row | {"text": change(row["text"], draw)} for row in scams + harmless]
        still = _judged(evaluate, altered)
        changed = [found for found, row, old in zip(still, altered, scams) if row["text"] != old["text"]]
        alarmed = still[len(scams):]
        lines.append([change.__name__.replace("_", " "), len(changed), f"{100 * sum(changed) / max(1, len(changed)):.1f} %",
                      f"{100 * sum(alarmed) / len(alarmed):.1f} %"])
    note = "Scams of briefs set aside that are found as they are, rewritten; and the harmless messages beside them."
    return tables.Section("Rewritten scams", note, ["change", "scams changed", "still found", "twins alarmed"], lines)
