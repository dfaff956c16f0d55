"""Fonts and colours for varied.py: the look of a drawn screen.

The groups "tune" and "aside" share no font design and no colours. These fonts share a design: Liberation and Croscore;
Open Sans, Noto Sans and Droid Sans; Lato and Carlito; DejaVu, Hack and Vera; Nimbus, TeX Gyre and FreeFont.
"""

import colorsys
import dataclasses

FONTS = {
    "tune": {
        "ui": ["Noto Sans", "Open Sans", "Roboto", "Roboto", "DejaVu Sans", "Lato", "Carlito", "Liberation Sans", "Arimo",
               "Cantarell", "Cabin", "Oxygen-Sans", "Quicksand", "Clear Sans", "Karla", "Manrope", "Go", "Comfortaa",
               "Gillius ADF", "Universalis ADF Std", "Roboto Condensed", "Comic Neue", "Linux Biolinum O", "Allerta", "Junction",
               "NanumGothic", "Verana Sans", "Routed Gothic"],
        "text": ["Noto Serif", "DejaVu Serif", "Liberation Serif", "Tinos", "EB Garamond", "Linux Libertine O", "Charis SIL",
                 "Vollkorn", "Roboto Slab", "Noto Sans", "Lato", "Fanwood", "Arapey", "Yrsa"],
        "mono": ["DejaVu Sans Mono", "Hack", "Fira Code", "Noto Sans Mono", "Liberation Mono", "Inconsolata",
                 "Courier Prime", "Go Mono", "Cousine", "Oxygen Mono", "NanumGothicCoding", "IBM 3270"],
        "title": ["Lobster Two", "Yanone Kaffeesatz"],
    },
    "aside": {
        "ui": ["Inter", "Inter", "Nimbus Sans", "TeX Gyre Heros", "FreeSans", "PT Sans", "PT Sans Caption", "B612", "Andika",
               "Jura", "Dosis", "Play", "League Spartan", "URW Gothic", "CMU Sans Serif", "GFS Neohellenic",
               "Switzera ADF", "National Park", "Averia Sans GWF", "Tuffy", "PT Sans Narrow", "Ikarius ADF Std", "OpenDyslexic", "Loma",
               "Harmattan"],
        "text": ["PT Serif", "Gentium Plus", "Caladea", "Nimbus Roman", "P052", "C059", "URW Bookman", "CMU Serif",
                 "Old Standard TT", "Cardo", "GFS Didot", "STIXGeneral", "Quattrocento", "TeX Gyre Pagella",
                 "Junicode Two Beta", "Prociono", "Baskervald ADF Std"],
        "mono": ["JetBrains Mono", "Nimbus Mono PS", "PT Mono", "mononoki", "Agave",
                 "Monoid", "League Mono", "Anonymous Pro", "FreeMono", "CMU Typewriter Text", "Hermit", "Unifont",
                 "Glass TTY VT220"],
        "title": ["Dancing Script", "Ferrite Core DX"],
    },
}
# For characters that a font lacks.
FALLBACK = {"tune": "'DejaVu Sans'", "aside": "Inter"}
# Thin by design: even people cannot read them below this size in CSS pixels.
LEAST_SIZE = {"Dosis": 14, "Jura": 14, "EB Garamond": 14, "Linux Libertine O": 14, "GFS Neohellenic": 14, "Cardo": 14,
              "Junicode Two Beta": 15, "Agave": 13, "GFS Didot": 13, "Linux Biolinum O": 14, "League Spartan": 14,
              "PT Sans Narrow": 14, "Roboto Condensed": 13, "Quattrocento": 13, "CMU Serif": 14, "Old Standard TT": 14,
              "Nimbus Mono PS": 14, "FreeMono": 14, "Ikarius ADF Std": 14, "Inconsolata": 13, "National Park": 13,
              "Harmattan": 17, "Fanwood": 15, "Arapey": 15, "Yrsa": 16, "Prociono": 14, "IBM 3270": 15, "Unifont": 16,
              "Glass TTY VT220": 20, "Routed Gothic": 13, "Baskervald ADF Std": 13}

