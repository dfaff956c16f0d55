"""Figures in columns, for the terminal and as Markdown."""

import dataclasses
import math


@dataclasses.dataclass
class Section:
    """A heading, a sentence or two on how it was measured, and a table."""

    title: str
    note: str
    columns: list
    rows: list = dataclasses.field(default_factory=list)

    def text(self):
        cells = [[str(cell) for cell in row] for row in [self.columns, *self.rows]]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = [aligned(row, widths) for row in cells]
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join([self.title, "=" * len(self.title), *wrapped(self.note), "", *lines, ""])

    def markdown(self):
        return f"## {self.title}\n\n{self.note}\n\n{self.table()}"

    def table(self):
        rule = "|" + "---|" + "---:|" * (len(self.columns) - 1)
        return "\n".join([row_of(self.columns), rule, *(row_of(row) for row in self.rows)]) + "\n"


def aligned(row, widths):
    first = row[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()


def row_of(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def wrapped(text, width=110):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def milliseconds(seconds):
    return f"{seconds * 1000:.0f} ms"


def megabytes(kibibytes):
    """Decimal megabytes, from the kB (really KiB) of proc(5)."""
    return f"{kibibytes * 1024 / 1e6:.1f} MB"


def times(ratio):
    return f"{ratio:.2f}x"


def percentile(values, share):
    """The nearest-rank percentile, which is always a measured value."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

