#!/usr/bin/env python3
"""Draws the screens with codes in testdata/codes/scenes.yaml.

    code_screens.py [NAME ...]

Codes are drawn by qrencode, segno and qrcode, never by the library that reads them. Needs qrencode, python3-pil, numpy,
python3-yaml and fonts-open-sans, and from PyPI segno and qrcode. The same versions give the same bytes.
"""

import sys

# A module in this script's folder has the name of one that numpy needs.
del sys.path[0]

import io
import pathlib
import random
import subprocess

import numpy
import qrcode
import segno
import yaml
from PIL import Image, ImageDraw, ImageFilter, ImageFont

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Benchmarks"))
from codes import warp  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parents[1] / "codes"
FONT = "/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf"
BOLD = "/usr/share/fonts/truetype/open-sans/OpenSans-Bold.ttf"
WIDTH = 720
LIGHT = {"ground": "#ffffff", "ink": "#1c1c1e", "box": "#f0f2f5", "line": "#c8ccd2"}
DARK = {"ground": "#111318", "ink": "#e8eaed", "box": "#22252b", "line": "#3c4048"}


def crc16(text):
    """CRC-16/CCITT-FALSE, which ends EMVCo codes."""
    total = 0xFFFF
    for byte in text.encode():
        total ^= byte << 8
        for _ in range(8):
            total = (total << 1 ^ 0x1021) & 0xFFFF if total & 0x8000 else total << 1 & 0xFFFF
    return f"{total:04X}"


def pix(key, name, amount):
    field = lambda tag, value: f"{tag:02}{len(value):02}{value}"
    text = (
        field(0, "01") + field(26, field(0, "br.gov.bcb.pix") + field(1, key)) + field(52, "0000") + field(53, "986")
        + (field(54, amount) if amount else "") + field(58, "BR") + field(59, name) + field(60, "SAO PAULO")
        + field(62, field(5, "***")) + "6304"
    )
    return text + crc16(text)


def payload(scene):
    if "pix" in scene:
        return pix(*scene["pix"])
    if "bytes" in scene:
        return bytes.fromhex(scene["bytes"])
    return scene["payload"]


def matrix(tool, content, micro, high):
    """The modules of a code, without the quiet zone."""
    if tool == "segno":
        code = segno.make(content, micro=micro, error="h" if high else None, boost_error=False)
        return [[bool(module) for module in row] for row in code.matrix]
    if tool == "qrcode":
        level = qrcode.constants.ERROR_CORRECT_H if high else qrcode.constants.ERROR_CORRECT_M
        code = qrcode.QRCode(error_correction=level, border=0)
        code.add_data(content)
        code.make(fit=True)
        return code.get_matrix()
    made = subprocess.run(
        ["qrencode", "-8", "-t", "ASCII", "-m", "0", "-l", "H" if high else "M"], input=content.encode(),
        capture_output=True, check=True)
    return [[row[i] == "#" for i in range(0, len(row), 2)] for row in made.stdout.decode().splitlines()]


