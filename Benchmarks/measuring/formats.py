"""What is lost if the committed screenshots are saved in other formats, as phones and messengers do."""

import dataclasses
import pathlib
import tempfile

from PIL import Image

from . import accuracy, programs, screenshots, tables

# Name, suffix, and Pillow's options. Its JPEG files use 4:2:0, like those of phones.
FORMATS = [
    ("PNG", "png", None), ("JPEG 90", "jpg", {"quality": 90}), ("JPEG 75", "jpg", {"quality": 75}),
    ("JPEG 60", "jpg", {"quality": 60}), ("WebP 80", "webp", {"quality": 80}),
]


def saved(shot, suffix, options, folder):
    """The screenshot in another format, with transparency on white."""
    if options is None:
        return shot
    path = pathlib.Path(folder, f"{shot.name}.{suffix}")
    with Image.open(shot.path) as image:
        image = image.convert("RGBA")
        flat = Image.new("RGB", image.size, (255, 255, 255))
        flat.paste(image, mask=image.getchannel("A"))
        flat.save(path, **options)
    return dataclasses.replace(shot, path=path)


def measure(bin_folder, progress):
    """The section on words read, by format."""
    rules, installed = accuracy.recognition_rules(), accuracy.installed_languages()
    shots = [shot for shot in screenshots.load() if not set(shot.languages.split("+")) - installed]
    section = tables.Section(
        "Words read, by format",
        f"The {len(shots)} screenshots of testdata as they are and saved anew by Pillow. Level: whether the verdict is one "
        "that the expectation accepts.",
        ["format", "precision", "recall", "message", "exact", "level"])
    with programs.surroundings() as environment, tempfile.TemporaryDirectory() as folder:
        for name, suffix, options in FORMATS:
            score, right = rules.Score(), 0
            for shot in shots:
                progress(f"{name}: {shot.name}")
                report = accuracy.scan(bin_folder, saved(shot, suffix, options, folder), environment)
                score.add(report["text"] or "", shot.expected)
                right += report["risk_level"] in shot.expected["acceptable_levels"]
            section.rows.append([
                name, f"{score.hits / score.found:.4f}", f"{score.hits / score.wanted:.4f}",
                f"{score.message_hits / score.message_wanted:.4f}", f"{score.exact_hits}/{score.exact_wanted}",
                f"{right}/{len(shots)}"])
    progress("")
    return section
