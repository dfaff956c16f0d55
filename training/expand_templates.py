#!/usr/bin/env python3
"""Turns the templates in training/messages into training texts, in the format of the collections.

    python3 expand_templates.py messages/*.yaml --brands messages/brand-kinds.yaml [--variants 4] > written.jsonl

A template is a message as people receive it, with slots for what varies: names, amounts, links, codes. The generator of
each text is seeded by its template, so a new template changes no other text. A harmless message links to a domain of
the company it names; a fraudulent one to a look-alike, a shortener, a free host, a numeric address or an unknown
domain. The source ends in 0 or 1, by template: each half can test the other. Needs PyYAML.
"""

import argparse
import hashlib
import json
import random
import re
import string
import sys

import yaml

COMPANY_SLOTS = {
    "carrier", "bank", "shop", "authority", "telecom", "streaming", "social", "payment", "exchange", "wallet_app", "tech",
    "airline", "travel", "energy", "toll", "insurer", "employer", "charity_org", "courier_local",
}
# Harmless messages that are as urgent as scams, or talk about scams.
LOOK_ALIKES = {"otp", "bank_alert", "delivery", "account_notice", "security_notice", "government", "scam_awareness"}
# People and small companies link to little-known sites; some of these texts get such a link.
LINKED_KINDS = {
    "chat", "family_chat", "work_mail", "work_chat", "newsletter", "promo", "social", "news", "marketplace_chat", "service",
    "appointment", "booking", "job_mail",
}
LINKED_SHARE = 0.2
ALTERNATIVES = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
SLOT = re.compile(r"\{([a-z0-9_]+)\}")

