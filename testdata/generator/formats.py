#!/usr/bin/python3
"""Writes images/formats/: the same sentence in every PNG colour type, bit depth, interlacing and kind of
transparency."""

import pathlib

import png
import sentence

TESTDATA = pathlib.Path(__file__).resolve().parent.parent
INK, PAPER = (20, 40, 110), (255, 246, 214)  # dark blue on cream


def blend(coverage, channel):
    """A colour sample between paper (255) and ink (0)."""
    return (INK[channel] * (255 - coverage) + PAPER[channel] * coverage) // 255


def variants(grey):
    """Name, rows, depth, colour type, palette, transparency of every variant. `grey`: rows of 0 (ink) to 255 (paper)."""
    for depth in (1, 2, 4, 8, 16):
        top = (1 << depth) - 1
        rows = [[s * top // 255 if depth > 1 else int(s > 127) for s in row] for row in grey]
        yield f"grey-{depth}", rows, depth, png.GREY, None, None
        # The shade of the paper is transparent: the background that a viewer adds shows through.
        yield f"grey-{depth}-trns", rows, depth, png.GREY, None, top.to_bytes(2, "big")

    for depth in (8, 16):
        factor = 257 if depth == 16 else 1
        rows = [[blend(s, c) * factor for s in row for c in range(3)] for row in grey]
        paper = b"".join((p * factor).to_bytes(2, "big") for p in PAPER)
        yield f"rgb-{depth}", rows, depth, png.RGB, None, None
        yield f"rgb-{depth}-trns", rows, depth, png.RGB, None, paper

    for depth in (1, 2, 4, 8):
        top = (1 << depth) - 1
        rows = [[round(s * top / 255) for s in row] for row in grey]
        palette = [tuple(blend(i * 255 // top, c) for c in range(3)) for i in range(top + 1)]
        yield f"palette-{depth}", rows, depth, png.PALETTE, palette, None
        alpha = bytes(255 - i * 255 // top for i in range(top + 1))  # ink opaque, paper clear
        yield f"palette-{depth}-trns", rows, depth, png.PALETTE, [INK] * (top + 1), alpha

    # Black ink whose edges are only in the alpha channel; the clear parts are black too, so a decoder that ignores
    # alpha, or flattens onto black, sees nothing.
    for depth in (8, 16):
        factor = 257 if depth == 16 else 1
        rows = [[v for s in row for v in (0, (255 - s) * factor)] for row in grey]
        yield f"grey-alpha-{depth}", rows, depth, png.GREY_ALPHA, None, None
        rows = [[v for s in row for v in (0, 0, 0, (255 - s) * factor)] for row in grey]
        yield f"rgba-{depth}", rows, depth, png.RGBA, None, None


def main():
    folder = TESTDATA / "images" / "formats"
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows, depth, colour, palette, transparency in variants(sentence.rows()):
        for interlace in (False, True):
            file = name + ("-adam7" if interlace else "") + ".png"
            (folder / file).write_bytes(png.encode(rows, depth, colour, interlace, palette, transparency))
    expect(folder)


def expect(folder):
    """Records that each file of the folder shows the sentence."""
    names = sorted(path.name for path in folder.iterdir())
    lines = [f"text: {sentence.TEXT}\n", "files:\n", *(f"  - images/formats/{name}\n" for name in names)]
    (TESTDATA / "expected" / "formats.yaml").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
