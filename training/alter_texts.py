"""Changes texts as somebody does who knows that a program reads them, in ways that a person still reads.

Harmless texts get the same changes, so that a change by itself says little. Every function takes a text and a
`random.Random`, and returns the changed text.
"""

import re

DIGITS = {"a": "4", "e": "3", "i": "1", "o": "0", "s": "5", "t": "7", "l": "1", "b": "8", "g": "9"}
NEIGHBOURS = {"a": "s", "e": "r", "i": "o", "o": "p", "s": "d", "t": "y", "n": "m", "r": "t", "l": "k", "c": "v", "u": "i"}
LINK = re.compile(r"\b(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:/[^\s<>\"]*)?", re.IGNORECASE)
PROMISES = [
    "We will never ask for your password.", "Never share your code with anyone.", "Beware of fraud: we never call you to ask for your PIN.",
    "Wir fragen Sie niemals nach Ihrem Passwort.", "Geben Sie Ihre TAN niemals weiter.", "Nous ne vous demanderons jamais votre mot de passe.",
    "Nunca le pediremos su contraseña.", "Non le chiederemo mai la password.", "Nunca pedimos a sua senha.", "Wij vragen nooit om uw wachtwoord.",
    "Protect yourself from scams: our staff never ask for passwords or codes.", "This is an automatic notice. Do not share this information.",
    "Vorsicht vor Betrügern: Unsere Mitarbeiter fragen nie nach Passwörtern.", "Learn more about phishing in our help centre.",
]
HARMLESS = [
    "Tomorrow mostly sunny, 18 degrees, light wind from the west. The weekend stays dry.", "Recipe of the day: lentil soup with carrots, ready in 30 minutes.",
    "Die nächste Sitzung des Vereins findet am Dienstag um 19 Uhr im Gemeindehaus statt.", "Meeting notes: the roof of the library is repaired in spring, the budget was approved.",
    "Opening hours: Monday to Friday 9 to 18, Saturday 10 to 14. Parking behind the house.", "Le marché a lieu chaque samedi matin sur la place de l'église.",
    "Chapter 3. The train left at dawn, and nobody on the platform waved.", "La biblioteca abre de lunes a viernes de 9 a 20 horas.",
    "Release notes: fixed a crash when the window is resized, updated translations.", "Thanks for the photos from the hike, the dog looks happy. See you on Sunday.",
]


def _some_words(text, draw, share, change):
    words = re.split(r"(\s+)", text)
    return "".join(
        change(word) if len(word) > 3 and "/" not in word and "@" not in word and "." not in word[:-1] and draw.random() < share else word
        for word in words)


def digits_for_letters(text, draw):
    def change(word):
        return "".join(DIGITS[c.lower()] if c.lower() in DIGITS and draw.random() < 0.6 else c for c in word)
    return _some_words(text, draw, draw.choice([0.25, 0.5, 0.9]), change)


def doubled_letters(text, draw):
    def change(word):
        place = draw.randrange(len(word))
        return word[:place] + word[place] + word[place:]
    return _some_words(text, draw, draw.choice([0.2, 0.5]), change)


def dotted_letters(text, draw):
    mark = draw.choice([".", ".", "-", " ", "*"])
    return _some_words(text, draw, draw.choice([0.1, 0.25]), lambda word: mark.join(word))


def typing_errors(text, draw):
    def change(word):
        place = draw.randrange(len(word) - 1)
        kind = draw.random()
        if kind < 0.4:
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        if kind < 0.7:
            return word[:place] + word[place + 1 :]
        return word[:place] + NEIGHBOURS.get(word[place].lower(), word[place]) + word[place + 1 :]
    return _some_words(text, draw, draw.choice([0.1, 0.2, 0.35]), change)


def _page(draw):
    return "\n".join(draw.sample(HARMLESS, draw.randint(2, 5)))


def page_before(text, draw):
    return _page(draw) + "\n\n" + text


def page_after(text, draw):
    return text + "\n\n" + _page(draw)


def page_around(text, draw):
    return page_before(page_after(text, draw), draw)


def _links(text, change):
    return LINK.sub(lambda match: change(match.group(0)), text)


def links_apart(text, draw):
    dot = draw.choice([" . ", " (dot) ", "[.]", " dot "])
    return _links(text, lambda link: link.replace(".", dot))


def links_bracketed(text, draw):
    return _links(text, lambda link: "hxxps://" + link.split("://")[-1].replace(".", draw.choice(["[.]", "(.)"]), 1))


def links_with_users(text, draw):
    name = draw.choice(["www.paypal.com", "accounts.google.com", "sparkasse.de", "login.microsoftonline.com", "secure"])
    mark = draw.choice(["@", "@", ":443@"])
    return _links(text, lambda link: "https://" + name + mark + link.split("://")[-1])


def links_with_backslashes(text, draw):
    name = draw.choice([".paypal.com", ".amazon.com", ".dhl.de", ".apple.com"])
    def change(link):
        host, _, path = link.split("://")[-1].partition("/")
        return f"https://{host}\\{name}/{path}"
    return _links(text, change)


def promise(text, draw):
    return text + draw.choice(["\n", "\n\n", " "]) + draw.choice(PROMISES)


# What changes every word is drawn more often than what changes the surroundings or a link.
CHANGES = [digits_for_letters, doubled_letters, dotted_letters, typing_errors, page_before, page_after, page_around, links_apart,
           links_bracketed, links_with_users, links_with_backslashes, promise]
FREQUENCIES = [3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 3]


def altered(text, draw):
    """The text with one of the changes, now and then with two."""
    for change in draw.choices(CHANGES, FREQUENCIES, k=draw.choice([1, 1, 1, 2])):
        text = change(text, draw)
    return text