PLACES = {
    "en": dict(
        first="Emma Jack Olivia Liam Sarah James Chloe Daniel Priya Mohammed Grace Ben Hannah Ryan Aisha Tom Lucy Sean Maria Kevin",
        last="Smith Jones Taylor Brown Wilson Patel Murphy Clark Khan Evans Lee Garcia Walker Hughes Okafor Nguyen",
        city="London Manchester Leeds Dublin Boston Chicago Denver Austin Sydney Melbourne Toronto Glasgow Bristol Seattle",
        street="High Street|Church Road|Station Road|Maple Avenue|Oak Street|Victoria Road|Mill Lane|Park Avenue",
        money=["£{}", "${}", "€{}", "${}", "£{}", "AU${}", "{} USD", "Rs {}", "${} USD"], point=".",
        phone=["07{9}", "+44 7{3} {6}", "(5{2}) 555-01{2}", "1-800-{3}-{4}", "0{3} {3} {4}", "+1 {3} {3} {4}", "04{2} {3} {3}"],
        foreign=["+234 8{2} {3} {4}", "+62 8{2}-{4}-{4}", "+63 9{2} {3} {4}", "+7 9{2} {3} {4}", "+92 3{2} {7}", "09{2} {3} {4}"],
        days="Monday Tuesday Wednesday Thursday Friday Saturday Sunday", months="Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        iban="GB", job="Data Analyst|Customer Service Assistant|Warehouse Operative|Remote Assistant|Online Reviewer|Nurse|Driver|Product Manager",
        product="bicycle|sofa|iPhone 13|dining table|PlayStation 5|pram|washing machine|guitar|winter jacket|laptop",
    ),
    "de": dict(
        first="Anna Lukas Sophie Jonas Marie Felix Lena Paul Laura Maximilian Julia Tim Katrin Stefan Petra Markus",
        last="Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Hofmann Huber Gruber Keller",
        city="Berlin Hamburg München Köln Wien Zürich Leipzig Graz Basel Stuttgart", street="Hauptstraße|Bahnhofstraße|Gartenweg|Schulstraße|Lindenallee",
        money=["{} €", "{} EUR", "{} Euro", "€ {}", "CHF {}"], point=",",
        phone=["01{2} {8}", "+49 15{1} {8}", "030 {7}", "+43 66{1} {7}", "07{1} {3} {2} {2}"],
        foreign=["+234 8{2} {3} {4}", "+44 7{3} {6}", "+371 2{7}", "+62 8{2} {4} {4}"],
        days="Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag", months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        iban="DE", job="Sachbearbeiter|Produkttester|Lagerhelfer|Pflegekraft|Online-Assistent", product="Fahrrad|Sofa|iPhone 13|Waschmaschine|Kinderwagen|Lautsprecher",
    ),
    "fr": dict(
        first="Camille Lucas Léa Hugo Manon Thomas Chloé Julien Sophie Nicolas Inès Pierre Marie Antoine",
        last="Martin Bernard Dubois Petit Durand Leroy Moreau Simon Laurent Lefebvre", city="Paris Lyon Marseille Lille Bruxelles Genève Nantes Bordeaux Montréal Liège",
        street="rue de la Gare|avenue Victor Hugo|rue des Écoles|place du Marché", money=["{} €", "{} EUR", "{} euros", "{} $"], point=",",
        phone=["06 {2} {2} {2} {2}", "07 {2} {2} {2} {2}", "+33 6 {2} {2} {2} {2}", "01 {2} {2} {2} {2}", "+32 47{1} {2} {2} {2}"],
        foreign=["+225 07 {2} {2} {2} {2}", "+229 9{1} {2} {2} {2}", "+44 7{3} {6}", "+62 8{2} {4} {4}"],
        days="lundi mardi mercredi jeudi vendredi samedi dimanche", months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        iban="FR", job="assistant administratif|préparateur de commandes|testeur de produits|infirmière", product="vélo|canapé|iPhone 13|lave-linge|poussette|console",
    ),
    "es": dict(
        first="Lucía Hugo María Pablo Sofía Javier Carmen Diego Laura Carlos Valentina Mateo Ana José",
        last="García Fernández López Martínez Sánchez Pérez Gómez Ruiz Díaz Torres", city="Madrid Barcelona Valencia Sevilla Bogotá Lima Santiago Zaragoza Málaga Monterrey",
        street="calle Mayor|avenida de la Constitución|calle del Sol|paseo del Prado", money=["{} €", "{} EUR", "{} euros", "${}", "$ {} MXN"], point=",",
        phone=["6{2} {3} {3}", "+34 6{2} {2} {2} {2}", "91{1} {2} {2} {2}", "+52 55 {4} {4}", "+57 3{2} {7}"],
        foreign=["+51 9{2} {3} {3}", "+44 7{3} {6}", "+62 8{2} {4} {4}", "+234 8{2} {3} {4}"],
        days="lunes martes miércoles jueves viernes sábado domingo", months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        iban="ES", job="auxiliar administrativo|mozo de almacén|probador de productos|teleoperador", product="bicicleta|sofá|iPhone 13|lavadora|cochecito|consola",
    ),
    "it": dict(
        first="Giulia Marco Sofia Luca Chiara Matteo Francesca Andrea Elena Davide Sara Paolo", last="Rossi Russo Ferrari Bianchi Romano Colombo Ricci Marino Greco Conti",
        city="Roma Milano Napoli Torino Bologna Firenze Palermo Genova", street="via Roma|via Garibaldi|corso Italia|via Dante", money=["{} €", "€ {}", "{} EUR", "{} euro"], point=",",
        phone=["3{2} {7}", "+39 3{2} {3} {4}", "06 {7}", "800 {3} {3}"], foreign=["+44 7{3} {6}", "+62 8{2} {4} {4}", "+234 8{2} {3} {4}", "+40 7{2} {3} {3}"],
        days="lunedì martedì mercoledì giovedì venerdì sabato domenica", months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        iban="IT", job="impiegato amministrativo|magazziniere|tester di prodotti|assistente online", product="bicicletta|divano|iPhone 13|lavatrice|passeggino|console",
    ),
    "pt": dict(
        first="Maria João Ana Pedro Beatriz Tiago Inês Rafael Camila Lucas Fernanda Gustavo Juliana Miguel", last="Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Souza Lima Almeida",
        city="Lisboa Porto Coimbra Braga Recife Salvador Curitiba Campinas Fortaleza", street="rua das Flores|avenida da Liberdade|rua do Comércio|avenida Paulista",
        money=["R$ {}", "{} €", "{} EUR", "R$ {}", "{} euros"], point=",", phone=["9{2} {3} {3}", "+351 9{2} {3} {3}", "(11) 9{4}-{4}", "+55 21 9{4}-{4}", "0800 {3} {4}"],
        foreign=["+44 7{3} {6}", "+62 8{2} {4} {4}", "+234 8{2} {3} {4}", "+258 84 {3} {4}"],
        days="segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo", months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        iban="PT", job="assistente administrativo|operador de armazém|avaliador de produtos|auxiliar", product="bicicleta|sofá|iPhone 13|máquina de lavar|carrinho de bebé|notebook",
    ),
    "nl": dict(
        first="Emma Daan Sophie Lucas Julia Sem Anna Bram Lotte Thijs Fleur Jeroen Sanne Pieter", last="de Jong|Jansen|de Vries|Bakker|Visser|Smit|Meijer|Mulder|Peeters|Janssens",
        city="Amsterdam Rotterdam Utrecht Antwerpen Gent Eindhoven Groningen Leuven", street="Kerkstraat|Dorpsstraat|Stationsweg|Schoolstraat", money=["€ {}", "€{}", "{} euro", "EUR {}"], point=",",
        phone=["06 {8}", "06-{8}", "+31 6 {8}", "020 {7}", "+32 47{1} {2} {2} {2}"], foreign=["+44 7{3} {6}", "+62 8{2} {4} {4}", "+234 8{2} {3} {4}", "+212 6{2} {3} {3}"],
        days="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag", months="januari februari maart april mei juni juli augustus september oktober november december",
        iban="NL", job="administratief medewerker|orderpicker|producttester|thuiswerker", product="fiets|bank|iPhone 13|wasmachine|kinderwagen|spelcomputer",
    ),
}
# Words in fraudulent links. Invented, except for public services.
LURES = """secure verify account update login confirm help support service billing info portal online auth my access redelivery
parcel track delivery fee pay refund claim bonus reward tax customs review alert notice unlock restore""".split()
FOREIGN_ENDINGS = "com com com net info xyz top online site shop live club vip click link icu cc me co us app store buzz cfd sbs bond help life digital".split()
SHORTENERS = "bit.ly tinyurl.com is.gd cutt.ly rb.gy t.ly shorturl.at s.id ow.ly rebrand.ly tiny.cc v.gd bl.ink qrco.de".split()
FREE_HOSTS = "weebly.com web.app firebaseapp.com github.io vercel.app netlify.app blogspot.com duckdns.org wixsite.com pages.dev r2.dev glitch.me godaddysites.com".split()
SYLLABLES = "ba be bo ca ce da de do fa fi ga go ka ke ki la le lo ma me mi na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi xo za zu".split()
SMALL_SITES = """garden school choir parish bakery club yoga dental books bikes music theatre village studio cafe museum press
farm rowing hiking pottery clinic vets flowers""".split()
HARMLESS_ENDINGS = "org org com com net info club shop online app blog site co.uk de fr es it nl com.br io dev me co store live life".split()
ORDINARY_SITES = """bbc.co.uk wikipedia.org theguardian.com nytimes.com github.com stackoverflow.com reddit.com youtube.com
youtu.be medium.com spiegel.de lemonde.fr elpais.com repubblica.it publico.pt nu.nl zeit.de meetup.com eventbrite.com
docs.google.com zoom.us doodle.com openstreetmap.org archive.org imdb.com goodreads.com allrecipes.com strava.com
forms.gle maps.app.goo.gl arxiv.org debian.org""".split()


