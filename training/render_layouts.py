"""The layouts of render_screens.py: chats, mail, notifications, web pages with dialogs, posts, windows, documents.

Every layout draws one message, fraudulent or harmless, among pieces of harmless texts, and records which words belong
to which.
"""

import pathlib
import sys

from PIL import Image, ImageDraw

from render_words import APPS, CARRIERS, EMOJI, FONTS, INTERFACE, NAMES, font, parts, width, wrapped

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "testdata/generator"))
import varied_look  # noqa: E402  colours of the drawn test screens, so that both look alike

PHONES = [(360, 780, 3), (390, 844, 2.5), (412, 915, 2.5), (360, 640, 2), (375, 667, 2), (320, 568, 2), (393, 852, 2.75)]
DESKTOPS = [(1366, 768), (1280, 720), (1440, 900), (1600, 900), (1920, 1080)]
DISCS = ["#ffcc33", "#e74c3c", "#3b88c3", "#77b255", "#f4900c"]
# Smaller letters have too few pixels even for people; with larger ones, few lines fit.
LEAST_SIZE, MOST_SIZE = 12, 40
DARK_SHARE = 0.35


class Stage:
    """A picture, its colours and fonts, and every word drawn so far."""

    def __init__(self, draw, group, language, supply):
        self.draw, self.group, self.supply = draw, group, supply
        self._words = INTERFACE["en"] | INTERFACE.get(language, {})
        self.colours = self._palette()
        self.ui = draw.choice(FONTS[group]["ui"])
        self.serif = draw.choice(FONTS[group]["text"])
        self._minutes = None
        self.scale = 1
        self.drawn = []  # [x, y, width, height, text, belongs to the scam]
        self.picture = self.pen = None

    def _palette(self):
        draw = self.draw
        wants_dark = draw.random() < DARK_SHARE
        for _ in range(40):
            if draw.random() < 0.3:
                colours = varied_look.generated(draw, self.group)
            else:
                colours = draw.choice(list(varied_look.PALETTES[self.group].values())).split()
            look = dict(zip(varied_look.NAMES, colours))
            if (varied_look.luminance(look["background"]) < 0.2) == wants_dark:
                break
        ground = look["surface"]
        for name, least in (("text", 4.5), ("muted", 3)):
            if min(varied_look.contrast(look[name], look["background"]), varied_look.contrast(look[name], ground)) < least:
                look[name] = varied_look.with_contrast(look[name], ground, least + 1)
        return look

    def say(self, name, *values):
        return self._words[name].format(*values)

    # MARK: Sizes

    def open(self, wide, high, scale=1, ground=None):
        self.scale = scale
        self.picture = Image.new("RGB", (round(wide * scale), round(high * scale)), ground or self.colours["background"])
        self.pen = ImageDraw.Draw(self.picture)
        return self

    def phone(self):
        return self.open(*self.draw.choice(PHONES))

    def px(self, value):
        return round(value * self.scale)

    def size(self, points):
        return max(LEAST_SIZE, min(MOST_SIZE, self.px(points)))

    def face(self, points, bold=False, family=None):
        return font(family or self.ui, self.size(points), bold)

    @property
    def wide(self):
        return self.picture.width

    @property
    def high(self):
        return self.picture.height

    # MARK: Drawing

    def panel(self, box, fill, radius=0, outline=None):
        """Covers whatever is below it."""
        left, top, right, bottom = map(round, box)
        if right - left < 2 or bottom - top < 2:
            return
        self.drawn = [word for word in self.drawn if not (left <= word[0] + word[2] / 2 <= right and top <= word[1] + word[3] / 2 <= bottom)]
        self.pen.rounded_rectangle((left, top, right, bottom), min(radius, (right - left) // 2, (bottom - top) // 2), fill, outline)

    def disc(self, x, y, size, fill=None, letter=None):
        self.pen.ellipse((x, y, x + size, y + size), fill or self.draw.choice(DISCS))
        if letter:
            face = font(self.ui, max(LEAST_SIZE, round(size * 0.45)), False)
            self.pen.text((x + size / 2, y + size / 2), letter, "#ffffff", face, anchor="mm")

    def line(self, x, y, words, face, fill, scam=False):
        """Words side by side; returns where they end."""
        ascent, descent = face.getmetrics()
        for word in words:
            wide = width(face, word)
            if word == EMOJI:
                self.disc(round(x), round(y + ascent - face.size * 0.85), round(face.size * 0.9))
            else:
                self.pen.text((x, y), word, fill, face)
                self.drawn.append([x, y, wide, ascent + descent, word, scam])
            x += wide + width(face, " ")
        return x

    def label(self, x, y, text, face, fill=None, room=None, scam=False, right=False, middle=False):
        """One line, cut off where space runs out; returns its end."""
        words = text.replace("\n", " ").split()
        if room:
            lines = wrapped(face, " ".join(words), room)
            words = lines[0] if lines else []
        wide = sum(width(face, word) for word in words) + width(face, " ") * max(0, len(words) - 1)
        x -= wide if right else wide / 2 if middle else 0
        return self.line(x, y, words, face, fill or self.colours["text"], scam)

    def step(self, face):
        return round(face.size * self.spacing)

    @property
    def spacing(self):
        if not hasattr(self, "_spacing"):
            self._spacing = self.draw.choice([1.25, 1.3, 1.35, 1.4, 1.5])
        return self._spacing

    def block(self, x, y, text, face, room, fill=None, scam=False, bottom=None):
        """A paragraph; returns the y below it."""
        for words in wrapped(face, text, room):
            if bottom and y + self.step(face) > bottom:
                return y
            self.line(x, y, words, face, fill or self.colours["text"], scam)
            y += self.step(face) if words else self.step(face) // 2
        return y

    def button(self, x, y, text, face, main=True, room=None):
        """Returns its right edge."""
        wide, high = sum(width(face, w) + width(face, " ") for w in text.split()) + face.size * 1.6, round(face.size * 2.1)
        wide = room or wide
        fill = self.colours["accent"] if main else self.colours["surface"]
        ink = self.colours["on_accent"] if main else self.colours["text"]
        if varied_look.contrast(ink, fill) < 3:
            ink = varied_look.with_contrast(ink, fill, 4)
        self.panel((x, y, x + wide, y + high), fill, face.size // 3, None if main else self.colours["border"])
        self.label(x + wide / 2, y + (high - sum(face.getmetrics())) / 2, text, face, ink, middle=True)
        return x + wide

    def paste(self, other, x, y):
        """Draws another stage as a window of this one."""
        x, y = round(x), round(y)
        self.panel((x, y, x + other.wide, y + other.high), other.colours["background"])
        self.picture.paste(other.picture, (x, y))
        self.drawn += [[word[0] + x, word[1] + y] + word[2:] for word in other.drawn]

    def part(self, wide, high):
        """An empty stage for a window."""
        stage = Stage(self.draw, self.group, "en", self.supply)
        stage._words = self._words
        return stage.open(wide, high)

    # MARK: What was drawn

    def _visible(self):
        return [word for word in self.drawn if word[0] >= 0 and word[1] >= 0 and word[0] + word[2] <= self.wide and word[1] + word[3] * 0.9 <= self.high]

    def texts(self, only_scam=False):
        return " ".join(word[4] for word in self._visible() if word[5] or not only_scam)

    def scam_words(self):
        return sum(word[5] for word in self._visible())

    def scam_boxes(self):
        """Lines of the scam, because the centre of two words read as one lies between them."""
        boxes = []
        for x, y, wide, high, _, is_scam in self._visible():
            if not is_scam:
                continue
            last = boxes[-1] if boxes else None
            if last and last[1] == y and last[3] == high and 0 <= x - last[0] - last[2] < high:
                last[2] = x + wide - last[0]
            else:
                boxes.append([x, y, wide, high])
        return boxes

    # MARK: Pieces of screens

    def clock(self):
        """A little later than the last one, because times in a conversation increase."""
        if self._minutes is None or self.draw.random() < 0.05:
            self._minutes = self.draw.randint(0, 1_300)
        self._minutes += self.draw.choice([0, 0, 1, 1, 2, 7])
        return f"{self._minutes // 60 % 24}:{self._minutes % 60:02d}"

    def person(self):
        first, last = (names.split() for names in NAMES[self.group])
        return self.draw.choice([f"{self.draw.choice(first)} {self.draw.choice(last)}", self.draw.choice(first)])

    def sender(self):
        draw = self.draw
        return draw.choice([self.person(), self.person(), "+{} {} {} {}".format(draw.randint(1, 99), draw.randint(200, 999), draw.randint(100, 999),
                            f"{draw.randint(0, 9999):04d}"), f"{draw.randint(20000, 99999)}"])

    def date(self):
        return f"{self.draw.randint(1, 28)} {self.draw.choice('Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec'.split())}"

    def status_bar(self, ink=None):
        """Clock, carrier and battery; returns the y below it."""
        face, ink = self.face(12.5, True), ink or self.colours["text"]
        y = self.px(9)
        end = self.label(self.px(18), y, self.clock(), face, ink)
        if self.draw.random() < 0.5:
            self.label(end + self.px(6), y, self.draw.choice(CARRIERS[self.group]), self.face(12), ink)
        right = self.wide - self.px(18)
        self.pen.rounded_rectangle((right - self.px(24), y + self.px(2), right, y + self.px(13)), self.px(3), None, ink, max(1, self.px(1)))
        charge = self.draw.randint(4, 22)
        self.pen.rectangle((right - self.px(22), y + self.px(4), right - self.px(22) + self.px(charge) * 20 // 24, y + self.px(11)), ink)
        if self.draw.random() < 0.5:
            self.label(right - self.px(30), y, f"{charge * 4 + 3}%", self.face(12), ink, right=True)
            right -= self.px(36)
        for bar in range(4):
            x = right - self.px(48) + bar * self.px(4.5)
            self.pen.rectangle((x, y + self.px(12 - 2.5 * (bar + 1)), x + self.px(3), y + self.px(13)), ink)
        return self.px(34)

    @property
    def keyboard_top(self):
        return self.high - 4 * self.px(46) - self.px(24)

    def keyboard(self):
        face, key, high, top = self.face(17), self.wide / 10, self.px(46), self.keyboard_top
        ground = self.colours["border"]
        self.panel((0, top, self.wide, self.high), ground)
        for row, letters in enumerate(("qwertyuiop", "asdfghjkl", "zxcvbnm")):
            left = (self.wide - key * len(letters)) / 2
            for place, letter in enumerate(letters):
                x, y = left + place * key, top + self.px(8) + row * high
                self.pen.rounded_rectangle((x + self.px(2.5), y, x + key - self.px(2.5), y + high - self.px(8)), self.px(5), self.colours["surface"])
                self.pen.text((x + key / 2, y + (high - self.px(8)) / 2), letter, self.colours["text"], face, anchor="mm")
                self.drawn.append([x + key / 2 - face.size / 4, y, face.size / 2, high, letter, False])
        y = top + self.px(8) + 3 * high
        self.pen.rounded_rectangle((key * 2.5, y, self.wide - key * 2.5, y + high - self.px(8)), self.px(5), self.colours["surface"])

    def gradient(self, one, other):
        ramp = Image.linear_gradient("L").resize(self.picture.size)
        self.picture.paste(Image.composite(Image.new("RGB", self.picture.size, other), Image.new("RGB", self.picture.size, one), ramp))


# MARK: Chat


def chat(stage, message, scam):
    return chat_in(stage.phone(), message, scam, is_phone=True)


def chat_in(stage, message, scam, is_phone=False):
    draw, colours = stage.draw, stage.colours
    if draw.random() < 0.5:
        stage.gradient(colours["background"], varied_look.mixed(colours["background"], colours["own"], 0.25))
    bar_bottom = (stage.status_bar() if is_phone else stage.px(6)) + stage.px(52)
    # The conversation continues above and below the screen: it is laid out first, then moved so that the message shows.
    points = draw.choice([13, 14, 15, 16, 17])
    body, small = stage.face(points), stage.face(11)
    bubbles = [(stage.supply.message(draw.choice([40, 90, 160])), draw.random() < 0.45, False) for _ in range(draw.randint(0, 3))]
    for number, piece in enumerate(parts(draw, message)):
        if number and draw.random() < 0.15:
            bubbles.append((stage.supply.words(1, 6), True, False))
        bubbles.append((piece, False, True))
    bubbles += [(stage.supply.message(draw.choice([30, 60, 140])), draw.random() < 0.6, False) for _ in range(draw.randint(0, 2))]
    has_keyboard = is_phone and draw.random() < 0.35
    bottom = stage.keyboard_top if has_keyboard else stage.high - stage.px(10)
    input_top = bottom - stage.px(50)
    pad, most = stage.px(10), stage.wide * draw.uniform(0.68, 0.82)
    laid, y, first, last = [], stage.px(30), None, 0
    for text, own, is_message in bubbles:
        lines = [line for line in wrapped(body, text, most - 2 * pad) if line]
        wide = max(sum(width(body, w) for w in line) + width(body, " ") * (len(line) - 1) for line in lines) + 2 * pad if lines else 0
        high = len(lines) * stage.step(body) + pad * 1.4 + stage.step(small)
        wide = max(wide, stage.px(64))
        if is_message:
            first, last = y if first is None else first, y + high
        laid.append((y, wide, high, lines, own, is_message))
        y += high + stage.px(draw.choice([4, 8, 12]))
    room = input_top - bar_bottom
    shift = bar_bottom - (max(0, min(first, last - room, y - room)) if y > room else 0)
    if last - first > room:
        shift = bar_bottom - first + stage.px(6)
    stage.label(stage.wide / 2, shift + stage.px(4), draw.choice([stage.say("today"), stage.say("yesterday"), stage.date()]) + " " + stage.clock(),
                small, colours["muted"], middle=True)
    for y, wide, high, lines, own, is_message in laid:
        y += shift
        if y > input_top or y + high < bar_bottom:
            continue
        x = stage.wide - wide - stage.px(12) if own else stage.px(12)
        fill = colours["own"] if own else colours["surface"]
        if not own and varied_look.contrast(fill, colours["background"]) < 1.04:
            fill = varied_look.mixed(colours["background"], colours["text"], 0.08)
        ink = colours["text"] if varied_look.contrast(colours["text"], fill) >= 4.5 else varied_look.with_contrast(colours["text"], fill, 5)
        stage.panel((x, y, x + wide, y + high), fill, stage.px(14))
        for place, line in enumerate(lines):
            stage.line(x + pad, y + pad * 0.7 + place * stage.step(body), line, body, ink, scam and is_message)
        stage.label(x + wide - pad, y + high - stage.step(small) - pad * 0.4, stage.clock(), small,
                    varied_look.with_contrast(colours["muted"], fill, 3.2), right=True)
    head = colours["surface"]
    stage.panel((0, 0, stage.wide, bar_bottom), head)
    if is_phone:
        stage.status_bar()
    middle = bar_bottom - stage.px(46)
    name = stage.sender()
    arrow = (stage.px(12), stage.px(20)) if is_phone else (0, 0)
    if is_phone:
        stage.pen.line([(arrow[1], middle + stage.px(8)), (arrow[0], middle + stage.px(18)), (arrow[1], middle + stage.px(28))], colours["accent"], stage.px(2))
    stage.disc(stage.px(32), middle, stage.px(36), colours["muted"], name[0] if name[0].isalpha() else None)
    stage.label(stage.px(78), middle, name, stage.face(16, True))
    if draw.random() < 0.6:
        stage.label(stage.px(78), middle + stage.px(20), draw.choice([stage.say("online"), stage.clock(), stage.date()]), small, colours["muted"])
    stage.panel((0, input_top, stage.wide, stage.high), head)
    if has_keyboard:
        stage.keyboard()
    stage.panel((stage.px(44), input_top + stage.px(7), stage.wide - stage.px(52), bottom - stage.px(7)), colours["background"], stage.px(18), colours["border"])
    stage.label(stage.px(58), input_top + stage.px(15), stage.say("message"), stage.face(14), colours["muted"])
    stage.disc(stage.wide - stage.px(42), input_top + stage.px(9), stage.px(32), colours["accent"])
    return stage


# MARK: Mail


def subject_of(draw, stage, message):
    """The subject line and the rest of the message; if it has none, a harmless subject, as after forwarding."""
    head, _, rest = message.partition("\n")
    if rest.strip() and len(head) < 90:
        return head.removeprefix("Subject:").strip() or head, rest.strip(), True
    return stage.supply.words(2, 7), message, False


def mail(stage, message, scam):
    draw = stage.draw
    if draw.random() < 0.4:
        return mail_on_phone(stage.phone(), message, scam)
    wide, high = draw.choice(DESKTOPS)
    return mail_in(stage.open(wide, high, draw.choice([1, 1, 1, 1.25])), message, scam)


def mail_on_phone(stage, message, scam):
    y = stage.status_bar() + stage.px(14)
    stage.pen.line([(stage.px(22), y), (stage.px(14), y + stage.px(9)), (stage.px(22), y + stage.px(18))], stage.colours["text"], stage.px(2))
    return mail_body(stage, message, scam, stage.px(18), y + stage.px(36), stage.wide - stage.px(36), stage.high - stage.px(60))


def mail_in(stage, message, scam):
    draw, colours = stage.draw, stage.colours
    side, face = stage.px(draw.choice([150, 180, 210])), stage.face(13)
    stage.panel((0, 0, stage.wide, stage.px(48)), colours["surface"])
    stage.panel((side + stage.px(20), stage.px(9), side + stage.px(420), stage.px(39)), colours["background"], stage.px(8), colours["border"])
    stage.label(side + stage.px(36), stage.px(15), stage.say("search"), face, colours["muted"])
    stage.label(stage.px(18), stage.px(13), draw.choice(APPS[stage.group]), stage.face(15, True), colours["accent"])
    stage.panel((0, stage.px(48), side, stage.high), colours["surface"])
    y = stage.px(66)
    for number, name in enumerate(["inbox", "starred", "sent", "drafts", "archive", "spam", "bin"]):
        if number == 0:
            stage.panel((stage.px(6), y - stage.px(6), side - stage.px(8), y + stage.px(22)), colours["own"], stage.px(10))
        ink = varied_look.with_contrast(colours["text"], colours["own"], 5) if number == 0 else colours["text"]
        stage.label(stage.px(20), y, stage.say(name), stage.face(13, number == 0), ink)
        if draw.random() < 0.4:
            stage.label(side - stage.px(18), y, str(draw.randint(1, 99)), face, ink, right=True)
        y += stage.px(34)
    left = side
    if draw.random() < 0.6 and stage.wide > stage.px(1000):
        list_wide = stage.px(draw.choice([240, 280, 320]))
        y = stage.px(60)
        while y < stage.high - stage.px(60):
            stage.label(left + stage.px(14), y, stage.person(), stage.face(13, draw.random() < 0.4), room=list_wide - stage.px(90))
            stage.label(left + list_wide - stage.px(12), y, draw.choice([stage.clock(), stage.date()]), stage.face(12), colours["muted"], right=True)
            stage.label(left + stage.px(14), y + stage.px(20), stage.supply.words(4, 9), stage.face(12.5), room=list_wide - stage.px(28))
            stage.pen.line((left, y + stage.px(46), left + list_wide, y + stage.px(46)), colours["border"])
            y += stage.px(56)
        stage.pen.line((left + list_wide, stage.px(48), left + list_wide, stage.high), colours["border"])
        left += list_wide
    return mail_body(stage, message, scam, left + stage.px(28), stage.px(66), min(stage.wide - left - stage.px(56), stage.px(760)), stage.high)


def mail_body(stage, message, scam, x, y, room, bottom):
    draw, colours = stage.draw, stage.colours
    subject, body, of_message = subject_of(draw, stage, message)
    title, small = stage.face(draw.choice([18, 20, 22]), draw.random() < 0.5), stage.face(12.5)
    y = stage.block(x, y, subject, title, room, scam=scam and of_message) + stage.px(10)
    name = stage.person()
    stage.disc(x, y, stage.px(36), colours["accent"], name[0])
    stage.label(x + stage.px(48), y, name, stage.face(14, True), room=room - stage.px(150))
    stage.label(x + stage.px(48), y + stage.px(20), stage.say("to_me"), small, colours["muted"])
    stage.label(x + room, y, f"{stage.date()} {stage.clock()}", small, colours["muted"], right=True)
    y += stage.px(54)
    face = stage.face(draw.choice([13, 14, 15, 16]), family=draw.choice([stage.ui, stage.ui, stage.serif]))
    if draw.random() < 0.12:
        y = stage.block(x, y, stage.supply.words(8, 25), face, room, colours["muted"]) + stage.step(face)
    for piece in parts(draw, body):
        y = stage.block(x, y, piece, face, room, scam=scam, bottom=bottom) + round(stage.step(face) * draw.uniform(0.5, 1))
    if draw.random() < 0.3:
        y = stage.block(x, y, stage.supply.message(200), stage.face(12), room, colours["muted"], bottom=bottom)
    y += stage.px(12)
    if y + stage.px(40) < bottom:
        for name in ("reply", "reply_all", "forward")[: draw.randint(1, 3)]:
            x = stage.button(x, y, stage.say(name), stage.face(13), main=False) + stage.px(10)
    return stage


# MARK: Web pages and dialogs


def browser(stage):
    """Tabs and the address bar; returns the y below them."""
    draw, colours, face = stage.draw, stage.colours, stage.face(12.5)
    stage.panel((0, 0, stage.wide, stage.px(36)), colours["border"])
    x = stage.px(10)
    for number in range(draw.randint(1, 4)):
        wide = stage.px(190)
        stage.panel((x, stage.px(6), x + wide, stage.px(36)), colours["surface"] if number == 0 else colours["border"], stage.px(7))
        stage.disc(x + stage.px(10), stage.px(14), stage.px(14))
        ground = colours["surface"] if number == 0 else colours["border"]
        ink = varied_look.with_contrast(colours["text"], ground, 5) if varied_look.contrast(colours["text"], ground) < 5 else colours["text"]
        stage.label(x + stage.px(30), stage.px(11), stage.supply.words(2, 4), face, ink, room=wide - stage.px(60))
        stage.pen.line((x + wide - stage.px(20), stage.px(17), x + wide - stage.px(12), stage.px(25)), colours["muted"], 1)
        stage.pen.line((x + wide - stage.px(12), stage.px(17), x + wide - stage.px(20), stage.px(25)), colours["muted"], 1)
        x += wide + stage.px(4)
    stage.panel((0, stage.px(36), stage.wide, stage.px(74)), colours["surface"])
    stage.panel((stage.px(100), stage.px(41), stage.wide - stage.px(90), stage.px(69)), colours["background"], stage.px(13))
    host = f"{draw.choice(['www', 'blog', 'news', 'shop'])}.{draw.choice(['harbour', 'greenfield', 'oldtown', 'lakeside', 'daily-post'])}.example"
    stage.label(stage.px(118), stage.px(46), f"{host}/{draw.choice(['articles', 'start', 'item', 'help'])}/{draw.randint(10, 9999)}", face)
    return stage.px(74)


def web_page(stage, y, message=None, scam=False):
    """A page of columns; the message, if any, is in the middle of the article."""
    draw, colours = stage.draw, stage.colours
    stage.panel((0, y, stage.wide, stage.high), colours["background"])
    is_phone = stage.wide < stage.high
    x = stage.px(18 if is_phone else draw.choice([40, 80, 120]))
    end = stage.label(x, y + stage.px(14), draw.choice(["Harbour", "Lakeside", "Oldtown", "Daily Post", "Greenfield"]), stage.face(18, True), colours["accent"])
    for name in ("home", "news", "shop", "help", "about", "contact")[: draw.randint(2, 6)]:
        end = stage.label(end + stage.px(26), y + stage.px(18), stage.say(name), stage.face(13))
    stage.pen.line((0, y + stage.px(50), stage.wide, y + stage.px(50)), colours["border"])
    has_side = draw.random() < 0.6 and not is_phone
    room = min(stage.px(720), stage.wide - 2 * x) if not has_side else min(stage.px(640), (stage.wide - 2 * x) * 0.64)
    if has_side:
        side, side_y = x + room + stage.px(40), y + stage.px(74)
        side_room = stage.wide - side - stage.px(30)
        for _ in range(draw.randint(2, 4)):
            side_y = stage.block(side, side_y, stage.supply.words(3, 7), stage.face(14, True), side_room)
            side_y = stage.block(side, side_y, stage.supply.words(8, 22), stage.face(12.5), side_room, colours["muted"]) + stage.px(20)
    top = y = y + stage.px(70)
    face = stage.face(draw.choice([14, 15, 16]), family=draw.choice([stage.ui, stage.serif]))
    texts = [(stage.supply.words(15, 60), False) for _ in range(draw.randint(2, 5))]
    y = stage.block(x, y, stage.supply.words(3, 9), stage.face(draw.choice([22, 26, 30]), True), room) + stage.px(8)
    if message:
        # Visible without scrolling.
        texts[draw.randint(0, 1) : 1] = [(piece, True) for piece in parts(draw, message)]
    boxed = bool(message) and draw.random() < 0.4
    for text, is_message in texts:
        if boxed and is_message:
            high = sum(stage.step(face) if line else stage.step(face) // 2 for line in wrapped(face, text, room - stage.px(28))) + stage.px(18)
            stage.panel((x, y, x + room, y + high), colours["surface"], stage.px(6), colours["border"])
            stage.block(x + stage.px(14), y + stage.px(9), text, face, room - stage.px(28), scam=scam)
            y += high + stage.px(12)
        else:
            y = stage.block(x, y, text, face, room, scam=scam and is_message, bottom=stage.high) + stage.px(12)
    if y + stage.px(50) < stage.high:
        stage.button(x, y, stage.say("more"), stage.face(14))
    return top


def web(stage, message, scam):
    wide, high = stage.draw.choice(DESKTOPS)
    stage.open(wide, high)
    web_page(stage, browser(stage), message, scam)
    return stage


def dialog(stage, message, scam):
    draw = stage.draw
    is_phone = draw.random() < 0.3
    if is_phone:
        stage.phone()
        web_page(stage, stage.status_bar())
        # Like the dimmed page behind a dialog on phones.
        shade = Image.new("RGB", stage.picture.size, "#000000")
        stage.picture = Image.blend(stage.picture, shade, 0.35)
        stage.pen = ImageDraw.Draw(stage.picture)
    else:
        wide, high = draw.choice(DESKTOPS)
        stage.open(wide, high)
        web_page(stage, browser(stage))
    look = stage.colours
    if draw.random() < 0.25:
        banner = draw.choice(varied_look.BANNERS[stage.group]).split()
        look = look | {"surface": banner[0], "text": banner[1], "accent": banner[2], "on_accent": "#000000", "border": banner[1]}
    face, title = stage.face(draw.choice([13, 14, 15, 16])), stage.face(draw.choice([16, 18, 20]), True)
    wide = stage.wide * draw.uniform(0.82, 0.9) if is_phone else stage.px(draw.choice([420, 500, 600, 720]))
    pad = stage.px(22)
    head, _, rest = message.partition("\n")
    has_title = bool(rest.strip()) and len(head) < 70
    texts = parts(draw, rest.strip() if has_title else message)
    count = sum(len(wrapped(face, text, wide - 2 * pad)) for text in texts)
    heads = len(wrapped(title, head, wide - 2 * pad)) if has_title else 0
    high = 2 * pad + heads * stage.step(title) + count * stage.step(face) + len(texts) * stage.px(10) + stage.px(54)
    x, y = (stage.wide - wide) / 2, max(stage.px(40), (stage.high - high) * draw.uniform(0.35, 0.6))
    if not is_phone:
        x += stage.wide * draw.uniform(-0.08, 0.08)
    stage.panel((x, y, x + wide, y + high), look["surface"], stage.px(draw.choice([0, 6, 14])), look["border"])
    plain, stage.colours = stage.colours, stage.colours | look
    y += pad
    if has_title:
        y = stage.block(x + pad, y, head, title, wide - 2 * pad, scam=scam) + stage.px(4)
    for text in texts:
        y = stage.block(x + pad, y, text, face, wide - 2 * pad, scam=scam) + stage.px(10)
    y += stage.px(6)
    names = draw.choice([("ok",), ("ok", "cancel"), ("continue", "close"), ("close",)])
    x += pad
    for number, name in enumerate(names):
        x = stage.button(x, y, stage.say(name), stage.face(13.5), main=number == 0) + stage.px(12)
    stage.colours = plain
    return stage


# MARK: Notifications


def notifications(stage, message, scam):
    draw, colours = stage.draw, stage.phone().colours
    one, other = (varied_look.mixed(colours["background"], colours[name], 0.35) for name in ("accent", "own"))
    stage.gradient(one, other)
    ink = colours["text"] if varied_look.contrast(colours["text"], one) > 4 else varied_look.with_contrast(colours["text"], one, 5)
    y = stage.status_bar(ink)
    if draw.random() < 0.5:
        stage.label(stage.wide / 2, y + stage.px(20), stage.date(), stage.face(15), ink, middle=True)
        big = font(stage.ui, stage.px(60), False)
        stage.label(stage.wide / 2, y + stage.px(36), stage.clock(), big, ink, middle=True)
        y += stage.px(130)
    pieces = parts(draw, message, most=2)
    cards = [(stage.supply.message(draw.choice([60, 110])), False) for _ in range(draw.randint(1, 4))]
    place = draw.randint(0, len(cards))
    cards[place:place] = [(piece, True) for piece in pieces]
    face, small, pad = stage.face(draw.choice([13, 14, 15])), stage.face(11.5), stage.px(12)
    most = draw.choice([3, 5, 8])
    x, wide = stage.px(10), stage.wide - stage.px(20)
    shade = colours["surface"]
    # Notifications above the message are dropped if it would end below the edge.
    def height(text, is_message):
        return (min(len(wrapped(face, text, wide - 2 * pad)), 30 if is_message else most)) * stage.step(face) + stage.step(small) + stage.step(face) + 2 * pad
    while len(cards) > len(pieces) and sum(height(*card) for card in cards) > stage.high - y:
        cards.remove(draw.choice([card for card in cards if not card[1]]))
    name = stage.sender()
    for text, is_message in cards:
        lines = [line for line in wrapped(face, text, wide - 2 * pad) if line][: 30 if is_message else most]
        high = len(lines) * stage.step(face) + stage.step(small) + stage.step(face) + 1.6 * pad
        stage.panel((x, y, x + wide, y + high), shade, stage.px(16))
        stage.disc(x + pad, y + pad * 0.7, stage.px(15), colours["accent"])
        stage.label(x + pad + stage.px(24), y + pad * 0.7, draw.choice(APPS[stage.group]), small, colours["muted"])
        when = draw.choice([stage.say("now"), stage.say("min", draw.randint(2, 59)), stage.clock()])
        stage.label(x + wide - pad, y + pad * 0.7, when, small, colours["muted"], right=True)
        y += pad * 0.7 + stage.step(small)
        stage.label(x + pad, y, name if is_message else stage.person(), stage.face(14, True))
        y += stage.step(face)
        for line in lines:
            stage.line(x + pad, y, line, face, colours["text"], scam and is_message)
            y += stage.step(face)
        y += pad * 0.9 + stage.px(draw.choice([4, 8]))
    if y + stage.px(60) < stage.high:
        stage.label(stage.wide - stage.px(24), y + stage.px(8), stage.say("clear"), stage.face(13), ink, right=True)
    return stage


# MARK: Posts


def social(stage, message, scam):
    draw = stage.draw
    if draw.random() < 0.5:
        stage.phone()
        y, x, room = stage.status_bar() + stage.px(8), stage.px(14), stage.wide - stage.px(28)
    else:
        wide, high = draw.choice(DESKTOPS)
        stage.open(wide, high)
        y, room = stage.px(20), stage.px(draw.choice([520, 600, 680]))
        x = (stage.wide - room) / 2
        for name in ("home", "search", "message", "news", "help"):
            stage.label(stage.px(30), y, stage.say(name), stage.face(15))
            y += stage.px(42)
        y = stage.px(20)
    colours, face, small = stage.colours, stage.face(draw.choice([13, 14, 15, 16])), stage.face(12)
    in_comment = draw.random() < 0.5
    post = stage.supply.message(draw.choice([120, 240, 400])) if in_comment else message
    y = entry(stage, x, y, room, [post] if in_comment else parts(draw, post), face, small, scam and not in_comment)
    if draw.random() < 0.4:
        high = stage.px(draw.choice([90, 140]))
        stage.panel((x, y, x + room, y + high), varied_look.mixed(colours["accent"], colours["background"], 0.5), stage.px(8))
        y += high + stage.px(10)
    stage.label(x, y, f"{draw.randint(2, 999)}   {draw.randint(2, 99)} {stage.say('comment')}", small, colours["muted"])
    y += stage.step(small) + stage.px(6)
    for number, name in enumerate(("like", "comment", "share")):
        stage.label(x + room * (number + 0.5) / 3, y, stage.say(name), stage.face(13, True), colours["muted"], middle=True)
    y += stage.px(30)
    stage.pen.line((x, y, x + room, y), colours["border"])
    y += stage.px(12)
    comments = [([stage.supply.message(draw.choice([50, 90, 150]))], False) for _ in range(draw.randint(1, 4))]
    if in_comment:
        comments.insert(draw.randint(0, min(1, len(comments))), (parts(draw, message), True))
    for texts, is_message in comments:
        y = entry(stage, x + stage.px(14), y, room - stage.px(14), texts, face, small, scam and is_message) + stage.px(6)
    if y + stage.px(40) < stage.high:
        stage.panel((x, y, x + room, y + stage.px(36)), colours["surface"], stage.px(16), colours["border"])
        stage.label(x + stage.px(16), y + stage.px(9), stage.say("write"), stage.face(13), colours["muted"])
    return stage


def entry(stage, x, y, room, texts, face, small, scam):
    """Author, time and text; returns the y below it."""
    name = stage.person()
    stage.disc(x, y, stage.px(34), None, name[0])
    stage.label(x + stage.px(44), y, name, stage.face(14, True))
    stage.label(x + stage.px(44), y + stage.px(18), stage.draw.choice([stage.date(), stage.say("min", stage.draw.randint(2, 59))]), small, stage.colours["muted"])
    y += stage.px(42)
    for text in texts:
        y = stage.block(x, y, text, face, room, scam=scam) + stage.px(8)
    return y


# MARK: Documents and windows


def document(stage, message, scam):
    wide, high = stage.draw.choice([(800, 900), (900, 1100), (1100, 900), (700, 700), (1280, 720)])
    return document_in(stage.open(wide, high, stage.draw.choice([1, 1, 1.25, 1.5])), message, scam)


def document_in(stage, message=None, scam=False):
    """Paragraphs below a title, in an editor or on paper."""
    draw = stage.draw
    y, x = stage.px(12), stage.px(draw.choice([24, 48, 90]))
    if draw.random() < 0.5:
        at = stage.px(16)
        for name in ("file", "edit", "view", "help"):
            at = stage.label(at, y, stage.say(name), stage.face(13)) + stage.px(14)
        y += stage.px(32)
        stage.pen.line((0, y, stage.wide, y), stage.colours["border"])
    y += stage.px(20)
    room, face = stage.wide - 2 * x, stage.face(draw.choice([12, 13, 14, 15, 17]), family=draw.choice([stage.ui, stage.serif]))
    if draw.random() < 0.6:
        y = stage.block(x, y, stage.supply.words(2, 7), stage.face(draw.choice([18, 22, 26]), True), room) + stage.px(10)
    texts = [(draw.choice([stage.supply.words(10, 60), stage.supply.message(400)]), False) for _ in range(draw.randint(1, 4))]
    if message:
        place = draw.randint(0, min(2, len(texts)))
        texts[place:place] = [(piece, True) for piece in parts(draw, message)]
    bullet = draw.random() < 0.15
    for text, is_message in texts:
        if bullet:
            stage.pen.ellipse((x - stage.px(14), y + face.size * 0.5, x - stage.px(9), y + face.size * 0.5 + stage.px(5)), stage.colours["text"])
        y = stage.block(x, y, text, face, room, scam=scam and is_message, bottom=stage.high) + round(stage.step(face) * 0.7)
    return stage


def windows(stage, message, scam):
    """Two windows, the rear one partly covered, on a wallpaper with a task bar."""
    draw = stage.draw
    wide, high = draw.choice(DESKTOPS[1:])
    stage.open(wide, high)
    stage.gradient(*(varied_look.mixed(stage.colours["accent"], end, draw.uniform(0.3, 0.7)) for end in ("#000000", "#ffffff")))
    bar = stage.px(36)
    sizes = [(round(wide * draw.uniform(0.5, 0.62)), round((high - bar) * draw.uniform(0.7, 0.9))) for _ in range(2)]
    places = [(draw.randint(10, 60), draw.randint(10, 50)),
              (wide - sizes[1][0] - draw.randint(5, 40), high - bar - sizes[1][1] - draw.randint(2, 30))]
    order = [(sizes[0], places[0]), (sizes[1], places[1])]
    draw.shuffle(order)
    for number, ((w, h), (x, y)) in enumerate(order):
        inner = stage.part(w, h - 34)
        if number == 0:
            document_in(inner)
        else:
            draw.choice([chat_in, mail_in if w > 900 else document_in, document_in])(inner, message, scam)
        look = inner.colours
        title = stage.part(w, 34)
        title.colours = look
        title.panel((0, 0, w, 34), look["border"])
        ink = varied_look.with_contrast(look["text"], look["border"], 5) if varied_look.contrast(look["text"], look["border"]) < 5 else look["text"]
        title.label(w / 2, 8, stage.supply.words(1, 4), title.face(13, True), ink, room=w - 200, middle=True)
        for place, colour in enumerate(("#e05a4f", "#e0b13a", "#52a843")):
            title.disc(w - 26 - 24 * place, 10, 14, colour)
        stage.paste(inner, x, y + 34)
        stage.paste(title, x, y)
    stage.panel((0, high - bar, wide, high), "#202428")
    x = stage.px(16)
    for name in draw.sample(APPS[stage.group], 4):
        x = stage.label(x, high - bar + 9, name, stage.face(13), "#e8e8e8") + stage.px(18)
    stage.label(wide - stage.px(14), high - bar + 9, f"{stage.date()} {stage.clock()}", stage.face(13), "#e8e8e8", right=True)
    return stage


LAYOUTS = {
    "chat": chat, "mail": mail, "dialog": dialog, "notifications": notifications, "social": social, "windows": windows,
    "web": web, "document": document,
}
# The number of a screen selects its layout: chats and mail, where most scams occur, come twice.
ORDER = list(LAYOUTS) + ["chat", "mail"]
