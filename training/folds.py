"""Divides sources into folds, so that everything can be measured and fitted on sources that a model was not trained on.

A repository or a collection is a source: its texts resemble each other, so all of them are in one fold. Corpora that have
several names, and pairs of a report and its picture, are one family.
"""

import hashlib

FOLDS = 4
FAMILIES = ["spamhunter", "smishtank", "nazario", "scambaiting", "devise_i18n", "awareness_articles", "spamassassin", "mdb",
            "invoiceninja", "mishra", "misread/", "altered/"]
ALIASES = {"phishyai_nazario_2005": "nazario", "telegram_ui": "telegram"}
# The few sources of real scam screens are spread by hand; one of them has half of all.
SCAM_SCREENS = {"batuan/hackathon-frugal-ai": 0, "thequietlife/phishing-analysis": 1, "geek-atif/EmailPhishingTraining": 2,
                "PhishPhillet/phishphillet": 3, "DJBsec/djbsec.github.io": 3}


def family(source):
    if source in ALIASES:
        return ALIASES[source]
    return next((name for name in FAMILIES if source.startswith(name)), source)


def fold_of(source):
    """The fold of a source, 0 to FOLDS - 1. Copies ("altered/3/...") name the fold of their original."""
    parts = source.split("/")
    if parts[0] in ("misread", "altered", "composed"):
        return int(parts[1])
    repository = source.removeprefix("screen/").removeprefix("github:")
    if repository in SCAM_SCREENS:
        return SCAM_SCREENS[repository]
    return int.from_bytes(hashlib.sha256(family(source).encode()).digest()[:4], "little") % FOLDS
