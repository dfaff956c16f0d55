"""Walks that show what the window never does: decode a picture, reach a network, interpret text as markup."""
import os
import re
import shutil
import subprocess
import time

from desktop import CLEAN, IMAGES, QUIET, SCAM, Desktop, eventually

# Decoders of the libraries in the process, at calls between libraries, which a preloaded library can intercept. GTK's
# own icons are PNG, so each PNG is decoded and its size logged; everything else is logged and refused.
TRAP = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
unsigned png_get_image_width(void *, void *);
unsigned png_get_image_height(void *, void *);
void png_read_info(void *png, void *info) {
  ((void (*)(void *, void *))dlsym(RTLD_NEXT, "png_read_info"))(png, info);
  dprintf(2, "DECODED %u %u\n", png_get_image_width(png, info), png_get_image_height(png, info));
}
#define REFUSED(name) long name(void) { dprintf(2, "REFUSED " #name "\n"); return 0; }
REFUSED(png_image_begin_read_from_memory) REFUSED(png_image_begin_read_from_file) REFUSED(png_image_begin_read_from_stdio)
REFUSED(jpeg_CreateDecompress) REFUSED(TIFFClientOpen) REFUSED(TIFFOpen) REFUSED(WebPDecode) REFUSED(WebPGetInfo)
REFUSED(WebPDecodeRGBA) REFUSED(WebPDecodeRGB)
"""
# The largest sign has 96 pixels on a side (Adwaita), the smallest screenshot of this walk 475.
LARGEST_SIGN = 96


def make_trap(folder):
    """Builds a library that takes the place of the decoders."""
    source, library = os.path.join(folder, "trap.c"), os.path.join(folder, "trap.so")
    with open(source, "w") as file:
        file.write(TRAP)
    subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-o", library, source], check=True)
    return library


def own_threads(trace, first):
    """The IDs of a process's threads, without those of its children."""
    threads = {first}
    # A line split in two has its flags in the first part and its result in the second.
    began = {}
    for line in trace:
        task, words = line.split(None, 1)
        if "clone" not in words:
            continue
        if "CLONE_THREAD" in words:
            began[task] = True
        result = re.search(r"= (\d+)$", words.strip())
        if result and began.pop(task, False) and task in threads:
            threads.add(result.group(1))
    return threads


def literal(programs):
    """Markup, control characters and changes of direction are shown as they are, in every view. Meanwhile nothing is decoded
    in the window, it opens no picture but to pass it on, and it makes no socket but local ones."""
    names = ["<b>&amp; bold.png", "odd\u202egnp.exe.png", "two\nlines.png"]
    with Desktop(programs, settings=QUIET) as desktop:
        for name in names:
            shutil.copy(os.path.join(IMAGES, SCAM), os.path.join(desktop.screenshots, name))
        broken = os.path.join(desktop.screenshots, "<i>broken & co.png")
        shutil.copy(os.path.join(IMAGES, "hostile/text.png"), broken)
        paths = [os.path.join(desktop.screenshots, name) for name in names]
        subprocess.run(
            [os.path.join(programs, "ocr-scan"), "--fail-on", "never", *paths], env=desktop.environment, check=True,
            stdout=subprocess.DEVNULL)
        words = "<b>Pay</b> &amp; <span size='90000'>now</span> at pc-clean.example-push.buzz \u202eor else"
        desktop.command("history", "correct", "1", "--text", words)
        trace = os.path.join(desktop.folder, "trace")
        desktop.open("1", before=[
            "strace", "-f", "-qq", "--seccomp-bpf", "-E", "LD_PRELOAD=" + make_trap(desktop.folder), "-o", trace,
            "-e", "trace=open,openat,openat2,socket,clone,clone3,execve"])
        window = str(desktop.pid)
        # The list, with the file names.
        desktop.text("<b>&amp; bold.png")
        desktop.text("odd\\u{202E}gnp.exe.png")
        desktop.text("two\\u{A}lines.png")
        # The entry: its text, what is said about it, and its reasons.
        desktop.press("Recognized text")
        desktop.press("About this scan")
        desktop.text("<b>Pay</b> &amp; <span size='90000'>now</span> at pc-clean.example-push.buzz \\u{202E}or else")
        desktop.text("File: %s" % os.path.join(desktop.screenshots, "<b>&amp; bold.png"))
        eventually("the picture", lambda: desktop.find(name="bold.png"))
        # Other entries with the same link, and their picture.
        desktop.search("zzz")
        desktop.text("No Such Entries")
        desktop.key("Escape")
        # A file that is none, in the scan page and as a message.
        desktop.again(broken)
        desktop.text("<i>broken & co.png")
        desktop.again(os.path.join(IMAGES, CLEAN))
        eventually("the scan", lambda: desktop.find(name="grey-8.png: nothing found"))
        subprocess.run(["kill", window], check=True)
        desktop.ended()
        with open(os.path.join(desktop.folder, "window.log")) as log:
            said = log.read()
        sizes = [tuple(map(int, size)) for size in re.findall(r"DECODED (\d+) (\d+)", said)]
        assert sizes, "the trap caught nothing, not even the signs of GTK"
        assert all(max(size) <= LARGEST_SIGN for size in sizes), sizes
        assert "REFUSED" not in said, said
        assert "arkup" not in said, said
        time.sleep(0.5)
        with open(trace) as file:
            lines = file.read().splitlines()
        check_trace(lines, window, desktop.folder)

def check_trace(lines, window, folder):
    sockets = [line for line in lines if " socket(" in line]
    # The trace does not show calls that the program's own filter refuses; the others are local.
    assert sockets and all("socket(AF_UNIX" in line for line in sockets), "\n".join(sockets)
    threads = own_threads(lines, window)
    assert len(threads) > 3, threads
    workers = [line for line in lines if "execve(" in line and "ocr-scan-worker" in line]
    assert len(workers) >= 3, "no worker decoded anything"
    opened = [line for line in lines if line.split()[0] in threads and re.search(r' open(at2?)?\(', line)]
    pictures = [line for line in opened if re.search(r'\.(png|jpe?g|webp|gif|tiff?|bmp)"', line, re.IGNORECASE)]
    # The intake reads them once, as nobody else opens a picture, to pass their bytes on.
    for line in pictures:
        assert "O_NOCTTY|O_NONBLOCK|O_CLOEXEC" in line or "/usr/share/" in line, line
    # No module of a decoder is loaded; GTK's own signs are drawn by librsvg.
    modules = [line for line in opened if "pixbufloader" in line and "svg" not in line and "= -1" not in line]
    assert not modules, "\n".join(modules)