class Drawing:
    """The values of one text: a slot has the same value wherever it occurs."""

    def __init__(self, generator, language, brands, is_scam):
        self.random = generator
        self.place = PLACES[language]
        self.brands = {slot: names.get(language) or [] for slot, names in brands.items()}
        self.is_scam = is_scam
        self.values = {}
        self.domain = None

    def value(self, slot):
        if slot not in self.values:
            self.values[slot] = self._draw(slot)
        return self.values[slot]

    def _draw(self, slot):
        if slot in COMPANY_SLOTS:
            name, domain = self.random.choice(self.brands[slot])
            self.domain = self.domain or domain
            return name
        if slot in ("good_link", "bad_link", "any_link", "good_email", "bad_email"):
            return getattr(self, "_" + slot)()
        if slot in ("first2",):
            return self.random.choice(self._words("first"))
        if slot in ("first", "last", "city"):
            return self.random.choice(self._words(slot))
        if slot in ("street", "job", "product"):
            return self.random.choice(self.place[slot].split("|"))
        return getattr(self, "_" + slot)()

    def _words(self, name):
        text = self.place[name]
        return text.split("|") if "|" in text else text.split()

    def _digits(self, count):
        return "".join(self.random.choice(string.digits) for _ in range(count))

    def _fill(self, form):
        return re.sub(r"\{(\d+)\}", lambda match: self._digits(int(match[1])), form)

    def _money(self, low, high, cents):
        value = low * (high / low) ** self.random.random()
        text = f"{value:.2f}" if self.random.random() < cents else f"{value:,.0f}"
        if self.place["point"] == ",":
            text = text.translate(str.maketrans(".,", ",."))
        return self.random.choice(self.place["money"]).format(text)

    def _amount(self):
        return self._money(8, 900, 0.7)

    def _small_amount(self):
        return self._money(0.9, 8, 1)

    def _large_amount(self):
        return self._money(1000, 4e6, 0.15)

    def _number(self):
        return str(self.random.randint(2, 90))

    def _percent(self):
        return f"{self.random.choice([3, 5, 10, 15, 20, 25, 30, 40, 50, 70, 80])}{self.random.choice(['%', '%', ' %'])}"

    def _code(self):
        digits = self._digits(self.random.choice([4, 5, 6, 6, 6, 6, 8]))
        return digits[:3] + self.random.choice("- ") + digits[3:] if len(digits) == 6 and self.random.random() < 0.15 else digits

    def _date(self):
        day, month = self.random.randint(1, 28), self.random.randint(1, 12)
        name = self.place["months"].split()[month - 1]
        return self.random.choice([f"{day} {name}", f"{day:02d}/{month:02d}/2025", f"{day:02d}.{month:02d}.2024", f"{day} {name} 2026", f"{day:02d}/{month:02d}"])

    def _weekday(self):
        return self.random.choice(self._words("days"))

    def _time(self):
        hour, minute = self.random.randint(7, 21), self.random.choice([0, 0, 15, 30, 45, self.random.randint(0, 59)])
        return self.random.choice([f"{hour}:{minute:02d}", f"{hour:02d}:{minute:02d}"])

    def _days(self):
        return self.random.choice("2 3 5 7 10 14 30".split())

    def _hours(self):
        return self.random.choice("2 4 6 12 24 24 48 72".split())

    def _phone(self):
        return self._fill(self.random.choice(self.place["phone"]))

    def _foreign_phone(self):
        return self._fill(self.random.choice(self.place["foreign"]))

    def _last4(self):
        return self._digits(4)

    def _tracking(self):
        return self._fill(self.random.choice(["JD{16}", "1Z{3}W{9}", "{14}", "RR{9}GB", "{20}", "00340{13}", "LX{9}CN"]))

    def _order(self):
        return self._fill(self.random.choice(["{3}-{7}-{7}", "#{6}", "{8}", "INV-{5}", "A{7}", "{10}"]))

    def _iban(self):
        return self.place["iban"] + self._fill(self.random.choice(["{2} {4} {4} {4} {4} {2}", "{20}"]))

    def _btc(self):
        return "bc1q" + "".join(self.random.choice("qpzry9x8gf2tvdw0s3jn54khce6mua7l") for _ in range(38))

    def _eth(self):
        return "0x" + "".join(self.random.choice("0123456789abcdefABCDEF") for _ in range(40))

    def _giftcard(self):
        return self.random.choice("Apple|Steam|Google Play|Amazon|iTunes|Razer Gold|Paysafecard|Vanilla|Xbox|Sephora|eBay".split("|"))

    def _company(self):
        return f"{self.random.choice(self._words('last'))} {self.random.choice('Logistics|Digital|Media|Group|Consulting|Solutions|Partners|Trading'.split('|'))}"

    def _path(self, words):
        token = self._token(self.random.randint(4, 9))
        return self.random.choice(["", "", f"/{self.random.choice(words)}", f"/{token}", f"/{self.random.choice(words)}/{token}", f"/{self.random.choice(words)}?id={token}"])

    def _written(self, host, path):
        """With or without the parts that people and programs leave out."""
        return self.random.choice(["https://", "https://", "http://" if self.is_scam else "https://", "", "", "www."]) + host + path

    def _good_link(self):
        host = self.domain or "example.com"
        if self.random.random() < 0.3 and host.count(".") == 1:
            host = self.random.choice(["www.", "my.", "account.", "help.", "track.", "m.", "info."]) + host
        link = self._written(host, self._path("track account help orders billing security settings appointments login terms".split()))
        return link.replace("www.www.", "www.")

    def _name(self):
        return "".join(self.random.choice(SYLLABLES) for _ in range(self.random.randint(2, 4)))

    def _bad_host(self):
        ending = self.random.choice(FOREIGN_ENDINGS)
        lures = self.random.sample(LURES, 2)
        brand = (self.domain or "").split(".")[0]
        kind = self.random.random()
        if brand and len(brand) > 2 and kind < 0.42:
            swapped = brand
            for before, after in self.random.sample([("o", "0"), ("l", "1"), ("i", "1"), ("e", "3"), ("m", "rn"), ("a", "aa"), ("s", "ss")], 7):
                if before in brand:
                    swapped = brand.replace(before, after, 1)
                    break
            return self.random.choice([
                f"{brand}-{lures[0]}.{ending}", f"{lures[0]}-{brand}.{ending}", f"{brand}.{lures[0]}-{lures[1]}.{ending}",
                f"{swapped}.{ending}", f"{brand}{lures[0]}.{ending}", f"{self.domain}.{self._name()}.{ending}",
                f"{brand}-{lures[0]}-{lures[1]}.{ending}", f"{lures[0]}.{brand}-{self._name()}.{ending}",
            ])
        if kind < 0.6:
            return self.random.choice([f"{lures[0]}-{lures[1]}.{ending}", f"{lures[0]}{self._digits(2)}.{ending}", f"{lures[0]}-{self._name()}.{ending}"])
        if kind < 0.78:
            return f"{self._name()}.{ending}"
        if kind < 0.93:
            return f"{self.random.choice([brand or lures[1], self._name()])}-{lures[0]}.{self.random.choice(FREE_HOSTS)}"
        return ".".join(str(self.random.randint(11, 220)) for _ in range(4))

    def _bad_link(self):
        if self.random.random() < 0.22:
            return self.random.choice(["https://", "", ""]) + f"{self.random.choice(SHORTENERS)}/{self._token(self.random.randint(5, 8))}"
        return self._written(self._bad_host(), self._path(LURES))

    def _any_link(self):
        """A well-known site, as often a little-known one, or a short link: none of them alone indicates fraud."""
        kind = self.random.random()
        if kind < 0.08:
            return f"{self.random.choice(['https://', ''])}{self.random.choice(SHORTENERS)}/{self._token(6)}"
        if kind < 0.55:
            host = self.random.choice(["{0}{1}", "{0}-{1}", "the{1}-{0}", "{1}{0}"]).format(self._name(), self.random.choice(SMALL_SITES))
            return self._written(f"{host}.{self.random.choice(HARMLESS_ENDINGS)}", self._path("news events menu about blog minutes".split()))
        return self._written(self.random.choice(ORDINARY_SITES), self._path("news article events watch recipes wiki".split()))

    def _token(self, length):
        return "".join(self.random.choice(string.ascii_letters + string.digits) for _ in range(length))

    def _good_email(self):
        return f"{self.random.choice(['info', 'noreply', 'no-reply', 'service', 'support', 'news'])}@{self.domain or 'example.com'}"

    def _bad_email(self):
        user = self.random.choice([self._name() + self._digits(2), "support." + self._name(), "service-team", "claims.dept" + self._digits(2)])
        return user + "@" + self.random.choice([self._bad_host(), "gmail.com", "outlook.com", "proton.me", "mail.ru", "consultant.com"])