def draw_code(scene, content, colors):
    modules = matrix(scene["tool"], content, scene.get("micro", False), scene["look"] == "logo")
    dark, light = colors
    side = 2 if scene["look"] == "small" else max(4, 300 // (len(modules) + 8))
    image = Image.new("RGB", ((len(modules) + 8) * side,) * 2, light)
    pen = ImageDraw.Draw(image)
    for y, row in enumerate(modules):
        for x, module in enumerate(row):
            if module:
                pen.rectangle(((x + 4) * side, (y + 4) * side, (x + 5) * side - 1, (y + 5) * side - 1), fill=dark)
    if scene["look"] == "logo":
        middle, reach = image.width // 2, int(image.width * 0.09)
        pen.rounded_rectangle((middle - reach, middle - reach, middle + reach, middle + reach), 8, fill="white")
        pen.ellipse((middle - reach + 6, middle - reach + 6, middle + reach - 6, middle + reach - 6), fill="#1e88e5")
    if scene["look"] == "turned":
        image = image.rotate(11, Image.BICUBIC, expand=True, fillcolor=light)
    return image


def draw_text(pen, lines, x, y, size, ink, heading):
    for number, line in enumerate(lines):
        font = ImageFont.truetype(BOLD if heading and number == 0 else FONT, size + (8 if heading and number == 0 else 0))
        pen.text((x, y), line, font=font, fill=ink)
        y += int(font.size * 1.45)
    return y


def page(scene):
    look = scene["look"]
    theme = DARK if look == "dark" else LIGHT
    colors = {"dark": (DARK["ink"], DARK["ground"]), "inverted": ("#ffffff", "#20242c")}.get(look, ("#000000", "#ffffff"))
    if look == "color":
        colors = tuple(scene["color"])
    codes = [draw_code(scene, payload(scene), colors)]
    if "second" in scene:
        codes.append(draw_code(scene, scene["second"], colors))
    frame = scene["frame"]
    height = 250 + len(scene["text"]) * 46 + codes[0].height
    image = Image.new("RGB", (WIDTH, height), theme["ground"])
    pen = ImageDraw.Draw(image)
    y = 34
    if frame == "chat":
        pen.text((60, 24), "Alex", font=ImageFont.truetype(BOLD, 30), fill=theme["ink"])
        pen.line((0, 84, WIDTH, 84), fill=theme["line"], width=2)
        pen.rounded_rectangle((30, 110, WIDTH - 70, height - 60), 26, fill=theme["box"])
        y = 132
    elif frame in ("mail", "page"):
        pen.rectangle((0, 0, WIDTH, 70), fill=theme["box"])
        title = "Inbox" if frame == "mail" else "Settings"
        pen.text((40, 14), title if scene["level"] != "low" or frame == "mail" else "", font=ImageFont.truetype(FONT, 28),
                 fill=theme["ink"])
        y = 104
    y = draw_text(pen, scene["text"], 60, y, 30, theme["ink"], frame != "chat") + 20
    x = 60
    for code in codes:
        image.paste(code, (x, y))
        x += code.width + 30
    image = image.crop((0, 0, WIDTH, min(height, y + codes[0].height + 70)))
    return photograph(image, scene["name"]) if look == "poster" else image


def photograph(image, name):
    """A picture as a photographed poster: at an angle, out of focus, in uneven light."""
    rng = random.Random(name)
    canvas = Image.new("RGB", (image.width + 120, image.height + 120), "#8d8478")
    canvas.paste(image, (60, 60))
    width, height = canvas.size
    shift = lambda part: rng.uniform(0.2, 1) * part
    canvas = warp(canvas, [(shift(width * .08), shift(height * .05)), (width - shift(width * .03), shift(height * .02)),
                           (width - shift(width * .06), height - shift(height * .04)),
                           (shift(width * .02), height - shift(height * .03))])
    pixels = numpy.asarray(canvas.filter(ImageFilter.GaussianBlur(0.8)), dtype=float)
    light = numpy.linspace(0.72, 1.0, pixels.shape[1])[None, :, None]
    noise = numpy.random.default_rng(rng.randint(0, 10**9)).normal(0, 1.5, pixels.shape)
    # Steps of eight keep the file small and are invisible.
    return Image.fromarray(((pixels * light + noise).clip(0, 255) // 8 * 8).astype("uint8"))


def main():
    scenes = yaml.safe_load((HERE / "scenes.yaml").read_text())["scenes"]
    for scene in scenes:
        if len(sys.argv) > 1 and scene["name"] not in sys.argv[1:]:
            continue
        image = page(scene)
        buffer = io.BytesIO()
        if scene["look"] != "poster":
            image = image.quantize(64) if scene["look"] == "turned" else image.convert("P", palette=Image.ADAPTIVE, colors=64)
        image.save(buffer, "png", optimize=True)
        (HERE / "images" / f"{scene['name']}.png").write_bytes(buffer.getvalue())


main()
