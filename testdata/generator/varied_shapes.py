"""Pictures without words for varied.py: wallpapers, photographs, patterns, icons and avatars. Each group has its own."""

import base64
import io
import math

import numpy
from PIL import Image, ImageFilter

import varied_look

ICONS = {
    "tune": [
        "M3 6h18M3 12h18M3 18h18", "M4 12l5 5L20 6", "M6 6l12 12M18 6L6 18", "M12 3v18M3 12h18", "M15 5l-7 7 7 7",
        "M12 2a10 10 0 100 20 10 10 0 000-20zM12 7v6M12 16v1", "M3 11l9-8 9 8v10h-6v-6H9v6H3z",
        "M4 5h16v14H4zM4 7l8 6 8-6", "M12 21s-8-5-8-11a4.500 4.500 0 018-3 4.500 4.500 0 018 3c0 6-8 11-8 11z",
        "M10 4a6 6 0 100 12 6 6 0 000-12zM15 15l6 6", "M5 21V8l7-5 7 5v13zM10 21v-6h4v6",
        "M7 11V8a5 5 0 0110 0v3M5 11h14v10H5z",
    ],
    "aside": [
        "M5 12h14M13 6l6 6-6 6", "M12 4a4 4 0 110 8 4 4 0 010-8zM4 21c1-5 15-5 16 0", "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
        "M6 9l6 6 6-6", "M12 3l9 17H3zM12 9v5M12 16v2", "M18 8a6 6 0 10-12 0c0 7-3 8-3 8h18s-3-1-3-8M10 20a2 2 0 004 0",
        "M3 7h7l2 3h9v10H3z", "M5 3h10l4 4v14H5z", "M12 3l3 6 6 1-4.500 4.500L18 21l-6-3-6 3 1.500-6.500L3 10l6-1z",
        "M21 12a9 9 0 11-9-9M12 7v5l4 2", "M4 16V8l8-5 8 5v8l-8 5z", "M20 15a8 8 0 01-11-11 8 8 0 1011 11z",
    ],
}
EMOJI = {"tune": "🙂 👍 ❤️ 😂 🎉 🙏 📦 ⚠️ 💰 🔒".split(), "aside": "😀 👏 💙 🤣 🚀 🤝 🎁 ❗ 💸 🔑".split()}


