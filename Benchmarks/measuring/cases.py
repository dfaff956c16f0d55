"""Ten hard pictures: what a person sees, what the engine gets, and how much of it is read."""

import io
import json
import subprocess

from PIL import Image

from . import accuracy, programs, screenshots, tables

CASES = {
    "bank-sms-dark": "dark theme",
    "newsletter-sale-saturated": "white on saturated green, a yellow button",
    "investment-group-purple": "dark bubbles on a wallpaper",
    "copyright-dm-gradient": "bubbles on a gradient",
    "charity-photo": "text over a photograph",
    "recipe-grey-on-white": "light grey on white",
    "timetable-table-small": "a table in letters of 11 pixels",
    "wallet-seed-transparent": "transparent PNG",
    "code-editor-dark": "an editor with syntax colors",
    "terminal-build-log": "a terminal in many colors",
}
SIZE = (620, 300)


def measure(bin_folder, shots, environment):
    """The section, and the pictures by name: part of the screenshot above, its prepared form below."""
    rules, pictures = accuracy.recognition_rules(), {}
    section = tables.Section(
        "Ten hard cases",
        "Recall of words: ours and that of `tesseract FILE - --psm 3`; exact: parts that must be right letter by letter.",
        ["picture", "what is hard", "ours", "tesseract", "exact, ours", "exact, tesseract"])
    by_name = {shot.name: shot for shot in shots}
    for name, reason in CASES.items():
        shot = by_name[name]
        ours, plain = rules.Score(), rules.Score()
        report = accuracy.scan(bin_folder, shot, environment)
        ours.add(report["text"] or "", shot.expected)
        plain.add(accuracy.read_with_tesseract(shot, environment), shot.expected)
        mine, theirs = accuracy.figures(ours), accuracy.figures(plain)
        section.rows.append([name, reason, mine[1], theirs[1], mine[3], theirs[3]])
        pictures[name] = before_and_after(bin_folder, shot, rules)
    return section, pictures


def before_and_after(bin_folder, shot, rules):
    probe = [bin_folder / "recognition-probe"]
    prepared = subprocess.run([*probe, "--prepared", shot.path], capture_output=True, check=True).stdout
    found = subprocess.run(
        [*probe, "--json", shot.path], capture_output=True, check=True, text=True,
        env={"OMP_THREAD_LIMIT": "1", "PATH": "/usr/bin:/bin"}).stdout
    wanted = set(rules.words(shot.expected.get("message") or shot.expected["text"]))
    # Phones have two to three pixels where a desktop has one.
    scale = 2 if shot.size_class == "phone x3" else 1
    size = (min(SIZE[0] * scale, shot.width), min(SIZE[1] * scale, shot.height))
    box = window(json.loads(found)["lines"], lambda text: set(rules.words(text)) & wanted, shot, size)
    picture = Image.open(shot.path).convert("RGBA")
    before = Image.new("RGBA", picture.size, "white")
    before.alpha_composite(picture)
    after = Image.open(io.BytesIO(prepared)).convert("RGB")
    pair = Image.new("RGB", (box[2] - box[0], 2 * (box[3] - box[1]) + 8), "#808080")
    pair.paste(before.convert("RGB").crop(box), (0, 0))
    pair.paste(after.crop(box), (0, box[3] - box[1] + 8))
    return pair.reduce(scale).quantize(64)


def window(lines, matter, shot, size):
    """The part of a picture, of the given size, that holds most of the words that matter."""
    def held(left, top):
        return sum(
            len(matter(line["text"])) for line in lines
            if left <= line["box"][0] and line["box"][0] + min(line["box"][2], size[0] * 3 // 4) <= left + size[0]
            and top <= line["box"][1] and line["box"][1] + line["box"][3] <= top + size[1])

    corners = {
        (max(0, min(line["box"][0] - 12, shot.width - size[0])), max(0, min(line["box"][1] - 12, shot.height - size[1])))
        for line in lines}
    left, top = max(sorted(corners), key=lambda corner: held(*corner), default=(0, 0))
    return left, top, left + size[0], top + size[1]


def save(folder, page, section, pictures):
    """Writes the pictures below `folder`/images/hard-cases and the page about them."""
    images = folder / "images" / "hard-cases"
    images.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        picture.save(images / f"{name}.png", optimize=True)
    text = [
        "# Ten hard cases\n",
        "Recall of words, and parts that must be right letter by letter (exact): ours and those of `tesseract FILE - --psm 3`. "
        "Pictures: above, a part of the screenshot; below, the same part as the engine gets it "
        "([decision 0022](decisions/0022-own-image-preparation.md)). Written by `make bench SAVE=docs/benchmarks.md`.\n",
        section.table(),
    ]
    text += [f"![{CASES[name]}](images/hard-cases/{name}.png)\n" for name in pictures]
    page.write_text("\n".join(text))


def run(bin_folder, shots):
    with programs.surroundings() as environment:
        return measure(bin_folder, shots, environment)
