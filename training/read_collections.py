"""Reads the collected texts used for training in one format. Rows with an uncertain label are left out.

docs/model-card.md describes the collections.
"""

import json

FILES = """scam_text_train benign_text_train hard_negatives_train scam_text_train_2 benign_text_train_2
hard_negatives_train_2 synthetic_train jobs_emscad_train""".split()


def labelled_texts(folder):
    """Labelled texts of the deliveries in a folder."""
    for name in FILES:
        with open(folder / f"{name}.jsonl", encoding="utf-8") as file:
            for row in map(json.loads, file):
                if row["label"] not in ("scam", "benign", "spam"):
                    continue
                yield {
                    # Lemmatised English was repaired by rule.
                    "text": row.get("text_repaired") or row["text"], "label": row["label"], "source": row["source"],
                    "category": row.get("category"), "kind": row.get("kind"), "lang": row.get("lang"), "hard": bool(row.get("hard")),
                }
