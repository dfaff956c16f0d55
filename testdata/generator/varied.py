#!/usr/bin/python3
"""Draws screenshots with random layouts, fonts, colours, sizes and words, and writes their text.

usage: varied.py --seed N --count K --out DIR [--group tune|aside] [--small] [--layout NAME] [--from I]

Writes DIR/images/NAME.png and DIR/expected/NAME.yaml; see ../README.md. The same seed gives the same pages; the groups
share no fonts, colours, wallpapers or sentences.
"""

import argparse
import collections
import html
import io
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import jinja2
import numpy
from PIL import Image

import png
import varied_look
import varied_shapes
import varied_text
from browser import FLAGS, Browser

HERE = pathlib.Path(__file__).resolve().parent
TEMPLATES = HERE / "varied"
LANGUAGES = ["eng"] * 17 + ["deu", "fra", "spa"]
PAGES_A_BROWSER = 30
ATTEMPTS = 6
LEAST_RANGE = 38  # grey levels between a word's ink and its background, a contrast of about 2

# How letters are smoothed: FreeType's hinting and, for "lcd", the red, green and blue stripes of a panel.
SMOOTHING = {"slight": 8, "none": 4, "full": 2, "lcd-slight": 3, "lcd-none": 1, "lcd-full": 1}
PHONES = [(360, 780, 3), (390, 844, 3), (412, 915, 2.625), (360, 640, 2), (375, 667, 2), (320, 568, 2), (360, 800, 1.5), (393, 852, 2.75)]
DESKTOPS = [(1920, 1080, 1)] * 5 + [(1366, 768, 1)] * 2 + [(1280, 720, 1), (1440, 900, 1), (1536, 864, 1.25), (1280, 720, 1.5),
            (2560, 1440, 1), (1707, 960, 1.5), (1280, 720, 2), (1920, 1080, 2), (2560, 1440, 1.5), (1280, 800, 2)]
CROP_SCALES = [1, 1, 1, 1, 1.25, 1.5, 2, 2, 3]


class Random(random.Random):
    """The random choices of the templates."""

    def pick(self, *choices):
        return self.choice(choices)

    def num(self, low, high):
        return self.randrange(low, high + 1)

    def real(self, low, high):
        return round(self.uniform(low, high), 2)

    def chance(self, share):
        return self.random() < share

    def digits(self, count):
        return "".join(self.choice("0123456789") for _ in range(count))


class Screen:
    """The size and treatment of the picture, set by the template."""

    def __init__(self, rng):
        self._rng = rng
        self.width, self.height, self.scale = 1280, 720, 1
        self.transparent, self.turn, self.encoding = False, 0.0, "rgb"

    def phone(self):
        self.width, self.height, self.scale = self._rng.choice(PHONES)
        return ""

    def desktop(self):
        self.width, self.height, self.scale = self._rng.choice(DESKTOPS)
        return ""

    def crop(self, width, height=None, scale=None):
        """`height` None: the height of the page."""
        self.width, self.height, self.scale = width, height, scale or self._rng.choice(CROP_SCALES)
        return ""

    def clear(self):
        self.transparent, self.encoding = True, "rgba"
        return ""

    def rotate(self, degrees):
        self.turn = degrees
        return ""


class Page:
    """One picture to be drawn: its HTML and everything known before layout."""

    def __init__(self, environment, group, seed, index, attempt, layout=None):
        rng = Random(f"{group} {seed} {index}")
        layouts = sorted(path.stem for path in TEMPLATES.glob("*.html") if path.stem not in ("base", "parts"))
        # Every layout equally often, in an order that depends on the seed.
        order = Random(f"{group} {seed} layouts {index // len(layouts)}").sample(layouts, len(layouts))
        self.layout = layout or order[index % len(layouts)]
        self.smoothing = rng.choices(list(SMOOTHING), SMOOTHING.values())[0]
        if attempt:
            rng = Random(f"{group} {seed} {index} {attempt}")
        self.name = f"{self.layout}-{seed}-{index:03}"
        self.look = varied_look.choose(rng, group)
        self.language = rng.choice(LANGUAGES)
        self.text = varied_text.Writer(rng, group, self.language)
        self.screen = Screen(rng)
        shapes = varied_shapes.Shapes(rng, group, self.look)
        self.html = environment.get_template(self.layout + ".html").render(
            r=rng, look=self.look, t=self.text, screen=self.screen, shapes=shapes, colours=varied_look, group=group)
        if self.smoothing.startswith("lcd") and (self.screen.scale > 1.25 or self.screen.transparent):
            self.smoothing = self.smoothing[4:]  # phones and dense screens do not use it
        self.fate = rng.random()  # decides the treatment of the picture, see finished()
        self.shrunk = rng.random() < 0.07 and self.screen.scale == 1 and self.smoothing == "slight"


