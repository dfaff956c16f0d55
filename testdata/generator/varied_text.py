"""Words for varied.py: sentences from varied/GROUP.yaml with names, amounts, links and codes filled in at random.

No value belongs to anybody: telephone numbers come from ranges reserved for fiction where a country has one, web
addresses contain the word `example`, IBANs name no existing bank, wallet addresses are random characters.
"""

import html
import pathlib
import re
import string

import yaml

FOLDER = pathlib.Path(__file__).resolve().parent / "varied"
NO_BREAK = "\N{NO-BREAK SPACE}"
NAMES = {
    "tune": {
        "eng": ("Olivia Harry Amelia Jack Priya Mohammed Grace Oscar Siobhan Liam Chloe Marcus Wanjiru Peter Hannah Dev",
                "Walker Hughes Patel Bennett O'Neill Okafor Clarke Marsh Turner Whitfield Begum Foster Lindqvist Tan"),
        "deu": ("Anna Jürgen Sabine Lukas Käthe Thomas Mia Björn", "Müller Schäfer Weiß Hoffmann Köhler Krüger Lange Voß"),
        "fra": ("Camille Étienne Chloé Luc Hélène Théo", "Dupuis Lefèvre Moreau Girard Benoît Rivière"),
        "spa": ("Lucía Javier Sofía Pablo Inés Álvaro", "García Muñoz Romero Núñez Ortega Peña"),
    },
    "aside": {
        "eng": ("Ethan Zoe Caleb Aisha Noah Ruth Dmitri Ivy Kwame Leah Mateo Freya Yusuf Bella Roman Edith",
                "Anderson Kowalski Nguyen Brooks Delgado Fletcher Haruna Irving Jimenez Keller McCarthy Vance Yates Zhang"),
        "deu": ("Greta Wolfgang Renate Jörg Emil Ulrike Jonas Heidi", "Bäcker Zimmermann Großmann Fuchs Jäger Vogt Kröger Römer"),
        "fra": ("Manon Jérôme Anaïs Rémi Inès Gaël", "Chevalier Fournier Gauthier Perrin Boyer Noël"),
        "spa": ("Carmen Andrés Rocío Diego Belén Hugo", "Ibáñez Castaño Vega Herrera Quiñones Soler"),
    },
}
COMPANIES = {
    "tune": "Northwind Parcelly Voltara Brightleaf FedEx PayPal Microsoft EVRi Lumio Streamly Harbor&Co Kestrel TeleOne WhatsApp "
            "QuickShip Zenvo".split(),
    "aside": "Bluefinch DHL Amazon Coinbase Mistral Oakhurst USPS Vertigo NovaPay Instagram Tallis Greenbyte UPS Riverside Zappo "
             "Spotify".split(),
}
BANKS = {
    "tune": {"eng": ["Barclays", "HSBC", "Northern Trust Bank", "Lloyds", "Monzo"], "deu": ["Sparkasse", "Münsterbank"],
             "fra": ["Crédit Sud", "Banque Lémanique"], "spa": ["Banco Norte", "Caja Peñón"]},
    "aside": {"eng": ["Chase", "Wells Fargo", "Santander", "First Valley Bank", "Revolut"], "deu": ["Volksbank", "Märkische Bank"],
              "fra": ["Société Ouest", "Banque Épargne"], "spa": ["Caja Real", "Banco Logroño"]},
}
PLACES = {
    "tune": {"eng": "Harrow, Kings Langley, Tring, Bletchley, Milton Abbas, Rugby, Stafford, Crewe, Oban, Swansea, Whitby",
             "deu": "Göttingen, Füssen, Köln Süd, Hagen, Bad Kösen, Jena West", "fra": "Saint-Étienne, Nîmes, Évreux, Mâcon, Dole",
             "spa": "Málaga, Logroño, León, Cádiz, Jaén, Huesca"},
    "aside": {"eng": "Albany, Poughkeepsie, Croton, Yonkers, New Haven, Mystic, Westerly, Providence, Boise, Duluth, Tacoma",
              "deu": "Würzburg, Lübeck, Zürich, Gießen, Marburg, Düren", "fra": "Besançon, Orléans, Béziers, Angoulême, Laon",
              "spa": "Ávila, Mérida, Córdoba, A Coruña, Alcalá, Ronda"},
}
HOSTS = {
    "tune": "secure login account parcel track verify my-bank refund portal help update signin delivery customs claim".split(),
    "aside": "auth billing support shipment unlock wallet gov-credit mailbox restore service check bonus redeem status pay".split(),
}
MONTHS = {
    "eng": "January February March April May June July August September October November December",
    "deu": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fra": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "spa": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
SLOT = re.compile(r"\{(\w+)\}")
CHOICE = re.compile(r"\[([^\[\]|]+(?:\|[^\[\]|]+)+)\]")
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
TOKEN = re.compile(r"""(?P<c>(?://|\#(?!\[)|--\s).*)|(?P<s>"[^"]*"|'[^']*')|(?P<n>\b\d[\d.xA-Fa-f]*\b)|"""
                   r"(?P<k>\b(?:def|return|if|else|elif|for|in|while|import|from|class|const|let|var|function|async|await|try|"
                   r"except|catch|raise|throw|with|as|not|and|or|None|null|true|false|True|False|self|this|new|fn|pub|struct|"
                   r"impl|match|use|mut|package|func|range|defer|select|SELECT|FROM|WHERE|INSERT|JOIN|ORDER|BY|GROUP|AND|int|char|"
                   r"void|static|unsigned|sizeof|do|then|fi|done|echo|local|end|module|public|private|final|guard|switch|case)\b)")
# Values that a reader must get right letter by letter.
EXACT = {"amount", "link", "phone", "code", "iban", "btc", "eth", "email", "parcel", "order", "case"}


class Writer:
    """Takes sentences from the pools, each once before any is repeated. Everything returned is HTML."""

    def __init__(self, rng, group, language):
        self._rng, self._group, self.language = rng, group, language
        pools = yaml.safe_load((FOLDER / f"{group}.yaml").read_text(encoding="utf-8"))
        self._pools = pools["eng"] | pools[language]
        self._left = {}
        self._currency = rng.choice({"eng": ["£", "$", "$", "€", "US$", "AU$", "₹", "USD", "GBP", "CHF", "Rs.", "kr", "R"],
                                     "deu": ["€", "€", "EUR", "CHF"], "fra": ["€", "€", "CHF", "EUR"],
                                     "spa": ["€", "€", "MXN", "$"]}[language])
        # The typing habits of this picture's writer.
        self._curly = rng.random() < 0.4
        self._emphasis = rng.choice([0, 0, 0.15, 0.3])
        self.exact = []

    def __getattr__(self, pool):
        """`t.short()` is a text from the pool `short`, `t.name()` a value for the slot `name`."""
        if pool.startswith("__"):
            raise AttributeError(pool)
        if pool in self._pools:
            return lambda: self.fill(self.take(pool))
        maker = getattr(type(self), "_slot_" + pool, None)
        if maker is None:
            raise AttributeError(pool)
        return lambda: self._slot(pool)

    def take(self, pool):
        if not self._left.get(pool):
            self._left[pool] = self._rng.sample(self._pools[pool], len(self._pools[pool]))
        return self._left[pool].pop()

    def fill(self, text):
        text = CHOICE.sub(lambda match: self._rng.choice(match[1].split("|")), text)
        if self._curly:
            text = re.sub(r"(?<=\w)'", "\u2019", re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text))
        pieces = SLOT.split(text)
        for i in range(0, len(pieces), 2):
            pieces[i] = self._emphasized(html.escape(pieces[i], quote=False))
        for i in range(1, len(pieces), 2):
            pieces[i] = self._slot(pieces[i])
        return "".join(pieces)

    def shell(self):
        return html.escape(SLOT.sub(lambda match: self._listed(match[1]), self.take("shell")), quote=False)

    def _listed(self, slot):
        value = self.plain(slot)
        if slot in EXACT:
            self.exact.append(value)
        return value

    def _emphasized(self, text):
        """Sometimes emphasizes one to four words: bold, italic, underlined or marked."""
        words = text.split(" ")
        if len(words) < 8 or self._rng.random() >= self._emphasis:
            return text
        first = self._rng.randrange(1, len(words) - 5)
        last = first + self._rng.randrange(0, 4)
        element = self._rng.choice(["b", "b", "i", "u", "mark"])
        words[first], words[last] = f"<{element}>{words[first]}", f"{words[last]}</{element}>"
        return " ".join(words)

    def plain(self, slot):
        """A slot's value without markup."""
        return getattr(self, "_slot_" + slot)()

    def option(self):
        """A setting and its description."""
        return [self.fill(part) for part in self.take("options").split("|")]

    def source(self):
        """Lines of a program, with marks for colours: k keywords, s strings, c comments, n numbers."""
        return [_coloured(line) for line in self.take("programs").rstrip().split("\n")]

    def initials(self):
        return "".join(part[0] for part in self._slot_full().split())

    def cut(self, text, length):
        """Plain text, cut off at a word with an ellipsis, as in lists."""
        text = html.unescape(re.sub(r"<[^>]+>", "", text)).replace(NO_BREAK, " ")
        if len(text) > length:
            text = text[:length].rsplit(" ", 1)[0].rstrip(" ,.:;") + "…"
        return html.escape(text, quote=False)

    def _slot(self, slot):
        value = self.plain(slot)
        if slot in EXACT:
            self.exact.append(value)
        shown = html.escape(value, quote=False)
        if " " in value and len(value) < 24 and self._rng.random() < 0.7:
            shown = shown.replace(" ", NO_BREAK)
        kind = {"link": "link", "email": "link", "phone": "phone", "amount": "amount", "code": "code", "iban": "long",
                "btc": "wallet", "eth": "wallet"}.get(slot)
        return f"<span class='{kind}'>{shown}</span>" if kind else shown

    def _digits(self, count):
        return "".join(self._rng.choice(string.digits) for _ in range(count))

    def _from(self, characters, count):
        return "".join(self._rng.choice(characters) for _ in range(count))

    def _slot_name(self):
        return self._rng.choice(NAMES[self._group][self.language][0].split())

    def _slot_full(self):
        return f"{self._slot_name()} {self._rng.choice(NAMES[self._group][self.language][1].split())}"

    def _slot_company(self):
        return self._rng.choice(COMPANIES[self._group])

    def _slot_bank(self):
        return self._rng.choice(BANKS[self._group][self.language])

    def _slot_place(self):
        return self._rng.choice(PLACES[self._group][self.language].split(", "))

    def _slot_amount(self):
        low, high = self._rng.choices([(0.5, 9), (9, 100), (100, 1000), (1000, 9999), (10000, 900000)], [3, 5, 4, 3, 1])[0]
        value = self._rng.uniform(low, high)
        cents = value < 1000 or self._rng.random() < 0.6
        if self._rng.random() < 0.15:
            cents, value = False, max(5, round(value, -len(str(int(value))) + 1))
        return self.money(value, cents)

    def money(self, value, cents=True):
        """An amount in this picture's notation."""
        number = f"{value:,.2f}" if cents else f"{value:,.0f}"
        unit = self._currency
        if self.language != "eng" and unit not in ("$", "MXN"):
            group = " " if self.language == "fra" else "."
            number = number.translate(str.maketrans({",": group, ".": ","}))
            return f"{number} {unit}"
        return f"{number} {unit}" if unit == "kr" else f"{unit} {number}" if len(unit) == 3 and unit.isalnum() else f"{unit}{number}"

    def _slot_link(self):
        host = self._rng.choice(HOSTS[self._group])
        brand = re.sub(r"\W", "", self._slot_company()).lower()
        domain = self._rng.choice([f"{brand}-{host}.example", f"{host}.{brand}.example", f"{brand}-example.com", f"example-{host}.net",
                                   f"{host}-example.{self._rng.choice(['top', 'info', 'co.uk', 'org', 'ly', 'xyz', 'io'])}"])
        token = self._from(string.ascii_letters + string.digits, self._rng.randrange(4, 9))
        path = self._rng.choice(["", "", f"/{token}", f"/{host}", f"/{host}/{self._digits(4)}", f"/{host}?id={token}",
                                 f"/r/{token}?ref=sms&amp;c={self._digits(3)}".replace("&amp;", "&"), f"/{host}.php?u={self._digits(6)}",
                                 f"/{self.language}/{host}_{self._digits(2)}/index.html"])
        return self._rng.choice(["https://", "https://", "http://", "", "", "www."]) + domain + path

    def _slot_email(self):
        user = self._rng.choice([self._slot_name().lower(), self._rng.choice(HOSTS[self._group]), "info", "no-reply", "office",
                                 f"{self._slot_name().lower()}.{self._digits(2)}", f"{self._slot_name().lower()}_{self._slot_company().lower()}"])
        user = user.translate(str.maketrans("äöüßéèçñíáóïëàâêôû", "aousee" + "cniaoie" + "aaeou")).replace("&", "")
        return f"{user}@{self._rng.choice(HOSTS[self._group])}-example.{self._rng.choice(['com', 'org', 'co.uk', 'net'])}"

    def _slot_phone(self):
        d = self._digits
        choices = {
            "eng": [f"07700 900{d(3)}", f"+44 7700 900{d(3)}", f"020 7946 0{d(3)}", f"0808 157 0{d(3)}", f"(212) 555-01{d(2)}",
                    f"+1 (415) 555-01{d(2)}", f"1-800-555-01{d(2)}", f"202-555-01{d(2)}", f"+61 491 570 {d(3)}"],
            "deu": [f"0171 39200{d(2)}", f"+49 30 23125{d(3)}", f"(0221) 4710{d(3)}"],
            "fra": [f"06 39 98 {d(2)} {d(2)}", f"01 99 00 {d(2)} {d(2)}", f"+33 6 39 98 {d(2)} {d(2)}"],
            "spa": [f"+34 555 01 {d(2)} {d(2)}", f"555 01{d(2)}", f"900 555 0{d(2)}"],
        }
        return self._rng.choice(choices[self.language])

    def _slot_code(self):
        d = self._digits
        return self._rng.choice([d(6), d(6), d(4), f"{d(3)} {d(3)}", f"{d(3)}-{d(3)}", f"G-{d(6)}", d(8),
                                 self._from(string.ascii_uppercase + string.digits, 6)])

    def _slot_iban(self):
        d = self._digits
        country, body = self._rng.choice([("DE", "0" + d(17)), ("GB", "EXMP" + d(14)), ("NL", "EXAM" + d(10)),
                                          ("FR", "00" + d(21)), ("ES", "00" + d(18)), ("AT", "00" + d(14))])
        check = 98 - int("".join(str(int(c, 36)) for c in body + country + "00")) % 97
        whole = f"{country}{check:02}{body}"
        return whole if self._rng.random() < 0.25 else " ".join(whole[i:i + 4] for i in range(0, len(whole), 4))

    def _slot_btc(self):
        return self._rng.choice([self._rng.choice("13") + self._from(BASE58, 33), "bc1q" + self._from(BECH32, 38)])

    def _slot_eth(self):
        return "0x" + self._from("0123456789abcdefABCDEF" if self._rng.random() < 0.5 else "0123456789abcdef", 40)

    def _slot_parcel(self):
        return self._rng.choice([f"JD{self._digits(16)}", f"{self._from(string.ascii_uppercase, 2)}{self._digits(9)}GB",
                                 f"1Z{self._from(string.ascii_uppercase + string.digits, 6)}{self._digits(10)}", self._digits(12)])

    def _slot_order(self):
        return self._rng.choice([f"#{self._digits(6)}", f"INV-{self._digits(5)}", f"{self._digits(3)}-{self._digits(7)}",
                                 f"{self._from(string.ascii_uppercase, 2)}/{self._digits(4)}/{self._digits(2)}", f"SO{self._digits(8)}"])

    def _slot_case(self):
        return self._rng.choice([f"{self._from(string.ascii_uppercase, 2)}-{self._digits(5)}", self._digits(7), f"C{self._digits(6)}",
                                 self._from(string.ascii_uppercase + string.digits, 8)])

    def _slot_card(self):
        return self._rng.choice(["••••", "****", "x", "…"]) + self._digits(4)

    def _slot_percent(self):
        value = self._rng.uniform(0.2, 90)
        text = f"{value:.1f}" if self._rng.random() < 0.5 else f"{value:.0f}"
        return text + "%" if self.language == "eng" else text.replace(".", ",") + " %"

    def _slot_number(self):
        return str(self._rng.randrange(11, 4000))

    def _slot_time(self):
        hour, minute = self._rng.randrange(0, 24), self._rng.randrange(0, 60)
        if self.language == "eng" and self._group == "aside" and self._rng.random() < 0.6:
            return f"{(hour - 1) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"
        if self.language == "fra" and self._rng.random() < 0.5:
            return f"{hour}h{minute:02}"
        return f"{hour}:{minute:02}"

    def _slot_clock(self):
        return f"{self._rng.randrange(0, 24):02}:{self._rng.randrange(0, 60):02}"

    def _slot_date(self):
        day, month, year = self._rng.randrange(1, 29), self._rng.randrange(1, 13), self._rng.randrange(2022, 2027)
        name = MONTHS[self.language].split()[month - 1]
        if self.language == "deu":
            return self._rng.choice([f"{day:02}.{month:02}.{year}", f"{day}. {name}", f"{day}. {name} {year}"])
        if self.language == "fra":
            return self._rng.choice([f"{day:02}/{month:02}/{year}", f"{day} {name} {year}", f"{day} {name}"])
        if self.language == "spa":
            return self._rng.choice([f"{day:02}/{month:02}/{year}", f"{day} de {name}"])
        if self._group == "tune":
            return self._rng.choice([f"{day} {name}", f"{day} {name[:3]} {year}", f"{day:02}/{month:02}/{year}", f"{year}-{month:02}-{day:02}"])
        return self._rng.choice([f"{name} {day}", f"{name[:3]} {day}, {year}", f"{month:02}/{day:02}/{year}", f"{day}-{name[:3]}-{year}"])


def _coloured(line):
    out, place = [], 0
    for match in TOKEN.finditer(line):
        out.append(html.escape(line[place:match.start()], quote=False))
        out.append(f"<span class='{match.lastgroup}'>{html.escape(match[0], quote=False)}</span>")
        place = match.end()
    return "".join(out) + html.escape(line[place:], quote=False)
