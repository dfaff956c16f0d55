#!/usr/bin/env python3
"""Writes screens with codes as labelled texts: the content of a code, and the words around it.

    code_screens.py generate [--variants N] [--seed N] > screens.jsonl     from the templates in codes/
    code_screens.py convert ../testdata/codes/unseen.yaml > unseen.jsonl   hand-written cases

risk-evaluate judges them as a scan would judge the screen, without drawing and reading it: "[1]" on its own line is the
first code, and an empty line ends a block. The generator of each text is seeded by its template. Needs PyYAML.
"""

import argparse
import hashlib
import json
import pathlib
import random
import re
import string
import sys

import yaml

from expand_templates import COMPANY_SLOTS, Drawing, expand

HERE = pathlib.Path(__file__).resolve().parent
LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "hi"]
BUSINESSES = ["Oak Tree", "Blue Door", "Linden", "Harbour", "Sol", "Stella", "Old Mill", "Green Hill", "Central", "Nova", "Milano", "Atlas"]
SHAPES = {
    "en": ["The {} Inn", "{} Cafe", "{} Museum", "{} Garage", "{} Books", "{} Hall"], "de": ["Gasthof {}", "Café {}", "Praxis {}", "Tischlerei {}"],
    "fr": ["Café {}", "Atelier {}", "Librairie {}"], "es": ["Bar {}", "Taller {}", "Librería {}"], "it": ["Trattoria {}", "Officina {}", "Libreria {}"],
    "nl": ["Café {}", "Garage {}", "Boekhandel {}"], "pt": ["Padaria {}", "Oficina {}", "Livraria {}"], "hi": ["{} Store", "{} Sweets", "{} Tea Stall"],
}
# What a phone, a mail program or a messenger shows around a message.
ABOVE = {
    "en": ["9:41  LTE  84%", "Messages\n{first}", "Inbox\nFrom: {first} {last}\nto me", "< {first}\nonline", "Photos\nToday {time}", "{weekday} {time}"],
    "de": ["9:41  LTE  84 %", "Nachrichten\n{first}", "Posteingang\nVon: {first} {last}\nan mich", "< {first}\nonline", "Fotos\nHeute {time}"],
    "fr": ["9:41  4G  84 %", "Messages\n{first}", "Boîte de réception\nDe : {first} {last}", "< {first}\nen ligne", "Photos\nAujourd'hui {time}"],
    "es": ["9:41  4G  84 %", "Mensajes\n{first}", "Recibidos\nDe: {first} {last}", "< {first}\nen línea", "Fotos\nHoy {time}"],
    "it": ["9:41  4G  84 %", "Messaggi\n{first}", "Posta in arrivo\nDa: {first} {last}", "< {first}\nonline", "Foto\nOggi {time}"],
    "nl": ["9:41  4G  84 %", "Berichten\n{first}", "Postvak IN\nVan: {first} {last}", "< {first}\nonline", "Foto's\nVandaag {time}"],
    "pt": ["9:41  4G  84 %", "Mensagens\n{first}", "Caixa de entrada\nDe: {first} {last}", "< {first}\nonline", "Fotos\nHoje {time}"],
    "hi": ["9:41  5G  84%", "Chats\n{first}", "< {first}\nonline"],
}
BELOW = {
    "en": ["Type a message", "Reply  Forward", "Share  Edit  Delete", "Chats  Calls  Settings"], "de": ["Nachricht schreiben", "Antworten  Weiterleiten", "Teilen  Löschen"],
    "fr": ["Écrire un message", "Répondre  Transférer", "Partager  Supprimer"], "es": ["Escribe un mensaje", "Responder  Reenviar", "Compartir  Borrar"],
    "it": ["Scrivi un messaggio", "Rispondi  Inoltra", "Condividi  Elimina"], "nl": ["Typ een bericht", "Beantwoorden  Doorsturen", "Delen  Verwijderen"],
    "pt": ["Escreva uma mensagem", "Responder  Encaminhar", "Compartilhar  Apagar"], "hi": ["Message", "Reply  Forward"],
}
BASE64 = string.ascii_letters + string.digits + "+/"
# National systems appear only in their own languages.
NATIONAL = {"pix": ["pt"], "pix_open": ["pt"], "upi": ["en", "hi"], "upi_open": ["en", "hi"], "emv": ["en"], "swiss": ["de", "fr", "it"], "epc": ["en", "de", "fr", "es", "it", "nl"]}
# Countries of the accounts to which forged bills are often paid.
FOREIGN_ACCOUNTS = ["LT{18}", "BG80BNBG9661{10}", "PL{26}", "ES{22}", "PT50{21}", "BE{14}", "DE{20}"]


