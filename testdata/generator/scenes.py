#!/usr/bin/python3
"""Draws the screenshots in images/scam, images/clean and tables/images and writes what they say to expected/.

usage: scenes.py [--warn-only] [NAME ...]      (no names: every scene; see ../README.md)
"""

import argparse
import io
import json
import pathlib
import shutil
import subprocess
import sys

import jinja2
import numpy
import yaml
from PIL import Image

import png
from browser import Browser

HERE = pathlib.Path(__file__).resolve().parent
TESTDATA = HERE.parent

CATEGORIES = """none otp_phishing credential_phishing payment_scam impersonation delivery tech_support job_scam investment
crypto romance family_emergency prize gift_card extortion refund rental charity malware_lure""".split()
THEMES = """light dark bubbles-light bubbles-dark-wallpaper saturated gradient photo grey-on-white terminal editor
table-small lcd hidpi 4k crop transparent palette interlaced 16-bit serif""".split()
ENCODINGS = ["rgb", "rgba", "palette", "adam7", "16-bit"]
LEVELS = ["low", "medium", "high"]
SCENE_KEYS = {"description", "theme", "languages", "level", "acceptable_levels", "category", "exact", "screen",
              "template", "data"}


def load(path):
    """The scene in a YAML file, validated."""
    scene = yaml.safe_load(path.read_text(encoding="utf-8"))
    scene["name"] = path.stem
    scene["kind"] = path.parent.name
    clean = scene["kind"] != "scam"
    if clean:
        scene = {"level": "low", "acceptable_levels": ["low"], "category": "none"} | scene
    scene = {"languages": ["eng"], "exact": [], "data": {}} | scene
    scene["screen"] = {"lcd": False, "transparent": False, "encoding": "rgb"} | scene["screen"]
    unknown = set(scene) - SCENE_KEYS - {"name", "kind"}
    for wrong, reason in [
        (unknown, f"unknown keys {unknown}"),
        (scene["theme"] not in THEMES, "unknown theme"),
        (scene["category"] not in CATEGORIES, "unknown category"),
        (scene["screen"]["encoding"] not in ENCODINGS, "unknown encoding"),
        (scene["level"] not in scene["acceptable_levels"], "level is not acceptable"),
        (not set(scene["acceptable_levels"]) <= set(LEVELS), "unknown level"),
        (clean != (scene["category"] == "none"), "clean scenes have no category, scams have one"),
        (clean != (scene["level"] == "low"), "clean scenes are low, scams are not"),
    ]:
        if wrong:
            raise SystemExit(f"{path}: {reason}")
    return scene


def rendered(value, exact, templates):
    """Scene data with its template parts (icons, avatars) filled in and the `exact` strings kept on one line."""
    if isinstance(value, dict):
        return {key: rendered(inner, exact, templates) for key, inner in value.items()}
    if isinstance(value, list):
        return [rendered(inner, exact, templates) for inner in value]
    if not isinstance(value, str):
        return value
    for words in exact:
        value = value.replace(words, words.replace(" ", "\N{NO-BREAK SPACE}"))
    if "{{" in value:
        value = templates.from_string("{% import 'parts.html' as parts %}" + value).render()
    return value


def page(scene, templates):
    """The HTML of a scene."""
    template = templates.get_template(scene["template"] + ".html")
    return template.render(rendered(scene["data"], scene["exact"], templates))


def sub_pixel(image):
    """A picture drawn at three times the size, as an LCD with red, green and blue stripes would show it."""
    samples = numpy.asarray(image.convert("RGB"), dtype=numpy.float32)
    height, width = samples.shape[0] // 3, samples.shape[1] // 3
    samples = samples[:height * 3, :width * 3].reshape(height, 3, width * 3, 3).mean(axis=1)
    weights = numpy.array([8, 77, 86, 77, 8], dtype=numpy.float32) / 256  # FreeType's default LCD filter
    padded = numpy.pad(samples, ((0, 0), (2, 2), (0, 0)), mode="edge")
    smooth = sum(weight * padded[:, i:i + width * 3] for i, weight in enumerate(weights))
    out = numpy.stack([smooth[:, c::3, c] for c in range(3)], axis=-1)
    return Image.fromarray(out.round().astype(numpy.uint8), "RGB")


