#!/usr/bin/python3
"""Writes the JPEG and WebP files of images/formats/: the same sentence in every variant that programs write.

Needs: apt-get install python3-pil libjpeg-turbo-progs webp
"""

import io
import pathlib
import subprocess
import tempfile

from PIL import Image

import sentence
from formats import blend, expect

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "images" / "formats"
# How an upright picture is stored for each value of Exif's orientation.
STORED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
# One scan for each component (cjpeg(1), -scans).
APART = "0; 1; 2;\n"


def color():
    rows = sentence.rows()
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([tuple(blend(s, c) for c in range(3)) for row in rows for s in row])
    return image


def black_on_clear():
    rows = sentence.rows()
    image = Image.new("RGBA", (len(rows[0]), len(rows)))
    image.putdata([(0, 0, 0, 255 - s) for row in rows for s in row])
    return image


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    data[0x0131] = "orientation test"
    return data.tobytes()


def cjpeg(image, *options):
    """The output of cjpeg(1) for a picture."""
    source = io.BytesIO()
    image.save(source, "PPM")
    return subprocess.run(["cjpeg", *options], input=source.getvalue(), stdout=subprocess.PIPE, check=True).stdout


def saved(image, kind, **options):
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def jpegs(image):
    for name, sample in [("444", "1x1"), ("422", "2x1"), ("420", "2x2"), ("440", "1x2"), ("411", "4x1"), ("410", "4x2")]:
        yield f"color-{name}", cjpeg(image, "-quality", "75", "-sample", sample)
        yield f"color-{name}-progressive", cjpeg(image, "-quality", "75", "-sample", sample, "-progressive")
    yield "color-rgb", cjpeg(image, "-quality", "75", "-rgb")
    yield "color-restart", cjpeg(image, "-quality", "75", "-restart", "1")
    yield "color-optimized-30", cjpeg(image, "-quality", "30", "-optimize")
    with tempfile.NamedTemporaryFile("w", suffix=".scans") as scans:
        scans.write(APART)
        scans.flush()
        yield "color-apart", cjpeg(image, "-quality", "75", "-scans", scans.name)
    yield "grey", cjpeg(image, "-quality", "75", "-grayscale")
    yield "grey-progressive", cjpeg(image, "-quality", "75", "-grayscale", "-progressive")
    yield "cmyk", saved(image.convert("CMYK"), "JPEG", quality=75)
    for orientation, stored in STORED.items():
        yield f"orientation-{orientation}", saved(
            image.transpose(stored), "JPEG", quality=75, exif=exif(orientation), comment=b"a comment")
    yield "color-trailing", saved(image, "JPEG", quality=75) + saved(image.rotate(180), "JPEG", quality=75)


def webps(image, clear):
    yield "lossy", saved(image, "WEBP", quality=80)
    yield "lossless", saved(image, "WEBP", lossless=True)
    yield "lossy-alpha", saved(clear, "WEBP", quality=80)
    yield "lossless-alpha", saved(clear, "WEBP", lossless=True)
    yield "profile", saved(image, "WEBP", quality=80, icc_profile=bytes(200), exif=exif(1), xmp=b"<x/>")
    yield "orientation-6", saved(image.transpose(STORED[6]), "WEBP", quality=80, exif=exif(6))
    blank = Image.new("RGB", image.size, (255, 255, 255))
    yield "animation", saved(image, "WEBP", quality=80, save_all=True, append_images=[blank], duration=50)
    yield "animation-part", part_of_animation(image)


def part_of_animation(image):
    """An animation whose first frame does not cover the canvas."""
    with tempfile.TemporaryDirectory() as folder:
        frames = []
        for number, frame in enumerate([image, image.rotate(180)]):
            path = pathlib.Path(folder, f"{number}.webp")
            frame.save(path, quality=80)
            frames += ["-frame", str(path), f"+100+{30 + 20 * number}+{20 - 20 * number}+0+b"]
        output = pathlib.Path(folder, "all.webp")
        subprocess.run(["webpmux", *frames, "-bgcolor", "255,255,255,255", "-o", str(output)], check=True)
        return output.read_bytes()


def main():
    image = color()
    for name, content in jpegs(image):
        (FOLDER / f"{name}.jpg").write_bytes(content)
    for name, content in webps(image, black_on_clear()):
        (FOLDER / f"{name}.webp").write_bytes(content)
    expect(FOLDER)


if __name__ == "__main__":
    main()