def crc16(text):
    """CRC-16/CCITT-FALSE, which ends EMVCo codes."""
    total = 0xFFFF
    for byte in text.encode():
        total ^= byte << 8
        for _ in range(8):
            total = (total << 1 ^ 0x1021) & 0xFFFF if total & 0x8000 else total << 1 & 0xFFFF
    return f"{total:04X}"


def epc(payee, account, amount, reference):
    return "\n".join(["BCD", "002", "1", "SCT", "", payee, account, f"EUR{amount}" if amount else "", "", "", reference])


def pix(key, name, amount):
    field = lambda tag, value: f"{tag:02}{len(value.encode()):02}{value}"
    text = (
        field(0, "01") + field(26, field(0, "br.gov.bcb.pix") + field(1, key)) + field(52, "0000") + field(53, "986")
        + (field(54, amount) if amount else "") + field(58, "BR") + field(59, name) + field(60, "SAO PAULO")
        + field(62, field(5, "***")) + "6304")
    return text + crc16(text)


class CodeDrawing(Drawing):
    """The values of one screen, including codes."""

    def __init__(self, generator, language, brands, is_scam):
        super().__init__(generator, "en" if language == "hi" else language, brands, is_scam)
        self.language = language

    def _draw(self, slot):
        for kind, method in (("bad_url_of_", self._bad_url), ("good_url_of_", self._good_url)):
            if slot.startswith(kind):
                self.value(slot[len(kind):])
                return method()
        return super()._draw(slot)

    def _url(self, host, words):
        return f"https://{host}{self._path(words)}"

    def _bad_url(self):
        if self.random.random() < 0.18:
            return self._short_url()
        words = ["q", "v", "start", "id", "pay", "verify"]
        # Many such hosts look ordinary: a word or two and ".com".
        if self.random.random() < 0.25:
            return self._url(f"{self._name()}{self.random.choice(['', '-' + self._name()])}.{self.random.choice(['com', 'net', 'de', 'co', 'app'])}", words)
        return self._url(self._bad_host(), words)

    def _short_url(self):
        host = self.random.choice("bit.ly tinyurl.com is.gd cutt.ly rb.gy qrco.de t.ly".split())
        return f"https://{host}/{self._token(6)}"

    def _good_url(self):
        host = self.domain or "example.com"
        return self._url(self.random.choice(["", "www.", "www.", "m.", "info."]) + host if host.count(".") == 1 else host, ["app", "help", "info", "offers", "start"])

    def _small_host(self):
        return self.value("host")

    def _host(self):
        # A business uses its own name as domain.
        name = re.sub("[^a-z]", "", self.value("business").lower()) or self._name()
        return f"{name}.{self.random.choice(['de', 'com', 'org', 'co.uk', 'fr', 'es', 'it', 'nl', 'com.br', 'info'])}"

    def _small_url(self):
        return self._url(self._small_host(), ["menu", "events", "book", "about"])

    def _shown_url(self):
        return "https://" + self.value("shown") + self.random.choice(["", "/qr", f"/{self._digits(3)}"])

    def _shown(self):
        return self.random.choice(["", "www."]) + self._small_host()

    def _any_url(self):
        link = self._any_link()
        return link if link.startswith("http") else "https://" + link

    def _business(self):
        return self.random.choice(SHAPES[self.language]).format(self.random.choice(BUSINESSES + self._words("last")))

    def _plate(self):
        letters = lambda count: "".join(self.random.choice(string.ascii_uppercase) for _ in range(count))
        return f"{letters(2)} {self._digits(3)} {letters(2)}"

    def _plain_amount(self):
        return f"{self.random.uniform(2, 900):.2f}"

    def _epc(self):
        payee = self.values.get("business") or f"{self.value('first')} {self.value('last')}"
        return epc(payee, f"{self.place['iban']}{self._digits(20)}", self.random.choice([self._plain_amount(), self._plain_amount(), ""]), self._order())

    def _epc_foreign(self):
        return epc(self.random.choice(["Service Zentrale", "EU Register", "Payments Ltd", self._company()]), self._fill(self.random.choice(FOREIGN_ACCOUNTS)), self._plain_amount(), self._order())

    def _swiss(self):
        lines = ["SPC", "0200", "1", "CH" + self._digits(19), "S", self.value("business"), "Weg", "7", "3000", "Bern", "CH"] + [""] * 7
        return "\n".join(lines + [self._plain_amount(), "CHF", "S", "Ada", "Gasse", "1", "3000", "Bern", "CH", "NON", "", "", "EPD"])

    def _upi(self):
        name = self.value("first")
        return f"upi://pay?pa={name.lower()}{self._digits(2)}@okbank&pn={name}&am={self.random.randint(50, 20000)}&cu=INR"

    def _upi_open(self):
        return f"upi://pay?pa={self._name()}{self._digits(2)}@okbank&pn={self.values.get('business', self.value('first')).replace(' ', '%20')}"

    def _pix(self):
        return pix(f"{self._name()}@mail.com", f"{self._name().upper()} {self._name().upper()}", self._plain_amount())

    def _pix_open(self):
        return pix("+5511" + self._digits(9), self._name().upper(), "")

    def _emv(self):
        text = f"0002010102112637{'0012sg.com.dash0117'}{self._digits(17)}520400005303702" + "5802SG5904SHOP6009SINGAPORE6304"
        return text + crc16(text)

    def _btc_uri(self):
        return f"bitcoin:{self._btc()}" + self.random.choice(["", f"?amount=0.0{self._digits(3)}1"])

    def _eth_uri(self):
        return f"ethereum:{self._eth()}" + self.random.choice(["", "?value=2e17"])

    def _xrp_uri(self):
        return "ripple:r" + "".join(self.random.choice("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz") for _ in range(33))

    def _lightning(self):
        return "lightning:lnbc" + self.random.choice(["2500u", "20m", "150u"]) + "1" + "".join(self.random.choice("qpzry9x8gf2tvdw0s3jn54khce6mua7l") for _ in range(180))

    def _wallet_connect(self):
        return f"wc:{self._hex(64)}@2?relay-protocol=irn&symKey={self._hex(64)}"

    def _wallet_key(self):
        return "xprv" + "".join(self.random.choice("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz") for _ in range(107))

    def _hex(self, count):
        return "".join(self.random.choice("0123456789abcdef") for _ in range(count))

    def _base64(self, count):
        return "".join(self.random.choice(BASE64) for _ in range(count))

    def _whatsapp_login(self):
        return f"2@{self._base64(26)},{self._base64(43)}=,{self._base64(43)}=,{self._base64(8)}"

    def _telegram_login(self):
        return "tg://login?token=" + self._token(32)

    def _signal_login(self):
        return f"sgnl://linkdevice?uuid={self._hex(16)}&pub_key={self._token(24)}"

    def _discord_login(self):
        return "https://discord.com/ra/" + self._token(22)

    def _steam_login(self):
        return "https://s.team/q/1/" + self._digits(19)

    def _otpauth(self):
        secret = "".join(self.random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for _ in range(20))
        return f"otpauth://totp/{self._name().title()}:me?secret={secret}"

    def _otpauth_export(self):
        return "otpauth-migration://offline?data=" + self._token(60)

    def _esim(self):
        return f"LPA:1$rsp.{self._name()}.com${self._token(12).upper()}"

    def _wifi(self):
        return f"WIFI:T:WPA;S:{self._name().title()};P:{self._token(12)};;"

    def _vcard(self):
        return f"BEGIN:VCARD\nVERSION:3.0\nFN:{self.value('first')} {self.value('last')}\nTEL:{self._phone()}\nEND:VCARD"

    def _token_text(self):
        return self._token(6).upper() + self._digits(10)

    def _boarding(self):
        return f"M1{self.value('last').upper():<20}E{self._token(6).upper()} LHRMADIB {self._digits(4)} 071Y012A0025 100"

    def _photo_tan(self):
        return "CRONTO" + self._hex(40).upper()

    def _app_store(self):
        return self.random.choice([f"https://apps.apple.com/app/id{self._digits(9)}", f"https://play.google.com/store/apps/details?id=com.{self._name()}"])

    def _good_social(self):
        return self.random.choice(["https://www.linkedin.com/in/", "https://www.instagram.com/", "https://t.me/", "https://wa.me/"]) + self._name()

    def _whatsapp_group(self):
        return "https://chat.whatsapp.com/" + self._token(22)