def fontconfig(folder, smoothing):
    """A fontconfig file for one of SMOOTHING, from which Chromium takes hinting and sub-pixels."""
    rgba = "rgb" if smoothing.startswith("lcd") else "none"
    edits = (f'<edit name="hintstyle" mode="assign"><const>hint{smoothing.split("-")[-1]}</const></edit>'
             f'<edit name="rgba" mode="assign"><const>{rgba}</const></edit>')
    path = pathlib.Path(folder) / (smoothing + ".conf")
    path.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
                    '<include>/etc/fonts/fonts.conf</include>'
                    f'<match target="pattern">{edits}</match><match target="font">{edits}</match></fontconfig>')
    return path


def flags(smoothing):
    if smoothing.startswith("lcd"):
        return [flag for flag in FLAGS if flag != "--disable-lcd-text"] + ["--enable-lcd-text"]
    return FLAGS


def laid_out(page, browser):
    """Lays out the page; returns (picture, text and message, boxes of words in device pixels)."""
    screen = page.screen
    # Some desktops draw a fractionally scaled screen at twice the size and then shrink it.
    scale = 2 if page.shrunk else screen.scale
    browser.show(page.html, screen.width, screen.height or 2400, scale, screen.transparent)
    if screen.height is None:
        screen.height = int(browser.evaluate("Math.ceil(document.body.getBoundingClientRect().height)"))
        browser.show(page.html, screen.width, screen.height, scale, screen.transparent)
    boxes = browser.evaluate((TEMPLATES / "visible.js").read_text(encoding="utf-8"))
    found = browser.evaluate((HERE / "extract_text.js").read_text(encoding="utf-8"))
    if screen.turn:
        browser.evaluate(f"void (document.querySelector('[data-turn]').style.transform = 'rotate({screen.turn}deg)')")
        outside = browser.evaluate("[...document.querySelectorAll('[data-turn] *')].some(e => { const r = "
                                   "e.getBoundingClientRect(); return r.left < 0 || r.top < 0 || r.right > innerWidth || "
                                   "r.bottom > innerHeight; })")
        if outside:
            found["warnings"].append("turned out of the screen")
        boxes = []
    browser.settle()
    picture = Image.open(io.BytesIO(browser.screenshot()))
    if page.shrunk:
        smaller = (round(screen.width * 1.25), round(screen.height * 1.25))
        picture, scale = picture.convert("RGB").resize(smaller, Image.Resampling.BILINEAR), 1.25
    return picture, found, [[value * scale for value in box] for box in boxes]


def problems(page, picture, found, boxes):
    """Reasons why the picture cannot be used; empty if it can."""
    reasons = [reason for reason in found["warnings"] if not reason.startswith("page is wider")]
    words = " ".join(found["text"]).split()
    if len(words) < 4:
        reasons.append("fewer than four words")
    if re.search(r"\[[^\[\]]*\||\{\w+\}", " ".join(found["message"])) and page.layout not in ("editor", "windows", "terminal"):
        reasons.append("an unfilled slot")
    if not page.screen.transparent:
        grey = numpy.asarray(picture.convert("RGB").convert("L"))
        for left, top, width, height in boxes:
            part = grey[int(top):int(top + height) + 1, int(left):int(left + width) + 1]
            if part.size and int(part.max()) - int(part.min()) < LEAST_RANGE:
                reasons.append(f"faint at {int(left)},{int(top)}")
                break
    return reasons