# background, surface, text, muted, accent, on accent, own (bubble), border
PALETTES = {
    "tune": {
        "paper": "#ffffff #f5f5f5 #111111 #666666 #1a73e8 #ffffff #dcf8c6 #dddddd",
        "office": "#f3f2f1 #ffffff #201f1e #605e5c #0078d4 #ffffff #deecf9 #d2d0ce",
        "github": "#ffffff #f6f8fa #24292f #57606a #0969da #ffffff #ddf4ff #d0d7de",
        "doodle-green": "#efe7dd #ffffff #303030 #7f8c8d #075e54 #ffffff #dcf8c6 #e0d8cc",
        "sepia": "#f4ecd8 #fbf6ea #5b4636 #8a7560 #a0522d #fff8ee #ead9b5 #d8c8a8",
        "solarized-light": "#fdf6e3 #eee8d5 #586e75 #7b8a8b #268bd2 #fdf6e3 #e7dfc5 #d9d2bf",
        "dracula": "#282a36 #343746 #f8f8f2 #9aa5ce #bd93f9 #1e1f29 #44475a #4b4f66",
        "nord": "#2e3440 #3b4252 #eceff4 #a5b1c7 #88c0d0 #2e3440 #434c5e #4c566a",
        "onedark": "#282c34 #21252b #abb2bf #828997 #61afef #1b1f26 #3e4451 #3b4048",
        "doodle-night": "#0b141a #202c33 #e9edef #8696a0 #00a884 #0b141a #005c4b #2a3942",
        "gnome-dark": "#242424 #303030 #ffffff #aaaaaa #3584e4 #ffffff #3a3a3a #454545",
        "discord": "#36393f #2f3136 #dcddde #96989d #5865f2 #ffffff #40444b #4f545c",
        "black": "#000000 #1c1c1e #ffffff #98989f #0a84ff #ffffff #0a84ff #38383a",
        "mint": "#e8f5ef #ffffff #1d3b2f #5c7d70 #1f8a5f #ffffff #cfeede #bcdccd",
        "lilac": "#efeaf8 #ffffff #2f2545 #7a6f95 #7048c8 #ffffff #e0d4f7 #d3c7ec",
        "grey-on-white": "#ffffff #fafafa #767676 #8c8c8c #6f8fb5 #ffffff #f0f0f0 #e5e5e5",
    },
    "aside": {
        "snow": "#fcfcfc #ffffff #1f2328 #70757a #0b57d0 #ffffff #d3e3fd #e1e3e1",
        "breeze": "#eff0f1 #fcfcfc #232629 #6d7175 #3daee9 #0d2533 #cfe8f7 #bdc3c7",
        "blue-bubbles": "#ffffff #e9e9eb #000000 #7c7c80 #007aff #ffffff #007aff #d1d1d6",
        "cloud": "#d5e4ef #ffffff #1c2733 #68808f #3390ec #ffffff #eeffde #c3d5e2",
        "newsprint": "#faf7f0 #ffffff #2b2b2b #75706a #b03a2e #ffffff #f0e6d6 #ddd6c8",
        "rose": "#fdf0f3 #ffffff #4a2530 #93707a #c2185b #ffffff #fbd5df #f0ccd6",
        "solarized-dark": "#002b36 #073642 #93a1a1 #748c93 #2aa198 #002b36 #0d4552 #17505e",
        "monokai": "#272822 #33342c #f8f8f2 #a59f85 #a6e22e #1d1e19 #49483e #55544a",
        "gruvbox": "#282828 #3c3836 #ebdbb2 #a89984 #fe8019 #1d2021 #504945 #665c54",
        "tokyo": "#1a1b26 #24283b #c0caf5 #8189ad #7aa2f7 #16161e #2f3549 #3b4261",
        "catppuccin": "#1e1e2e #313244 #cdd6f4 #a0a5bf #cba6f7 #181825 #45475a #585b70",
        "aubergine": "#350d36 #4a154b #f5eff6 #bca6bd #ecb22e #2a0a2b #5b2c5d #6b3d6d",
        "night-blue": "#0e1621 #182533 #f5f5f5 #7f91a4 #5288c1 #ffffff #2b5278 #22303f",
        "amber": "#1a1200 #261b00 #ffb000 #c08a1a #ffcf57 #1a1200 #3a2a00 #5a4200",
        "sand": "#f6efe2 #fffdf8 #3d3423 #877a60 #b8860b #ffffff #efe2c4 #dccfb2",
        "faint": "#ffffff #f7f8f8 #7d8388 #90969b #5b9a8b #ffffff #eef2f1 #e6e9ea",
    },
}
NAMES = "background surface text muted accent on_accent own border".split()
# Backgrounds of banners and their text: saturated, like advertisements and warnings.
BANNERS = {
    "tune": ["#d50000 #ffffff #ffeb3b", "#c62828 #ffffff #ffd54f", "#0d47a1 #ffffff #ffee58", "#6a1b9a #ffffff #ffe082",
             "#ff6f00 #000000 #ffffff", "#1b5e20 #ffffff #f4ff81", "#ffeb3b #b71c1c #000000", "#00695c #ffffff #ffcc80",
             "#e91e63 #ffffff #fff59d", "#000000 #ff5252 #ffffff"],
    "aside": ["#b3001b #fff8e7 #ffe14d", "#e60023 #ffffff #fff200", "#0033cc #ffff66 #ffffff", "#4b0082 #ffd700 #ffffff",
              "#008080 #ffffff #fffacd", "#ff4500 #ffffff #fff5b1", "#ffcc00 #1a1a8c #7a0000", "#2e0854 #ff9ff3 #ffffff",
              "#00509e #ffffff #ffdd00", "#7b241c #fdebd0 #f7dc6f"],
}
GENERATED_HUES = {"tune": 0.0, "aside": 0.5}  # the groups' hues alternate, in twelfths of the circle


