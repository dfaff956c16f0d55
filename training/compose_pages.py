"""Composes pages: a message, fraudulent or harmless, among pieces of harmless screens and messages.

A page around a harmless message is made in exactly the same way as one around a fraudulent message, so that composing by
itself says nothing.
"""

import collections

# Kinds of text shown around messages.
SURROUNDINGS = {"screen", "ui", "docs", "code", "newsletter", "web", "news", "page"}
TEXTS_PER_SOURCE = 400
# Sources whose labels are too doubtful for building pages.
LEFT_OUT = {"spamhunter_unlabelled", "emscad_jobs", "moz_smishing", "ncsu_robocall_transcripts"}
PHONE = ["5G", "LTE", "4G", "WiFi", "Vodafone", "O2", "AT&T", "Orange", "TIM", "KPN"]
BARS = [
    "File Edit View Go Bookmarks Help", "Inbox Starred Snoozed Sent Drafts", "Back Forward Reload Home",
    "Home Search Library Settings", "Reply Reply all Forward", "Chats Calls Contacts Settings", "Today Yesterday Older",
    "Datei Bearbeiten Ansicht Hilfe", "Posteingang Gesendet Entwürfe", "Fichier Édition Affichage Aide",
    "Archivo Editar Ver Ayuda", "File Modifica Visualizza Aiuto", "Arquivo Editar Exibir Ajuda", "Bestand Bewerken Beeld Help",
    "q w e r t y u i o p", "Type a message", "Send", "Search", "OK Cancel", "Details", "iMessage", "Text Message", "New tab +",
]


def bar(draw):
    """A line of an interface, as at the edges of a screen."""
    if draw.random() < 0.5:
        clock = f"{draw.randint(0, 23)}:{draw.randint(0, 59):02d}"
        return " ".join([clock] + draw.sample(PHONE + [f"{draw.randint(5, 100)}%"], draw.randint(1, 3)))
    return draw.choice(BARS)


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


class Composer:
    def __init__(self, rows):
        self.texts = {"scam": collections.defaultdict(list), "benign": collections.defaultdict(list), "around": collections.defaultdict(list)}
        for row in rows:
            if row["source"] in LEFT_OUT or row["label"] not in ("scam", "benign") or not 8 < len(row["text"]) < 2500:
                continue
            self.texts[row["label"]][row["source"]].append(row)
            if row["label"] == "benign" and row.get("kind") in SURROUNDINGS:
                self.texts["around"][row["source"]].append(row)

    def pick(self, draw, label):
        """Picks a text from a source weighted by the square root of its size, up to `TEXTS_PER_SOURCE`."""
        sources = self.texts[label]
        names = sorted(sources)
        weights = [min(TEXTS_PER_SOURCE, len(sources[name])) ** 0.5 for name in names]
        return draw.choice(sources[draw.choices(names, weights)[0]])

    def has(self, label):
        return bool(self.texts[label])

    def page(self, draw, label):
        around = [bar(draw) for _ in range(draw.randint(0, 2))]
        for _ in range(draw.choice([0, 1, 2, 3, 4, 6, 9])):
            kind = "around" if draw.random() < 0.6 and self.texts["around"] else "benign"
            row = self.pick(draw, kind)
            text = row["text"] if draw.random() < 0.3 and len(row["text"]) < 600 else piece(draw, row["text"])
            around.append(wrapped(draw, text.replace("\n\n", "\n")))
        around += [bar(draw) for _ in range(draw.randint(0, 2))]
        message = self.pick(draw, label)
        around.insert(draw.randint(0, len(around)), wrapped(draw, message["text"].replace("\n\n", "\n")))
        return message, "\n\n".join(block for block in around if block.strip())
