"""String literals of Swift sources, and the messages that they are (The Swift Programming Language, "String Literals")."""

import re


def literals(source: str):
    """Yields (start, end, content) of each literal outside comments, including its interpolations."""
    at = 0
    while at < len(source):
        if source.startswith("//", at):
            at = source.find("\n", at)
            if at < 0:
                return
        elif source.startswith("/*", at):
            at = source.index("*/", at) + 2
        elif raw := re.compile(r'#+"').match(source, at):
            marks = raw[0][:-1]
            at = source.index('"' + marks, raw.end()) + 1 + len(marks)
        elif source.startswith('"""', at):
            end = source.index('"""', at + 3)
            yield at, end + 3, multiline(source[at + 3 : end])
            at = end + 3
        elif source[at] == '"':
            end = end_of_literal(source, at + 1)
            yield at, end, source[at + 1 : end - 1]
            at = end
        elif pattern := re.compile(r"(?<=[(=:, ])/(?! )(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/").match(source, at):
            at = pattern.end()
        else:
            at += 1


def multiline(content: str) -> str:
    lines = content.split("\n")[1:]
    indent = len(lines[-1])
    return "\n".join(line[indent:] for line in lines[:-1]).replace("\\\n", "")


def end_of_literal(source: str, at: int) -> int:
    while source[at] != '"':
        if source.startswith("\\(", at):
            at = end_of_interpolation(source, at + 2)
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


def end_of_interpolation(source: str, at: int) -> int:
    depth = 1
    while depth:
        if source[at] == '"':
            at = end_of_literal(source, at + 1)
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
    return at


def pieces(content: str):
    """Text and expressions, alternating: (is_expression, value)."""
    at, text = 0, ""
    while at < len(content):
        if content.startswith("\\(", at):
            end = end_of_interpolation(content, at + 2)
            yield False, text
            yield True, content[at + 2 : end - 1]
            at, text = end, ""
        elif content[at] == "\\":
            if match := re.compile(r"\\u\{([0-9A-Fa-f]+)\}").match(content, at):
                text, at = text + chr(int(match[1], 16)), match.end()
            else:
                text, at = text + {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}.get(content[at + 1], content[at + 1]), at + 2
        else:
            text, at = text + content[at], at + 1
    yield False, text


def form(content: str) -> str:
    """The text with a numbered place, "%1$@", for each expression."""
    text, number = "", 0
    for is_expression, value in pieces(content):
        number += is_expression
        text += f"%{number}$@" if is_expression else value
    return text


def nested(content: str):
    """Literals inside expressions."""
    for is_expression, value in pieces(content):
        if is_expression:
            for _, _, inner in literals(value):
                yield inner
                yield from nested(inner)
