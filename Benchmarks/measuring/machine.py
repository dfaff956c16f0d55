"""The machine on which the figures were measured; without it they mean nothing."""

import datetime
import os
import pathlib
import platform
import subprocess


def describe(bin_folder):
    """Pairs of a name and a value."""
    return [
        ("date", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")),
        ("processor", f"{field('/proc/cpuinfo', 'model name')}, {len(os.sched_getaffinity(0))} cores usable"),
        ("memory", f"{int(field('/proc/meminfo', 'MemTotal').split()[0]) * 1024 / 1e9:.1f} GB"),
        ("system", f"{os_name()}, Linux {platform.release()}"),
        ("load average at the start", "%.2f %.2f %.2f" % os.getloadavg()),
        ("ocr-scan", first_line([str(bin_folder / "ocr-scan"), "--version"])),
        ("Tesseract", first_line(["tesseract", "--version"])),
    ]


def field(path, name):
    for line in pathlib.Path(path).read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "not known"


def os_name():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()


def first_line(command):
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return (result.stdout or result.stderr).splitlines()[0].strip()