def with_code(text, generator):
    """The text with the mark of a code, added if it has none."""
    if "[1]" in text:
        return text
    lines = text.split("\n")
    lines.insert(generator.choice([0, len(lines), len(lines)]), "[1]")
    return "\n".join(lines)


def fitting(codes, language):
    fit = [code for code in codes if language in NATIONAL.get(code.strip("{}"), LANGUAGES)]
    return fit or codes


def around(text, drawing):
    """The rest of the screen. Blocks are separate, as on screens."""
    draw = drawing.random
    lines = text.split("\n")
    if draw.random() < 0.5:
        lines = [line + "\n" if line and draw.random() < 0.35 else line for line in lines]
    text = "\n".join(lines)
    if draw.random() < 0.55:
        text = expand(draw.choice(ABOVE[drawing.language]), drawing) + "\n\n" + text
    if drawing.domain and draw.random() < 0.25:
        # Letters name the company's own site, genuine or forged.
        text += "\n\nwww." + drawing.domain
    if draw.random() < 0.4:
        text += "\n\n" + draw.choice(BELOW[drawing.language])
    return text


def misread(text, generator):
    """Misreads a few letters on one screen of six, as recognition does."""
    if generator.random() > 1 / 6:
        return text
    swaps = {"l": "I", "o": "0", "i": "l", "rn": "m", "e": "c", "é": "e", "ü": "u", "ã": "a", "ñ": "n"}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line and line != "[1]" and generator.random() < 0.3:
            before = generator.choice(list(swaps))
            lines[number] = line.replace(before, swaps[before], 1)
    return "\n".join(lines)