def encoded(image, encoding):
    """The picture as PNG bytes, in one of ENCODINGS."""
    if encoding == "adam7":
        rows = [list(row) for row in numpy.asarray(image.convert("RGB")).reshape(image.height, -1).tolist()]
        return png.encode(rows, 8, png.RGB, interlace=True)
    if encoding == "16-bit":
        # Spread over 16 bits with an offset, so that the lower byte is not just a copy.
        samples = numpy.asarray(image.convert("RGB")).astype(numpy.uint32) * 257
        samples = numpy.maximum(samples.astype(numpy.int64) - 90, 0).reshape(image.height, -1)
        return png.encode(samples.tolist(), 16, png.RGB)
    converted = {
        "rgb": lambda: image.convert("RGB"),
        "rgba": lambda: image.convert("RGBA"),
        "palette": lambda: image.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=0),
    }[encoding]()
    out = io.BytesIO()
    converted.save(out, "PNG", optimize=True)
    return out.getvalue()


def literal(lines):
    return "".join(f"  {line}\n" for line in lines)


def expectation(scene, image_path, text, message):
    """The expectation file, with every key, in a fixed order."""
    return (
        f"image: {image_path.relative_to(TESTDATA / 'tables' if scene['kind'] == 'tables' else TESTDATA)}\n"
        f"description: {json.dumps(scene['description'], ensure_ascii=False)}\n"
        f"theme: {scene['theme']}\n"
        f"languages: [{', '.join(scene['languages'])}]\n"
        f"level: {scene['level']}\n"
        f"acceptable_levels: [{', '.join(scene['acceptable_levels'])}]\n"
        f"category: {scene['category']}\n"
        f"message: |\n{literal(message)}"
        f"exact: {json.dumps(scene['exact'], ensure_ascii=False)}\n"
        f"text: |\n{literal(text)}"
    )


def draw(scene, browser, templates):
    """Draws one scene; returns the warnings."""
    screen = scene["screen"]
    scale = 3 if screen["lcd"] else screen["scale"]
    if screen["lcd"] and screen["scale"] != 1:
        raise SystemExit(f"{scene['name']}: lcd needs scale 1")
    browser.show(page(scene, templates), screen["width"], screen["height"], scale, screen["transparent"])
    found = browser.evaluate((HERE / "extract_text.js").read_text(encoding="utf-8"))
    browser.settle()
    image = Image.open(io.BytesIO(browser.screenshot()))
    if screen["lcd"]:
        image = sub_pixel(image)
    warnings = found["warnings"]
    for exact in scene["exact"]:
        if not any(exact in line for line in found["message"]):
            warnings.append(f"not on one line of the message: {exact}")

    folder, inner = (TESTDATA / "tables", "images") if scene["kind"] == "tables" else (TESTDATA, f"images/{scene['kind']}")
    image_path = folder / inner / (scene["name"] + ".png")
    image_path.write_bytes(encoded(image, screen["encoding"]))
    if screen["encoding"] in ("rgb", "rgba", "palette") and shutil.which("optipng"):
        kept = ["-nc", "-nb", "-np"]  # the encoding is part of the fixture: change no colour type, depth or palette
        subprocess.run(["optipng", "-quiet", "-o2", *kept, str(image_path)], check=True)
    expected_path = folder / "expected" / (scene["name"] + ".yaml")
    expected_path.write_text(expectation(scene, image_path, found["text"], found["message"]), encoding="utf-8")
    return warnings


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="scenes to draw (default: all)")
    parser.add_argument("--warn-only", action="store_true", help="do not fail on warnings")
    arguments = parser.parse_args()

    paths = sorted((HERE / "scenes").glob("*/*.yaml"))
    scenes = {path.stem: load(path) for path in paths}
    if len(scenes) != len(paths):
        raise SystemExit("two scenes have the same name")
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"), undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    failed = False
    for name in arguments.names or scenes:
        with Browser() as browser:  # a new one each time: with a shared glyph cache, one scene would change the next
            warnings = draw(scenes[name], browser, templates)
        print(name)
        for warning in warnings:
            print(f"  warning: {warning}", file=sys.stderr)
        failed |= bool(warnings)
    return 1 if failed and not arguments.warn_only else 0


if __name__ == "__main__":
    sys.exit(main())