class Shapes:
    def __init__(self, rng, group, look):
        self._rng, self._group, self._look = rng, group, look

    def icon(self, size=20, colour=None, fill=False):
        path = self._rng.choice(ICONS[self._group])
        colour = colour or self._look.muted
        paint = f"fill='{colour}' stroke='none'" if fill else f"fill='none' stroke='{colour}' stroke-width='2'"
        return (f"<svg width='{size}' height='{size}' viewBox='0 0 24 24' {paint} stroke-linecap='round' "
                f"style='flex:none;vertical-align:middle'><path d='{path}'/></svg>")

    def emoji(self):
        return self._rng.choice(EMOJI[self._group])

    def avatar(self, size=36, initials=""):
        one, two = (varied_look.hexadecimal(self._rng.uniform(60, 200) for _ in range(3)) for _ in range(2))
        shape = "50%" if self._group == "tune" or self._rng.random() < 0.5 else "28%"
        inner = ""
        if initials:
            ink = "#ffffff" if varied_look.contrast("#ffffff", one) > 3 else "#000000"
            one = two = varied_look.with_contrast(one, ink, 4)
            inner = f"<span style='color:{ink};font-size:{max(11, size * 0.4):.1f}px;letter-spacing:0'>{initials}</span>"
        return (f"<span style='flex:none;width:{size}px;height:{size}px;border-radius:{shape};display:inline-flex;"
                f"align-items:center;justify-content:center;background:linear-gradient({self._rng.randrange(360)}deg,{one},{two})'>"
                f"{inner}</span>")

    def toggle(self, on=None):
        on = self._rng.random() < 0.5 if on is None else on
        track, side = (self._look.accent, "right") if on else (self._look.border, "left")
        return (f"<span style='flex:none;position:relative;width:40px;height:22px;border-radius:11px;background:{track}'>"
                f"<span style='position:absolute;top:2px;{side}:2px;width:18px;height:18px;border-radius:50%;background:#fff'>"
                "</span></span>")

    def logo(self, size=28):
        turn = self._rng.randrange(360)
        one, two = self._look.accent, varied_look.mixed(self._look.accent, "#000000", 0.35)
        kind = self._rng.choice(["circle", "polygon", "square"])
        clip = {"circle": "circle(50%)", "polygon": "polygon(50% 0,100% 38%,82% 100%,18% 100%,0 38%)", "square": "inset(8%)"}
        return (f"<span style='flex:none;display:inline-block;width:{size}px;height:{size}px;clip-path:{clip[kind]};"
                f"vertical-align:middle;background:conic-gradient(from {turn}deg,{one},{two},{one})'></span>")

    def doodles(self, background, strength=0.09):
        """A CSS background of line drawings scattered over a colour, as behind chats."""
        towards = "#ffffff" if varied_look.luminance(background) < 0.2 else "#000000"
        ink = varied_look.mixed(background, towards, strength)
        side = self._rng.choice([180, 240, 300])
        drawn = []
        for _ in range(self._rng.randrange(14, 34)):
            path = self._rng.choice(ICONS[self._group])
            x, y, turn = self._rng.uniform(0, side - 24), self._rng.uniform(0, side - 24), self._rng.randrange(360)
            size = self._rng.uniform(0.6, 1.4)
            drawn.append(f"<g transform='translate({x:.0f},{y:.0f}) rotate({turn},12,12) scale({size:.2f})'><path d='{path}'/></g>")
        svg = (f"<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}' fill='none' stroke='{ink}' "
               f"stroke-width='1.6'>{''.join(drawn)}</svg>")
        return f"{background} url('data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}')"

    def gradient(self, dark):
        low, high = (10, 110) if dark else (165, 250)
        stops = ",".join(varied_look.hexadecimal(self._rng.uniform(low, high) for _ in range(3))
                         for _ in range(self._rng.choice([2, 3])))
        kind = self._rng.choice([f"linear-gradient({self._rng.randrange(360)}deg,{stops})", f"radial-gradient({stops})"])
        return kind

    def photo(self, width, height, dark=True):
        """A CSS background that looks like a photograph; `dark` keeps it dark enough for white words."""
        numbers = numpy.random.default_rng(self._rng.randrange(1 << 32))
        maker = _TUNE_PHOTOS if self._group == "tune" else _ASIDE_PHOTOS
        picture = self._rng.choice(maker)(numbers, max(8, width // 2), max(8, height // 2))
        samples = picture + numbers.normal(0, 0.012, picture.shape)
        level = self._rng.uniform(0.25, 0.6) if dark else self._rng.uniform(0.9, 1.1)
        samples = numpy.clip(samples * level * 255, 0, 255).astype(numpy.uint8)
        out = io.BytesIO()
        Image.fromarray(samples, "RGB").save(out, "JPEG", quality=88)
        return f"url('data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}') 0 0 / 100% 100% no-repeat"


def _noise(numbers, width, height, cells):
    coarse = numbers.random((max(2, cells * height // max(width, height) + 2), max(2, cells * width // max(width, height) + 2)))
    picture = Image.fromarray((coarse * 255).astype(numpy.uint8)).resize((width, height), Image.Resampling.BICUBIC)
    return numpy.asarray(picture, dtype=numpy.float32) / 255


def _tinted(value, numbers, colours):
    """Grey levels 0 to 1, mapped to a gradient of `colours` random colours."""
    stops = numbers.random((colours, 3))
    place = numpy.clip(value, 0, 1) * (colours - 1)
    index = numpy.minimum(place.astype(int), colours - 2)
    share = (place - index)[..., None]
    return stops[index] * (1 - share) + stops[index + 1] * share


def _plasma(numbers, width, height):
    total = sum(_noise(numbers, width, height, 2 ** octave) / 1.7 ** octave for octave in range(1, 7))
    total = (total - total.min()) / (numpy.ptp(total) + 1e-6)
    return _tinted(total, numbers, 4)


def _bokeh(numbers, width, height):
    picture = numpy.ones((height, width, 3)) * numbers.random(3) * 0.5
    y, x = numpy.mgrid[:height, :width]
    for _ in range(int(numbers.integers(15, 50))):
        radius = numbers.uniform(0.02, 0.14) * max(width, height)
        inside = ((x - numbers.uniform(0, width)) ** 2 + (y - numbers.uniform(0, height)) ** 2 < radius ** 2)[..., None]
        picture = picture + inside * numbers.random(3) * numbers.uniform(0.1, 0.5)
    soft = Image.fromarray((numpy.clip(picture, 0, 1) * 255).astype(numpy.uint8)).filter(ImageFilter.GaussianBlur(4))
    return numpy.asarray(soft, dtype=numpy.float32) / 255


def _beach(numbers, width, height):
    rows = numpy.linspace(0, 1, height)[:, None]
    bands = numpy.repeat(rows, width, axis=1) + 0.08 * _noise(numbers, width, height, 24) + 0.1 * _noise(numbers, width, height, 5)
    return _tinted(numpy.clip(bands, 0, 1), numbers, 5)


def _mountains(numbers, width, height):
    rows, columns = numpy.mgrid[:height, :width]
    sky, ground = numbers.random(3), numbers.random(3) * 0.5
    picture = sky + (1 - sky) * (rows / height)[..., None] * 0.7
    for layer in range(5):
        ridge = height * (0.3 + 0.13 * layer)
        for wave in range(1, 6):
            ridge = ridge + height * 0.06 / wave * numpy.sin(columns[0] / width * math.tau * wave * numbers.uniform(0.7, 1.6)
                                                             + numbers.uniform(0, 6))
        below = (rows > ridge[None, :])[..., None]
        picture = numpy.where(below, ground + (sky - ground) * (0.75 - 0.17 * layer), picture)
    return picture + (0.12 * (_noise(numbers, width, height, 60) - 0.5))[..., None]


def _wood(numbers, width, height):
    columns = numpy.mgrid[:height, :width][1] / width
    rings = numpy.sin(columns * numbers.uniform(30, 90) + 9 * _noise(numbers, width, height, 4)) * 0.5 + 0.5
    return _tinted(0.7 * rings + 0.3 * _noise(numbers, width, height, 80), numbers, 3)


def _city(numbers, width, height):
    picture = numpy.ones((height, width, 3)) * numbers.random(3) * numpy.linspace(1, 0.5, height)[:, None, None]
    for _ in range(int(numbers.integers(20, 60))):
        left, wide = int(numbers.integers(0, width)), int(width * numbers.uniform(0.03, 0.15)) + 1
        top = int(height * numbers.uniform(0.2, 0.9))
        colour = numbers.random(3) * 0.7
        picture[top:, left:left + wide] = colour
        picture[top:height:7, left:left + wide:5] = colour * 0.4 + 0.5
    return picture


_TUNE_PHOTOS = [_plasma, _bokeh, _beach]
_ASIDE_PHOTOS = [_mountains, _wood, _city]