def rgb(colour):
    return tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))


def hexadecimal(values):
    return "#" + "".join(f"{max(0, min(255, round(v))):02x}" for v in values)


def luminance(colour):
    """Relative luminance, WCAG 2.2."""
    parts = [v / 255 for v in rgb(colour)]
    r, g, b = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    """Contrast ratio, 1 to 21, WCAG 2.2."""
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def mixed(one, other, share):
    return hexadecimal(a + (b - a) * share for a, b in zip(rgb(one), rgb(other)))


def with_contrast(colour, background, wanted):
    """`colour` moved away from the background towards black or white until its contrast is about `wanted`."""
    end = "#ffffff" if contrast("#ffffff", background) > contrast("#000000", background) else "#000000"
    if contrast(colour, background) >= wanted:
        steps = [mixed(colour, background, i / 100) for i in range(100)]
        return [step for step in steps if contrast(step, background) >= wanted][-1]
    steps = [mixed(colour, end, i / 100) for i in range(101)]
    return next((step for step in steps if contrast(step, background) >= wanted), end)


@dataclasses.dataclass
class Look:
    """One set of choices; colours are #rrggbb, sizes CSS pixels."""

    palette: str
    background: str
    surface: str
    text: str
    muted: str
    accent: str
    on_accent: str
    own: str
    border: str
    ui: str
    serif: str
    mono: str
    title: str
    size: float
    mono_size: float
    fallback: str
    line_height: float
    letter_spacing: float
    radius: int
    text_on_own: str = ""
    link: str = ""
    banner: tuple = ()

    @property
    def dark(self):
        return luminance(self.background) < 0.2

    def on(self, background, wanted=4.5):
        """The text colour, readable on another background."""
        return self.text if contrast(self.text, background) >= wanted else with_contrast(self.text, background, wanted)


