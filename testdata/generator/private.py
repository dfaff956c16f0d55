#!/usr/bin/python3
"""Writes private/secrets.png: a scam that shows private data of every kind, all invented.

The numbers are those that banks and telephone companies reserve for examples, with correct check digits.
"""

import pathlib

from PIL import Image, ImageDraw, ImageFont

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "private/secrets.png"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
LINES = [
    "Your account has been suspended. Verify now at",
    "http://secure-login.account-verify.top within 24 hours",
    "or it will be closed and you will lose your money.",
    "",
    "Card: 4111 1111 1111 1111",
    "IBAN: DE89 3704 0044 0532 0130 00",
    "Your verification code is 739154",
    "Password: Quail7Lantern",
    "Key: 4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a",
    "Seed phrase: apple river stone cloud music paper green horse table light ocean bread",
    "E-mail: mirabelle.ottway@example.net",
    "Phone: +44 20 7946 0958",
    "Reset: https://bank.example.com/reset?token=Quartz7Meadow31",
    "Invoice: https://shop.example.com/bills/k7wq4mzt9xhd2e",
    "",
    "Zanzibar sunflower festival",
]


def main():
    font = ImageFont.truetype(FONT, 20)
    image = Image.new("L", (920, 40 + 34 * len(LINES)), 255)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(LINES):
        draw.text((20, 20 + 34 * row), line, font=font, fill=0)
    image.save(OUTPUT, optimize=True)


main()
