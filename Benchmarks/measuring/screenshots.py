"""The committed screenshots, and copies of them that no program has seen before."""

import dataclasses
import pathlib
import struct
import zlib

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTDATA = ROOT / "testdata"

# A few of each kind, for --quick, the busy core, and Tesseract with its own threads.
SUBSET = (
    "bank-sms-dark", "code-editor-dark", "credential-mail-desktop", "crypto-giveaway-1080p", "crypto-giveaway-4k",
    "delivery-sms-phone", "encyclopedia-article", "otp-genuine-phone", "two-windows-desktop-4k", "virus-push-crop",
)

# One page on two screens, the second with four times the pixels.
SAME_TEXT = ("crypto-giveaway-1080p", "crypto-giveaway-4k")

# One of each group, for slow measurements.
GROUP_SUBSET = ("delivery-sms-phone", "crypto-giveaway-1080p", "encyclopedia-article", "two-windows-desktop-4k")

SMALL_SUBSET = ("code-editor-dark", "credential-mail-desktop", "delivery-sms-phone")


@dataclasses.dataclass(frozen=True)
class Screenshot:
    """One picture with its expectation (testdata/README.md)."""

    path: pathlib.Path
    expected: dict = dataclasses.field(compare=False)
    width: int
    height: int

    @property
    def name(self):
        return self.path.stem

    @property
    def languages(self):
        return "+".join(self.expected["languages"])

    @property
    def text(self):
        """The words that it shows, in reading order."""
        text = self.expected["text"]
        return text if isinstance(text, str) else "\n".join(map(str, text))

    @property
    def group(self):
        """The group with a target speed: by the number of words, because reading takes about 1 ms per word."""
        if self.size_class == "4K":
            return "4K"
        words = len(self.text.split())
        return "<= 70 words" if words <= 70 else "<= 200 words" if words <= 200 else "dense"

    @property
    def size_class(self):
        """The size class; times are reported per class."""
        if (self.width, self.height) == (3840, 2160):
            return "4K"
        if (self.width, self.height) == (1920, 1080):
            return "1080p"
        if 1080 <= self.width <= 1200 and self.height >= 2000:
            return "phone x3"
        return "other"


def load(folder=TESTDATA):
    """Every screenshot that has an expectation below `folder`, by name."""
    screenshots = []
    for file in sorted((folder / "expected").glob("*.yaml")):
        expected = yaml.safe_load(file.read_text())
        if not isinstance(expected, dict) or not {"text", "image", "theme"} <= expected.keys():
            continue
        path = folder / expected["image"]
        with open(path, "rb") as png:
            # Signature, length and type of IHDR, then width and height (PNG specification, 5.2 and 11.2.1).
            width, height = struct.unpack(">16xII", png.read(24))
        screenshots.append(Screenshot(path, expected, width, height))
    return screenshots


def unseen(png, number):
    """The same picture in a file with another hash, because the daemon does not scan the same bytes twice."""
    text = b"tEXtComment\0" + str(number).encode()
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return png[:-12] + chunk + png[-12:]  # IEND is the last twelve bytes