def generated(rng, group):
    """A palette around one hue of the group."""
    hue = (rng.randrange(12) + GENERATED_HUES[group]) / 12
    dark = rng.random() < 0.55
    strong = rng.uniform(0.15, 0.6)

    def hls(lightness, saturation, turn=0.0):
        return hexadecimal(v * 255 for v in colorsys.hls_to_rgb((hue + turn) % 1, lightness, saturation))

    if dark:
        level = rng.uniform(0.05, 0.24)
        return [hls(level, strong), hls(level + 0.06, strong * 0.8), hls(0.9, 0.3), hls(0.65, 0.2),
                hls(0.65, 0.8, rng.choice([0, 0.4, 0.6])), hls(0.08, 0.4), hls(level + 0.13, strong), hls(level + 0.17, strong * 0.6)]
    level = rng.uniform(0.85, 0.98)
    return [hls(level, strong), hls(min(0.995, level + 0.05), strong), hls(0.14, 0.4), hls(0.4, 0.2),
            hls(0.38, 0.8, rng.choice([0, 0.4, 0.6])), hls(0.98, 0.5), hls(level - 0.08, strong), hls(level - 0.12, strong * 0.6)]


def choose(rng, group):
    """Everything a template asks for, chosen at random."""
    if rng.random() < 0.3:
        palette, colours = "generated", generated(rng, group)
    elif rng.random() < 0.18:
        palette = list(PALETTES[group])[0]
        colours = PALETTES[group][palette].split()
    else:
        palette = rng.choice(list(PALETTES[group]))
        colours = PALETTES[group][palette].split()
    fonts = FONTS[group]
    chosen = {kind: rng.choice(fonts[kind]) for kind in ("ui", "text", "mono")}
    # Titles may use a script or poster face, which nobody uses for body text.
    chosen["title"] = rng.choice(fonts["title"] if rng.random() < 0.15 else fonts["ui"] + fonts["text"])
    size = rng.choice([11, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 18, 20])
    size = max(size, *(LEAST_SIZE.get(chosen[kind], 11) for kind in ("ui", "text")))
    # Dot-matrix fonts: the dots are right only at their own size.
    dots = {"Unifont": 16, "Glass TTY VT220": 20}.get(chosen["mono"])
    mono_size = dots or max(rng.choice([12, 13, 13, 14, 15, 16, 18]), LEAST_SIZE.get(chosen["mono"], 11))
    look = Look(palette, *colours, ui=chosen["ui"], serif=chosen["text"], mono=chosen["mono"],
                title=chosen["title"], size=size, mono_size=mono_size,
                fallback=FALLBACK[group],
                line_height=rng.choice([1.2, 1.3, 1.35, 1.4, 1.5, 1.5, 1.6, 1.75]),
                letter_spacing=rng.choice([0, 0, 0, 0, 0, 0, -0.1, 0.15, 0.3, 0.5]),
                radius=rng.choice([0, 3, 6, 8, 12, 18]), banner=tuple(rng.choice(BANNERS[group]).split()))
    faint = rng.random()
    if faint < 0.15:
        look.text = with_contrast(look.text, look.surface, rng.uniform(3.0, 4.5))
    elif faint < 0.35:
        look.text = with_contrast(look.text, look.surface, rng.uniform(4.5, 8.0))
    worst = min((look.background, look.surface), key=lambda ground: contrast(look.muted, ground))
    look.muted = with_contrast(look.muted, worst, rng.uniform(3.0, 5.5))
    if contrast(look.text, look.background) < 3:
        look.text = with_contrast(look.text, look.background, 3.1)
    if contrast(look.on_accent, look.accent) < 3:
        look.on_accent = with_contrast(look.on_accent, look.accent, 3.5)
    look.text_on_own = look.on(look.own)
    look.link = with_contrast(look.accent, look.surface, 3.3) if contrast(look.accent, look.surface) < 3.3 else look.accent
    return look
