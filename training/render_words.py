"""Words and fonts for render_screens.py: the characters that can be drawn, and the short words of interfaces."""

import functools
import re
import unicodedata

from PIL import ImageFont

# A private-use character, drawn as a coloured disc, because no font here has emoji.
EMOJI = "\ue000"
# Signs that every font below has, in addition to Latin letters and their accents.
SIGNS = set("–—‘’“”„‚…•€£₹·‹›«»™°©®§¡¿½")
FOLDERS = "/usr/share/fonts/"
# Debian: fonts-noto-core fonts-roboto fonts-open-sans fonts-dejavu fonts-liberation; fonts-inter fonts-paratype. Each
# design is in only one group.
FONTS = {
    "tune": {
        "ui": ["truetype/noto/NotoSans-{}.ttf", "truetype/open-sans/OpenSans-{}.ttf", "truetype/roboto/unhinted/RobotoTTF/Roboto-{}.ttf",
               "truetype/roboto/unhinted/RobotoTTF/Roboto-{}.ttf", "truetype/dejavu/DejaVuSans{}.ttf",
               "truetype/liberation/LiberationSans-{}.ttf"],
        "text": ["truetype/noto/NotoSerif-{}.ttf", "truetype/dejavu/DejaVuSerif{}.ttf", "truetype/liberation/LiberationSerif-{}.ttf",
                 "truetype/liberation/LiberationSans-{}.ttf", "truetype/dejavu/DejaVuSansMono{}.ttf"],
    },
    "aside": {
        "ui": ["opentype/inter/Inter-{}.otf", "opentype/inter/Inter-{}.otf", "opentype/inter/InterDisplay-{}.otf",
               "truetype/paratype/PTS{}F.ttf"],
        "text": ["truetype/paratype/PTF{}F.ttf", "truetype/paratype/PTM{}F.ttf", "opentype/inter/Inter-{}.otf"],
    },
}
# The plain and bold weights in a family's file names.
WEIGHTS = {"DejaVu": ("", "-Bold"), "paratype": ("55", "75")}

# Beside English, only the words that the data's languages need; others get English, as in many programs.
INTERFACE = {
    "en": {"message": "Message", "reply": "Reply", "forward": "Forward", "reply_all": "Reply all", "inbox": "Inbox", "sent": "Sent",
           "drafts": "Drafts", "spam": "Spam", "bin": "Bin", "starred": "Starred", "archive": "Archive", "search": "Search", "to_me": "to me",
           "today": "Today", "yesterday": "Yesterday", "like": "Like", "comment": "Comment", "share": "Share", "close": "Close",
           "ok": "OK", "cancel": "Cancel", "more": "Read more", "home": "Home", "news": "News", "shop": "Shop", "help": "Help",
           "about": "About", "contact": "Contact", "online": "online", "write": "Write a comment…", "now": "now", "min": "{} min ago",
           "clear": "Clear all", "file": "File", "edit": "Edit", "view": "View", "delivered": "Delivered", "continue": "Continue"},
    "de": {"message": "Nachricht", "reply": "Antworten", "forward": "Weiterleiten", "reply_all": "Allen antworten", "inbox": "Posteingang",
           "sent": "Gesendet", "drafts": "Entwürfe", "spam": "Spam", "bin": "Papierkorb", "starred": "Markiert", "archive": "Archiv",
           "search": "Suchen", "to_me": "an mich", "today": "Heute", "yesterday": "Gestern", "like": "Gefällt mir", "comment": "Kommentieren",
           "share": "Teilen", "close": "Schließen", "ok": "OK", "cancel": "Abbrechen", "more": "Weiterlesen", "home": "Start",
           "news": "Aktuelles", "help": "Hilfe", "contact": "Kontakt", "write": "Kommentieren…", "now": "jetzt", "min": "vor {} Min.",
           "clear": "Alle löschen", "file": "Datei", "edit": "Bearbeiten", "view": "Ansicht", "delivered": "Zugestellt", "continue": "Weiter"},
    "fr": {"message": "Message", "reply": "Répondre", "forward": "Transférer", "reply_all": "Répondre à tous", "inbox": "Boîte de réception",
           "sent": "Envoyés", "drafts": "Brouillons", "bin": "Corbeille", "archive": "Archives", "search": "Rechercher", "to_me": "à moi",
           "today": "Aujourd'hui", "yesterday": "Hier", "like": "J'aime", "comment": "Commenter", "share": "Partager", "close": "Fermer",
           "cancel": "Annuler", "more": "Lire la suite", "home": "Accueil", "news": "Actualités", "help": "Aide", "online": "en ligne",
           "now": "maintenant", "min": "il y a {} min", "file": "Fichier", "edit": "Édition", "view": "Affichage", "continue": "Continuer"},
    "es": {"message": "Mensaje", "reply": "Responder", "forward": "Reenviar", "reply_all": "Responder a todos", "inbox": "Recibidos",
           "sent": "Enviados", "drafts": "Borradores", "bin": "Papelera", "archive": "Archivo", "search": "Buscar", "to_me": "para mí",
           "today": "Hoy", "yesterday": "Ayer", "like": "Me gusta", "comment": "Comentar", "share": "Compartir", "close": "Cerrar",
           "cancel": "Cancelar", "more": "Leer más", "home": "Inicio", "news": "Noticias", "help": "Ayuda", "online": "en línea",
           "now": "ahora", "min": "hace {} min", "file": "Archivo", "edit": "Editar", "view": "Ver", "continue": "Continuar"},
}
NAMES = {
    "tune": ("Olivia Harry Amelia Jack Priya Mohammed Grace Oscar Liam Chloe Anna Lukas Camille Luc Sofia Pablo Giulia Marco Sanne Daan",
             "Walker Hughes Patel Bennett Okafor Clarke Turner Foster Hoffmann Lange Moreau Girard Romero Ortega Ricci Visser"),
    "aside": ("Ethan Zoe Caleb Aisha Noah Ruth Ivy Mateo Freya Roman Edith Greta Emil Jonas Manon Hugo Carmen Diego Elena Paolo",
              "Anderson Kowalski Nguyen Brooks Delgado Keller Vance Yates Zhang Fuchs Vogt Fournier Perrin Vega Herrera Conti"),
}
APPS = {"tune": "Messages Mail Chat Calendar News Weather Photos Bank Maps Music Notes".split(),
        "aside": "Inbox Messenger Agenda Podcasts Fitness Wallet Reminders Radio Parcels Files".split()}