def finished(page, picture, small):
    """The picture as PNG bytes, and the name of its treatment."""
    if page.screen.encoding == "rgba":
        kind, picture = "rgba", picture.convert("RGBA")
    else:
        picture = picture.convert("RGB")
        area = picture.width * picture.height
        if page.fate < 0.05:
            kind, picture = "palette 16", picture.quantize(16, method=Image.Quantize.MEDIANCUT, dither=0)
        elif page.fate < 0.10:
            kind, picture = "palette 256", picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=0)
        elif page.fate < 0.14 and area < 700_000:
            rows = numpy.asarray(picture).reshape(picture.height, -1).tolist()
            return png.encode([list(row) for row in rows], 8, png.RGB, interlace=True), "interlaced"
        elif page.fate < 0.18:
            kind, quality = "jpeg", 60 + int(page.fate * 1000) % 30
            out = io.BytesIO()
            picture.save(out, "JPEG", quality=quality)  # like a picture that was forwarded
            picture = Image.open(out)
        elif page.fate < 0.21:
            kind, picture = "grey", picture.convert("L")
        else:
            kind = "rgb"
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=small)
    return out.getvalue(), kind


def literal(lines):
    return "".join(f"  {line}\n" for line in lines)


def expectation(page, found, exact, kind):
    look, screen = page.look, page.screen
    details = {
        "palette": look.palette, "contrast": round(varied_look.contrast(look.text, look.surface), 1), "dark": look.dark,
        "font": look.ui, "serif": look.serif, "mono": look.mono, "title": look.title, "size": look.size, "line_height": look.line_height,
        "scale": 1.25 if page.shrunk else screen.scale, "resampled": page.shrunk, "smoothing": page.smoothing, "encoding": kind,
    }
    return (
        f"image: images/{page.name}.png\n"
        f"description: {json.dumps(f'{page.layout}, {look.ui}, {look.palette}', ensure_ascii=False)}\n"
        f"theme: {page.layout}\n"
        f"languages: [{page.language}]\n"
        f"level: null\n"
        f"drawn: {json.dumps(details)}\n"
        f"message: |\n{literal(found['message'])}"
        f"exact: {json.dumps(exact, ensure_ascii=False)}\n"
        f"text: |\n{literal(found['text'])}"
    )


def draw(page, browser, out, small):
    """Draws the page; returns the reasons why it could not be used."""
    picture, found, boxes = laid_out(page, browser)
    found = {key: [line.replace("\N{NO-BREAK SPACE}", " ") for line in found[key]] for key in found}
    data, kind = finished(page, picture, small)
    if reasons := problems(page, Image.open(io.BytesIO(data)), found, boxes):
        return reasons
    if small and len(data) > 250_000:
        return ["too big for a small set"]
    wanted = dict.fromkeys(html.unescape(exact) for exact in page.text.exact)
    exact = [each for each in wanted if any(each in line for line in found["message"])]
    image = out / "images" / (page.name + ".png")
    image.write_bytes(data)
    if small and kind != "interlaced" and shutil.which("optipng"):
        subprocess.run(["optipng", "-quiet", "-o2", "-nc", "-nb", "-np", str(image)], check=True)
    (out / "expected" / (page.name + ".yaml")).write_text(expectation(page, found, exact, kind), encoding="utf-8")
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--group", choices=["tune", "aside"], default="tune")
    parser.add_argument("--layout", help="only this one")
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first picture")
    parser.add_argument("--small", action="store_true", help="only small pictures, packed as well as possible, to be committed")
    arguments = parser.parse_args()
    for folder in ("images", "expected"):
        (arguments.out / folder).mkdir(parents=True, exist_ok=True)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), undefined=jinja2.StrictUndefined,
                                     trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.do"])
    todo = [(index, 0) for index in range(arguments.first, arguments.first + arguments.count)]
    failed = []
    with tempfile.TemporaryDirectory(prefix="varied-") as folder:
        while todo:
            groups = collections.defaultdict(list)
            for index, attempt in todo:
                page = Page(environment, arguments.group, arguments.seed, index, attempt, arguments.layout)
                groups[page.smoothing].append((index, attempt, page))
            todo = []
            for smoothing, pages in sorted(groups.items()):
                for start in range(0, len(pages), PAGES_A_BROWSER):
                    settings = {"FONTCONFIG_FILE": str(fontconfig(folder, smoothing))}
                    with Browser(flags(smoothing), settings) as browser:
                        for index, attempt, page in pages[start:start + PAGES_A_BROWSER]:
                            reasons = draw(page, browser, arguments.out, arguments.small)
                            if reasons:
                                print(f"{page.name} attempt {attempt}: {'; '.join(reasons)[:300]}", file=sys.stderr)
                                (todo if attempt + 1 < ATTEMPTS else failed).append((index, attempt + 1))
    print(f"{arguments.count - len(failed)} pictures in {arguments.out}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
