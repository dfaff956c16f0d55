"""One short line of text as rows of grey samples, for pictures that test the file format rather than recognition."""

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
TEXT = "Please bring seven blue umbrellas"


def rows(text=TEXT, width=600, height=80, size=30):
    """Rows of samples 0 (ink) to 255 (paper)."""
    image = Image.new("L", (width, height), 255)
    ImageDraw.Draw(image).text((24, height // 2), text, fill=0, font=ImageFont.truetype(FONT, size), anchor="lm")
    samples = list(image.getdata())
    return [samples[start:start + width] for start in range(0, len(samples), width)]