def screens(groups, brands, is_scam, variants, seed):
    for group in groups:
        for language in LANGUAGES:
            for template in group.get(language, []):
                digest = hashlib.sha256(f"{seed} {group['kind']} {template}".encode()).digest()
                number = int.from_bytes(digest[:8])
                for variant in range(variants):
                    drawing = CodeDrawing(random.Random(number + variant), language, brands, is_scam)
                    text = expand(template, drawing)
                    # Chosen after the text, because a code may lead to the company in the text.
                    code = expand(drawing.random.choice(fitting(group["codes"], language)), drawing)
                    text = misread(around(with_code(text, drawing.random), drawing), drawing.random)
                    yield {
                        "text": text, "codes": [code], "label": "scam" if is_scam else "benign", "category": group.get("category"),
                        "kind": group["kind"], "source": f"codes_{group['kind']}_{number & 1}", "lang": language}


def generate(variants, seed=1):
    brands = yaml.safe_load((HERE / "brand-domains.yaml").read_text(encoding="utf-8"))
    assert COMPANY_SLOTS >= brands.keys()
    for name, is_scam in (("scams", True), ("genuine", False)):
        groups = yaml.safe_load((HERE / "codes" / f"{name}.yaml").read_text(encoding="utf-8"))
        yield from screens(groups, brands, is_scam, variants, seed)


def by_hand():
    for line in (HERE / "codes" / "screens.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line) | {"source": "codes_by_hand"}


def notation(code):
    """"epc(payee|account|amount|reference)" and "pix(key|name|amount)" of cases written by hand."""
    match = re.fullmatch(r"(epc|pix)\((.*)\)", code)
    if not match:
        return code
    parts = match[2].split("|")
    return epc(*parts) if match[1] == "epc" else pix(*parts)


def convert(cases):
    for case in yaml.safe_load(cases.read_text(encoding="utf-8"))["cases"]:
        text = case["text"].replace(" // ", "\n\n").replace(" / ", "\n")
        yield {
            "text": text, "codes": [notation(code) for code in case["codes"]], "label": "scam" if case["level"] == "high" else "benign",
            "category": case.get("category"), "kind": case["kind"], "source": case["name"], "lang": case["lang"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    generating = commands.add_parser("generate")
    generating.add_argument("--variants", type=int, default=12, help="screens of each template")
    generating.add_argument("--seed", type=int, default=1)
    converting = commands.add_parser("convert")
    converting.add_argument("cases", type=pathlib.Path)
    arguments = parser.parse_args()
    rows = generate(arguments.variants, arguments.seed) if arguments.command == "generate" else convert(arguments.cases)
    for row in rows:
        json.dump(row, sys.stdout, ensure_ascii=False)
        print()


if __name__ == "__main__":
    main()
