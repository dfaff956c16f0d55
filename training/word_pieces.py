"""Splits a text into an encoder's word pieces, like Sources/TextClassification/WordPieceTokenizer.swift.

The text must be normalized: lower case, without accents. The caller adds the ids of markers such as "[CLS]".
"""

import unicodedata

LONGEST_WORD = 100
ASCII_SYMBOLS = frozenset(range(33, 48)) | frozenset(range(58, 65)) | frozenset(range(91, 97)) | frozenset(range(123, 127))
# Ideographs, kana and hangul syllables; each is a separate word.
SYLLABLES = (
    (0x3005, 0x3007), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF), (0xFF66, 0xFF9D), (0x1B000, 0x1B16F), (0x20000, 0x3FFFF),
)


def kind(scalar):
    """space, nothing (does not end a word), alone or letter."""
    value = ord(scalar)
    if value < 128:
        if scalar in " \t\n\v\f\r":
            return "space"
        if value < 32 or value == 127:
            return "nothing"
        return "alone" if value in ASCII_SYMBOLS else "letter"
    category = unicodedata.category(scalar)
    if category in ("Zs", "Zl", "Zp") or value == 0x85:
        return "space"
    if category in ("Cc", "Cf", "Co") or value == 0xFFFD:
        return "nothing"
    if category[0] in "PS" or any(first <= value <= last for first, last in SYLLABLES):
        return "alone"
    return "letter"


class WordPieces:
    def __init__(self, vocabulary):
        self.ids = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown = self.ids["[UNK]"]

    def id(self, piece):
        return self.ids.get(piece)

    def words(self, text):
        word = ""
        for scalar in text:
            what = kind(scalar)
            if what == "letter":
                word += scalar
            elif what != "nothing":
                if word:
                    yield word
                word = ""
                if what == "alone":
                    yield scalar
        if word:
            yield word

    def pieces(self, word):
        if len(word) > LONGEST_WORD:
            return [self.unknown]
        found, start = [], 0
        while start < len(word):
            mark = "##" if start > 0 else ""
            for end in range(len(word), start, -1):
                number = self.ids.get(mark + word[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            found.append(number)
            start = end
        return found

    def append(self, text, to, limit):
        """Adds pieces to a list until it has reached the limit."""
        for word in self.words(text):
            if len(to) >= limit:
                return
            to += self.pieces(word)[: limit - len(to)]
