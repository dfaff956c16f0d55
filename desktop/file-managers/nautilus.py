"""Adds "Check for a Scam" to the menu of pictures in Nautilus. Needs python3-nautilus."""

import gettext
import subprocess

from gi.repository import GObject, Nautilus

COMMAND = "open-picture"
LOCALES = "@LOCALES@"
TYPES = ("image/png", "image/jpeg", "image/webp")


def text(english):
    """The text in the user's language."""
    return gettext.translation("ocr-scan", LOCALES, fallback=True).gettext(english)


class OcrScanMenu(GObject.GObject, Nautilus.MenuProvider):
    def get_file_items(self, *arguments):
        # Before Nautilus 43 the window comes first.
        files = arguments[-1]
        paths = [file.get_location().get_path() for file in files if file.get_mime_type() in TYPES]
        if not paths or len(paths) < len(files) or None in paths:
            return []
        item = Nautilus.MenuItem(name="OcrScan::Check", label=text("Check for a Scam"), icon="ocr-scan")
        item.connect("activate", lambda _: subprocess.Popen([COMMAND, *paths], start_new_session=True))
        return [item]
