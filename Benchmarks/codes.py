#!/usr/bin/env python3
"""Draws screens with QR codes in classes of difficulty, and measures what ocr-scan finds on them.

    codes.py draw --out DIR [--count N] [--seed N]      N screens of each class, and as many without a code
    codes.py measure DIR [--program ocr-scan]           share of codes found, by class; false alarms; time

Codes are drawn by segno, not by the library that reads them. Needs python3-pil, numpy and segno (PyPI).
"""

import argparse
import collections
import json
import pathlib
import random
import statistics
import subprocess
import sys

FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
WORDS = """meeting agenda for the garden club the bus leaves at nine please bring your own cup minutes of last week are on
the shelf next to the door thank you all for coming the museum is open until six and the shop has new cards""".split()
CLASSES = ["plain", "dark", "color", "small", "logo", "turned", "poster", "several", "micro", "large"]


def payload(rng):
    name = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(4, 12)))
    kinds = [
        f"https://{name}.example/{rng.randint(1, 99999)}",
        f"WIFI:T:WPA;S:{name};P:{rng.randint(10**7, 10**9)};;",
        f"tel:+4930{rng.randint(10**5, 10**7)}",
        f"BCD\n002\n1\nSCT\n\n{name.title()} GmbH\nDE89370400440532013000\nEUR{rng.randint(1, 900)}.50\n\n\nInvoice {name}",
        f"otpauth://totp/{name}:me?secret=JBSWY3DPEHPK3PXP&issuer={name}",
        f"Just a note: {name} {name[::-1]} {rng.randint(1, 10**6)}",
        "https://" + name + ".example/" + "".join(rng.choice("abcdef0123456789") for _ in range(rng.randint(40, 160))),
    ]
    return rng.choice(kinds)


def symbol(rng, scale, dark="#000000", light="#ffffff", micro=False, error=None, border=None):
    """A code as a picture, and its text."""
    import io

    import segno
    from PIL import Image

    text = str(rng.randint(10, 10**9)) if micro else payload(rng)
    code = segno.make(text, micro=True if micro else False, error=error or rng.choice("LMQ") if not micro else None)
    buffer = io.BytesIO()
    code.save(buffer, kind="png", scale=scale, dark=dark, light=light, border=border if border is not None else 4)
    return Image.open(buffer).convert("RGB"), text


def screen(rng, size, dark=False):
    """A page of words."""
    from PIL import Image, ImageDraw, ImageFont

    ground = (24, 24, 28) if dark else rng.choice([(255, 255, 255), (244, 246, 248), (236, 240, 255), (255, 250, 235)])
    ink = (225, 225, 230) if dark else (30, 30, 36)
    image = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(image)
    y = 20
    while y < size[1] - 40:
        height = rng.choice([13, 15, 15, 18, 26])
        font = ImageFont.truetype(FONTS, height)
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randint(3, 14)))
        draw.text((rng.randint(16, 60), y), line, font=font, fill=ink)
        if rng.random() < 0.08:  # boxes, buttons and icons, which look more like marks than words do
            x = rng.randint(0, size[0] - 60)
            draw.ellipse((x, y, x + 16, y + 16), outline=ink, width=2)
            draw.ellipse((x + 5, y + 5, x + 11, y + 11), fill=ink)
            draw.rectangle((x + 24, y, x + 40, y + 16), outline=ink, width=2)
        y += int(height * rng.choice([1.4, 1.6, 2.4]))
    return image


def place(rng, image, code, quiet=12):
    x = rng.randint(8, max(8, image.width - code.width - 8))
    y = rng.randint(8, max(8, image.height - code.height - 8))
    image.paste(code, (x, y))
    return [x, y, code.width, code.height]


def warp(image, corners):
    """The picture in perspective, with its corners moved to these places."""
    import numpy
    from PIL import Image

    source = [(0, 0), (image.width, 0), (image.width, image.height), (0, image.height)]
    rows = []
    for (x, y), (u, v) in zip(corners, source):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    right = numpy.array(source).reshape(8)
    coefficients = numpy.linalg.solve(numpy.array(rows, dtype=float), right)
    return image.transform(image.size, Image.PERSPECTIVE, coefficients, Image.BICUBIC)