CARRIERS = {"tune": "Vodafone O2 AT&T Orange TIM KPN".split(), "aside": "EE Verizon Telekom SFR Movistar Wind".split()}


def plain(text):
    """A text in characters the fonts can draw; None if too much of it is in another script."""
    kept, lost = [], 0
    for character in unicodedata.normalize("NFC", text).replace("\r", ""):
        code = ord(character)
        if character in "\n\t" or 0x20 <= code < 0x7F or 0xA0 <= code < 0x180 or character in SIGNS:
            kept.append(" " if character in "\t\xa0" else "" if code == 0xAD else character)
        elif code in (0x200B, 0x200C, 0x200D, 0x2060, 0xFE0F, 0xFEFF):
            continue
        elif unicodedata.category(character) in ("So", "Sk") or code > 0x1F000:
            kept.append(f" {EMOJI} ")
        else:
            lost += 1
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r" *\n *", "\n", re.sub(r" {2,}", " ", "".join(kept)))).strip()
    return text if lost <= 0.02 * len(text) and len(text) > 8 else None


@functools.lru_cache(maxsize=512)
def font(family, size, bold=False):
    weights = next((pair for name, pair in WEIGHTS.items() if name in family), ("Regular", "Bold"))
    try:
        return ImageFont.truetype(FOLDERS + family.format(weights[bold]), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise SystemExit(f"{family}: {error}; the fonts' packages are named in {__file__}") from error


@functools.lru_cache(maxsize=200_000)
def width(face, word):
    return face.size if word == EMOJI else face.getlength(word)


def wrapped(face, text, room):
    """Lists of words, one per line; an empty line of the text is an empty list. Words that are too long are broken."""
    lines = []
    space = width(face, " ")
    for paragraph in text.split("\n"):
        line, used = [], 0
        for word in paragraph.split():
            while width(face, word) > room and len(word) > 1:
                fits = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or face.getlength(word[:n]) <= room)
                if line:
                    lines.append(line)
                    line, used = [], 0
                lines.append([word[:fits]])
                word = word[fits:]
            wide = width(face, word)
            if line and used + space + wide > room:
                lines.append(line)
                line, used = [], 0
            used += wide + (space if line else 0)
            line.append(word)
        lines.append(line)
    return lines


def parts(draw, text, most=4):
    """A message as its writer sends it: one to four bubbles or paragraphs, cut between paragraphs, lines or
    sentences."""
    ends = [match.end() for match in re.finditer(r"\n\s*\n", text)] or [match.end() for match in re.finditer(r"(?<=[.!?:])\s+|\n", text)]
    count = min(len(ends) + 1, draw.choice([1, 1, 2, 2, 3, 4][: most + 2]))
    cuts = sorted(draw.sample(ends, count - 1))
    return [piece for start, end in zip([0] + cuts, cuts + [len(text)]) if (piece := text[start:end].strip())]
