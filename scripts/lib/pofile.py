"""Entries of gettext's catalogues (gettext manual, "The Format of PO Files")."""

import dataclasses
import pathlib
import re

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def quoted(text: str) -> str:
    return '"' + "".join(ESCAPES.get(c, c) for c in text) + '"'


def unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


@dataclasses.dataclass
class Entry:
    """One text to translate."""

    one: str
    other: str = ""
    places: list = dataclasses.field(default_factory=list)
    comments: list = dataclasses.field(default_factory=list)
    # Characters of a translation; 0 for no limit.
    limit: int = 0
    translations: list = dataclasses.field(default_factory=list)
    is_fuzzy: bool = False

    def text(self) -> str:
        lines = [f"#. {comment}" for comment in self.comments]
        if self.limit:
            lines.append(f"#. At most {self.limit} characters.")
        lines.append("#: " + " ".join(self.places[:4]))
        whole = self.one + self.other
        if re.search(r"%[1-9]\$@", whole) and "%" not in re.sub(r"%[1-9]\$@", "", whole):
            lines.append("#, objc-format")
        lines.append("msgid " + quoted(self.one))
        translations = self.translations or ["", ""][: 2 if self.other else 1]
        if self.other:
            lines.append("msgid_plural " + quoted(self.other))
            lines += [f"msgstr[{i}] {quoted(t)}" for i, t in enumerate(translations)]
        else:
            lines.append("msgstr " + quoted(translations[0]))
        return "\n" + "\n".join(lines) + "\n"


def header(domain: str, language: str = "", plural: str = "") -> str:
    lines = [f"Project-Id-Version: {domain}", "POT-Creation-Date: 2026-11-22 00:00+0000",
             "PO-Revision-Date: 2026-11-22 00:00+0000", f"Last-Translator: {domain}", f"Language-Team: {domain}",
             f"Language: {language}", "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8",
             "Content-Transfer-Encoding: 8bit"] + ([f"Plural-Forms: {plural}"] if plural else [])
    return 'msgid ""\nmsgstr ""\n' + "".join(quoted(line + "\n") + "\n" for line in lines)


def read(path: pathlib.Path) -> list:
    """The entries of a file, without its header and without obsolete ones."""
    entries = []
    for block in re.split(r"\n\s*\n", path.read_text()):
        fields, key, flags, comments = {}, "", "", []
        for line in block.splitlines():
            if line.startswith("#,"):
                flags += line
            elif line.startswith("#."):
                comments.append(line[3:])
            elif match := re.match(r'(msgid|msgid_plural|msgstr(?:\[\d\])?) "(.*)"$', line):
                key = match[1]
                fields[key] = unquoted(match[2])
            elif (match := re.match(r'"(.*)"$', line)) and key:
                fields[key] += unquoted(match[1])
        if fields.get("msgid"):
            limits = [int(m[1]) for c in comments if (m := re.match(r"At most (\d+) characters", c))]
            entries.append(Entry(
                fields["msgid"], fields.get("msgid_plural", ""), comments=comments, limit=limits[0] if limits else 0,
                translations=[fields[k] for k in sorted(fields) if k.startswith("msgstr")], is_fuzzy="fuzzy" in flags))
    return entries