def draw_one(kind, rng):
    """A screen of a class, and the texts of its codes."""
    import numpy
    from PIL import Image, ImageDraw, ImageFilter

    size = rng.choice([(1920, 1080), (1366, 768), (1080, 2400), (750, 1334), (800, 600)])
    if kind == "none":
        return screen(rng, size, rng.random() < 0.4), []
    texts = []
    image = screen(rng, size, kind == "dark")
    if kind == "plain":
        code, text = symbol(rng, rng.randint(3, 8))
        place(rng, image, code)
        texts.append(text)
    elif kind == "dark":
        code, text = symbol(rng, rng.randint(3, 8), dark="#e6e6eb", light="#18181c")
        place(rng, image, code)
        texts.append(text)
    elif kind == "color":
        dark, light = rng.choice(
            [("#1a73e8", "#ffffff"), ("#c2185b", "#fff0f5"), ("#006400", "#fffbe0"), ("#f2c200", "#ffffff"),
             ("#ff0000", "#008f00"), ("#ffffff", "#d00000"), ("#7b1fa2", "#ffd54f"), ("#0000ff", "#000000"),
             ("#888888", "#ffffff"), ("#ffffff", "#25d366")])
        code, text = symbol(rng, rng.randint(3, 8), dark=dark, light=light)
        place(rng, image, code)
        texts.append(text)
    elif kind == "small":
        code, text = symbol(rng, 4)
        module = rng.choice([1.3, 1.5, 1.75, 2.0, 2.0, 2.5, 2.75])
        side = round(code.width * module / 4)
        code = code.resize((side, side), rng.choice([Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.BOX]))
        place(rng, image, code)
        texts.append(text)
    elif kind == "logo":
        code, text = symbol(rng, rng.randint(4, 8), error="H")
        drawing = ImageDraw.Draw(code)
        side = int(code.width * rng.uniform(0.14, 0.22))
        middle = code.width // 2
        box = (middle - side // 2, middle - side // 2, middle + side // 2, middle + side // 2)
        drawing.rounded_rectangle(box, side // 5, fill="white")
        drawing.ellipse([v + (4 if i < 2 else -4) for i, v in enumerate(box)], fill=rng.choice(["#e53935", "#1e88e5"]))
        place(rng, image, code)
        texts.append(text)
    elif kind == "turned":
        code, text = symbol(rng, rng.randint(4, 8))
        code = code.rotate(rng.uniform(-25, 25), Image.BICUBIC, expand=True, fillcolor="white")
        place(rng, image, code)
        texts.append(text)
    elif kind == "poster":
        code, text = symbol(rng, rng.randint(4, 7))
        poster = Image.new("RGB", (code.width + 160, code.height + 260), rng.choice(["#fff8e7", "#f5f5f5", "#e8f0fe"]))
        poster.paste(code, (80, 160))
        from PIL import ImageFont

        ImageDraw.Draw(poster).text((40, 50), "SCAN HERE", font=ImageFont.truetype(FONTS, 48), fill="#202020")
        width, height = poster.size
        shift = lambda part: rng.uniform(0, part)
        poster = warp(poster, [(shift(width * .12), shift(height * .08)), (width - shift(width * .12), shift(height * .08)),
                               (width - shift(width * .05), height - shift(height * .08)),
                               (shift(width * .05), height - shift(height * .08))])
        pixels = numpy.asarray(poster.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.4))), dtype=float)
        slope = numpy.linspace(rng.uniform(0.45, 0.8), 1.0, pixels.shape[1])
        if rng.random() < 0.5:
            slope = slope[::-1]
        pixels = pixels * slope[None, :, None] + numpy.random.default_rng(rng.randint(0, 10**9)).normal(0, 6, pixels.shape)
        poster = Image.fromarray(pixels.clip(0, 255).astype("uint8"))
        place(rng, image, poster)
        texts.append(text)
    elif kind == "several":
        for column in range(3):
            code, text = symbol(rng, rng.randint(2, 4))
            image.paste(code, (20 + column * (size[0] // 3), rng.randint(20, max(21, size[1] - code.height - 20))))
            if code.width + 10 < size[0] // 3:
                texts.append(text)
        if not texts:
            return draw_one(kind, rng)
    elif kind == "micro":
        code, text = symbol(rng, rng.randint(4, 9), micro=True)
        place(rng, image, code)
        texts.append(text)
    elif kind == "large":
        code, text = symbol(rng, rng.randint(12, 24), border=2)
        if max(code.size) > min(size) - 20:
            side = min(size) - 20
            code = code.resize((side, side), Image.BILINEAR)
        place(rng, image, code)
        texts.append(text)
    return image, texts


def draw(args):
    args.out.mkdir(parents=True, exist_ok=True)
    truth = {}
    for kind in CLASSES + ["none"]:
        for number in range(args.count):
            rng = random.Random(f"{args.seed} {kind} {number}")
            image, texts = draw_one(kind, rng)
            name = f"{kind}-{number:03}.png"
            image.save(args.out / name, compress_level=1)
            truth[name] = texts
    (args.out / "truth.json").write_text(json.dumps(truth, indent=1))
    print(f"{len(truth)} screens with {sum(map(len, truth.values()))} codes in {args.out}")


def measure(args):
    truth = json.loads((args.folder / "truth.json").read_text())
    found, wanted, times, missed, wrong = collections.Counter(), collections.Counter(), {}, [], 0
    run = subprocess.run(
        [args.program, "--json", "--no-history", "--timeout", "30", *(str(args.folder / name) for name in truth)],
        capture_output=True, text=True)
    for line in run.stdout.splitlines():
        report = json.loads(line)
        name = pathlib.PurePath(report["path"]).name
        kind = name.split("-")[0]
        # Reports do not contain secret payloads, so such codes are only counted.
        codes = report["codes"] or []
        count = min(len(codes), len(truth[name]))
        shown = [code["payload"] for code in codes if code["payload"] is not None]
        wrong += sum(text not in truth[name] for text in shown) + max(0, len(codes) - len(truth[name]))
        found[kind] += count
        wanted[kind] += len(truth[name])
        times.setdefault(kind, []).append(report["timings_ms"]["total"])
        if count < len(truth[name]):
            missed.append(name)
    for kind in CLASSES + ["none"]:
        if kind in times:
            print(f"{kind:8} {found[kind]:4} of {wanted[kind]:4}   {statistics.median(times[kind]):6.0f} ms")
    print(f"read wrongly, or where there is none: {wrong}; missed: {' '.join(missed) or 'none'}")
    return run.returncode if run.returncode > 1 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("--out", type=pathlib.Path, required=True)
    drawing.add_argument("--count", type=int, default=40)
    drawing.add_argument("--seed", type=int, default=1)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=pathlib.Path)
    measuring.add_argument("--program", default=".build/release/ocr-scan")
    args = parser.parse_args()
    return draw(args) if args.command == "draw" else measure(args)


if __name__ == "__main__":
    sys.exit(main())