def expand(template, drawing):
    text = ALTERNATIVES.sub(lambda match: drawing.random.choice(match[1].split("|")), template)
    # Companies first: links use their domains, wherever they occur.
    for slot in SLOT.findall(text):
        if slot in COMPANY_SLOTS:
            drawing.value(slot)
    return SLOT.sub(lambda match: drawing.value(match[1]), text).strip()


def rows(paths, brands_path, copies=4):
    """Labelled texts: `copies` of each template that has slots or alternatives."""
    with open(brands_path, encoding="utf-8") as file:
        brands = yaml.safe_load(file)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            groups = yaml.safe_load(file)
        for group in groups:
            is_scam = group["label"] == "scam"
            for template in group["texts"]:
                seed = int.from_bytes(hashlib.sha256(template.encode()).digest()[:8])
                seen = set()
                for copy in range(copies):
                    drawing = Drawing(random.Random(seed + copy), group["lang"], brands, is_scam)
                    text = expand(template, drawing)
                    is_linked = not is_scam and group["category"] in LINKED_KINDS and "_link}" not in template
                    if is_linked and drawing.random.random() < LINKED_SHARE:
                        text += drawing.random.choice([" ", "\n", " - ", ": "]) + drawing.value("any_link")
                    if text in seen:
                        continue
                    seen.add(text)
                    yield {
                        "text": text, "label": group["label"], "category": group["category"] if is_scam else None,
                        "kind": None if is_scam else group["category"], "source": f"written_{group['lang']}_{seed & 1}", "lang": group["lang"],
                        "channel": group["channel"], "hard": not is_scam and group["category"] in LOOK_ALIKES,
                    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--brands", required=True)
    parser.add_argument("--variants", type=int, default=4, help="texts of each template that has slots or alternatives")
    arguments = parser.parse_args()
    for row in rows(arguments.files, arguments.brands, arguments.variants):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
