"""Finds the texts to translate: calls of localized() and messages in the Swift sources, rules, contacts of countries,
interface files, and what desktops show."""

import pathlib
import re

import swift_strings
from pofile import Entry

WORDS = r"[A-Za-z].* |^[A-Z][a-z]"
CLAUSE = r"^(it|its|the|a|an|this|there|ready|answer|line|code|more|output|larger|not|other) "

# Sources of messages (Sources/ScanModel/Message.swift) and of lists of texts, which name a sentence long before it is shown:
# files below Sources, which of their literals, a note for translators, and the limit on a translation's length.
MESSAGES = [
    ("Notifications/NotificationText.swift", r" Scam ", "Title of an alert.", 60),
    ("Notifications/NotificationText.swift", r"^(This looks|Something in)", "Alert: what the screenshot looks like.", 110),
    ("Notifications/NotificationText.swift", r"^(?!This looks|Something in|⚠)" + WORDS, "Alert: what to do.", 150),
    ("Application/RiskWords.swift", r"^[a-z]", "Risk, or kind of scam: of at most about 22 characters.", 34),
    ("Application/RiskWords.swift", r"^(I see|This may)", "Explanation.", 0),
    ("Application/AnnotationCaption.swift", r"^Only a part", "Below a picture, in which letters lose their accents.", 0),
    ("ScanModel/CountryName.swift", r"^[A-Z][a-z]", "Name of a country.", 0),
    ("Notifications/NotificationFailure.swift", r"^(there|no|the) ", "Cause of a failure.", 0),
    ("Notifications/NotificationButton.swift", r"^[A-Z]", "Button of an alert.", 26),
    ("RiskAnalysis/Evidence/RiskWording.swift", r"^(It|There was|Only|Nothing|Several|Look|You|The message|Country|Do not|I am not sure:|%1\$@ (itself|looks|is not)) ",
     "Explanation or advice. What follows \"It\" comes from the texts that begin with a verb.", 0),
    ("RiskAnalysis/Evidence/CueWording.swift", r" ", "Goes on after \"It \": the message in the screenshot.", 0),
    ("RiskAnalysis/Evidence/PaymentCheck.swift", r"^The code (pays|gives)", "What a QR code would do, beside what the page says.", 0),
    ("RiskAnalysis/Feedback/FeedbackWording.swift", r" |^harmless$", "", 0),
    ("ScanModel/Indicator.swift", r"^(the|a) picture", "What was learnt from a screenshot.", 0),
    ("RiskAnalysis/Feedback/IndicatorExtractor.swift", r"^(the|links to|messages worded) ", "What was learnt from a screenshot.", 0),
    ("CodeContents/*.swift", r"^(This code|the account|the wallet|a wallet|somebody|.*\(the |tokens$|coins$|%1\$@ \()",
     "What a QR code would do.", 0),
    ("ScanModel/CodeAction.swift", r" ", "What a QR code would do.", 0),
    ("ScanModel/FailureCatalog.swift", r" (?!-)|^: ", "A failure: title, what is so, or what to do.", 0),
    ("ScanModel/ScanFailure.swift", r"^The clipboard|^it |^(its|the) disk |^access is |^another program ", "Subject or cause of a failure.", 0),
    ("Pipeline/Stages/RiskAnalysisStage.swift", r" ", "", 0),
    ("Pipeline/ScanReport+Assessment.swift", r" animation|^Watch it|codes in this",
     "What was not looked at: all but the first frame of an animation, codes beyond a limit.", 0),
    ("Pipeline/Setup/*.swift", r"^(The |A |the |it |.* is not installed)", "Subject or cause of a failure.", 0),
    ("Pipeline/**/*.swift", CLAUSE + r"|^(Looking|Fetching|Marking) |^reading it|old; the limit| to read$|^%1\$@ (s|min|h|days)$",
     "Part of a failure.", 0),
    ("ImageContainers/**/*.swift", CLAUSE, "Cause of a failure.", 0),
    ("ImageProcessing/Decoding/**/*.swift", CLAUSE, "Cause of a failure.", 0),
    ("WorkerClient/*.swift", CLAUSE, "Cause of a failure.", 0),
    ("ScreenshotLibrary/ClipboardReader.swift", r"graphical| says | no answer", "Cause of a failure.", 0),
    ("LinuxSystem/PrivateDirectory.swift", r"^(does|is|belongs|can|cannot) ", "Cause of a failure.", 0),
    ("Settings/SettingDefinition+All.swift", r"\.$", "What a setting does.", 0),
    ("Settings/Setting*.swift", r"^(?!#)[^\n]* [^\n]*$", "What is wrong with a setting, or what it may be.", 0),
    ("Settings/XDGDirectories.swift", r" ", "What is wrong with a setting.", 0),
    ("History/HistoryFailure.swift", r"^[a-z][^_]* [^_]*$", "Cause of a failure.", 0),
    ("History/HistoryFile.swift", r"^it ", "Cause of a failure.", 0),
    ("History/HistoryStore*.swift", CLAUSE + r"|^a newer version", "Cause of a failure.", 0),
    ("Application/LocalHelp/HelpTexts.swift", r" ", "What to do after a scam.", 0),
    ("Application/LocalHelp/HelpSteps.swift", r" (?!\()", "Heading.", 0),
    ("Daemon/DaemonLock.swift", r" ", "Cause of a failure.", 0),
    ("Daemon/DaemonRunner.swift", r"^ocr-scan was", "Cause of a failure.", 0),
    ("Daemon/ScanDaemon.swift", r"^it is waited for$", "Cause of a failure.", 0),
    ("Daemon/DaemonStatus.swift", r" ", "What the watcher is doing.", 0),
    ("Application/Diagnostics.swift", WORDS + r"|^no network|^%1\$@|^1 day$", "What ocr-scan doctor finds.", 0),
    ("Application/Finding.swift", r"^[A-Z]", "What ocr-scan doctor finds.", 0),
    ("Application/RuleFreshness.swift", r" ", "What ocr-scan doctor finds.", 0),
    ("Application/Program*.swift", r"^(it|something|cannot) ", "Cause of a failure.", 0),
    ("Application/ProgramSandbox.swift", r"^the sandbox", "Cause of a failure.", 0),
    ("Commands/Scan/ScanOptions.swift", r"^(standard input|the clipboard)$", "What was scanned.", 0),
    ("Window/Scan/ScanPage.swift", r"^the pasted picture$", "What was scanned.", 0),
    ("Commands/Program/DoctorCommand.swift", r"^ocr-scan reads", "What ocr-scan doctor says first.", 0),
    ("Commands/[!B]*/*.swift", r"^(it|its|the file) (?!is (there|a scam|harmless))", "Cause of a failure.", 0),
    ("Commands/Scan/ScanCommand.swift", r"^--annotate ", "Wrong usage of a command.", 0),
    ("Commands/History/PastTime.swift", r"^a date", 'Goes on after "--since takes ".', 0),
    ("**/*.swift", "", "Part of a failure.", 0),
]
# Their failures are told to those who write rules, or only to the worker's own program.
UNTRANSLATED = {"RiskAnalysis", "TextRecognition", "ocr-scan-worker"}
# What swift-argument-parser, which has no translations, says of wrong usage (ErrorMessageGenerator in its UsageGenerator.swift).
PARSER = [
    "Unknown option '%1$@'", "Unknown option '%1$@'. Did you mean '%2$@'?", "Missing value for '%1$@'",
    "The option '%1$@' does not take any value, but '%2$@' was specified.", "Unexpected argument '%1$@'",
    "%1$@ unexpected arguments: '%2$@'", "Value to be set with flag '%1$@' had already been set with flag '%2$@'",
    "Missing expected argument '%1$@'", "The value '%1$@' is invalid for '%2$@'",
    "The value '%1$@' is invalid for '%2$@'. Please provide one of '%3$@' and '%4$@'.",
    "The value '%1$@' is invalid for '%2$@'. Please provide one of '%3$@' or '%4$@'.",
]
# Words that are the values of settings and reports, too.
VALUES = {
    "How bad a failure is; also a choice in the settings.": ["low", "medium", "high", "critical"],
    "What of a text the history keeps; a choice in the settings.": ["redacted", "full", "none"],
    "What a rule looks at: \"one block\".": ["block", "page"],
    "Goes on after \"must be \": English words to be typed as they are, and your word for \"or\".":
        ["medium or high", "redacted or full or none"],
    "What the history keeps in place of a private part of a text.":
        ["[card number]", "[account number]", "[code]", "[password]", "[private key]", "[recovery phrase]", "[hidden]"],
    "Unit of a setting.": ["days", "megapixels"],
}
CALL = re.compile(r"\blocalized\(\s*")
COUNT = re.compile(r"count: ")


class Collection:
    """Entries in the order of the sources, each text once."""

    def __init__(self) -> None:
        self.entries: dict = {}

    def add(self, one: str, place: str, *, other="", comment="", limit=0) -> None:
        entry = self.entries.setdefault(one, Entry(one))
        entry.other = entry.other or other
        entry.places += [place] if place not in entry.places else []
        entry.comments += [comment] if comment and comment not in entry.comments else []
        entry.limit = min(filter(None, [entry.limit, limit]), default=0)


def entries(root: pathlib.Path) -> list:
    """All texts of the sources."""
    found = Collection()
    sources = root / "Sources"
    for pattern, which, comment, limit in MESSAGES:
        for path in sorted(sources.glob(pattern)):
            if not which and path.relative_to(sources).parts[0] in UNTRANSLATED:
                continue
            shown(found, path, root, re.compile(which), comment, limit)
    rules(found, sources / "RiskAnalysis/Rules")
    countries(found, sources / "RiskData/Countries")
    for path in sorted(set(sources.rglob("*.swift")) - {sources / "Localization/Texts.swift"}):
        calls(found, path, root)
    for path in sorted(sources.rglob("*.ui")):
        interface(found, path, root)
    settings = (sources / "Settings/SettingDefinition+All.swift").read_text()
    for name in re.findall(r'name: "([a-z_]+)"', settings):
        found.add(name.replace("_", " ").capitalize(), "Sources/Settings/SettingDefinition+All.swift",
                  comment="Name of a setting in the window.")
    for path in sorted((root / "desktop").rglob("*")):
        desktop(found, path, root)
    for text in PARSER:
        found.add(text, "Sources/Commands/Program/UsageError.swift", comment="Wrong usage of a command.")
    for comment, words in VALUES.items():
        for word in words:
            found.add(word, "Sources", comment=comment)
    found.add("%1$@-%2$@-%3$@", "Sources/ScanModel/Message.swift", comment="A day: year, month, day.")
    found.add("%1$@.%2$@", "Sources/ScanModel/Message.swift", comment="An amount: what stands before and after the decimal point.")
    found.add(".", "Sources/Localization/LocalNumber.swift", comment="What stands before the decimals of a number.")
    return list(found.entries.values())


def shown(found: Collection, path: pathlib.Path, root: pathlib.Path, which, comment: str, limit: int) -> None:
    source = path.read_text()
    for start, content in joined(source):
        if not which.pattern and not is_failure_part(source, start):
            continue
        if source[:start].rstrip().endswith(("preconditionFailure(", "precondition(", "fatalError(")):
            continue
        names = re.findall(r"(?:^|; )[A-Z]{2} ([^;]+)", content) if path.stem == "CountryName" else []
        for form in map(swift_strings.form, [content, *swift_strings.nested(content), *names]):
            if which.search(form) and is_translatable(form):
                found.add(form, str(path.relative_to(root)), comment=comment, limit=limit)


def joined(source: str) -> list:
    """Literals, with those joined by + as one, and where they begin."""
    whole: list = []
    last = -1
    for start, end, content in swift_strings.literals(source):
        if last >= 0 and re.fullmatch(r"\s*\+\s*", source[last:start]):
            whole[-1] = (whole[-1][0], whole[-1][1] + content)
        else:
            whole.append((start, content))
        last = end
    return whole


def is_translatable(form: str) -> bool:
    """Whether a text has words, or signs that stand between others, except for the colons of times and paths."""
    words = re.sub(r"%\d\$@", "", form)
    if "$@:%" in form or form.endswith("]"):
        return False
    return bool(re.search(r"[A-Za-z]{2}", words)) or (words != form and bool(re.search(r"\w|: |\(", words)))


def is_failure_part(source: str, start: int) -> bool:
    """Whether a literal is the subject or the cause of a failure that is made here, or says what is wrong with the usage."""
    before = source[max(0, start - 400) : start]
    if re.search(r"\bValidationError\(\s*$", before):
        return True
    call = max((found.start() for found in re.finditer(r"\b(\w*Failure|Problem)\(", before)), default=-1)
    return call >= 0 and before[call:].count("(") > before[call:].count(")") and bool(re.search(r"(detail|subject|reason): (?:\w+ \? )?(?:\"[^\"]*\" : )?$", before))


def rules(found: Collection, folder: pathlib.Path) -> None:
    """Messages of rules and the advice for each kind of scam."""
    for path in sorted(folder.glob("*.yaml")):
        for line in path.read_text().splitlines():
            place = f"Sources/RiskAnalysis/Rules/{path.name}"
            if match := re.match(r"    message: (.*)$", line):
                found.add(plain(match[1]), place, comment='Goes on after "It ": the message in the screenshot.')
            elif path.name == "advice.yaml" and (match := re.match(r"  [a-z_]+: (.*)$", line)):
                found.add(plain(match[1]), place, comment="Advice.")


def countries(found: Collection, folder: pathlib.Path) -> None:
    """Names of countries, notes, hours, and whose copy was read. Names of contacts are not translated."""
    for path in sorted(folder.glob("*.yaml")):
        for line in path.read_text().splitlines():
            if match := re.match(r"(?:name|    note|    hours|    via|    name(?=: (?:[Yy]our |Most |The bank))): (.*)$", line):
                found.add(plain(match[1]), f"Sources/RiskData/Countries/{path.name}", comment="Whom to turn to after a scam.")


def plain(value: str) -> str:
    """A YAML scalar in the form used by these files."""
    if value[:1] == '"':
        return value[1:-1].replace('\\"', '"')
    return value[1:-1].replace("''", "'") if value[:1] == "'" else re.sub(r" +#.*$", "", value)


def calls(found: Collection, path: pathlib.Path, root: pathlib.Path) -> None:
    """Literals passed to localized()."""
    source = path.read_text()
    place = str(path.relative_to(root))
    for call in CALL.finditer(source):
        at = call.end()
        if COUNT.match(source, at):
            one, at = text_at(source, source.index("one: ", at) + 5)
            other, _ = text_at(source, source.index("other: ", at) + 7)
            found.add(one, place, other=other)
        elif source[at] == '"':
            text, _ = text_at(source, at)
            found.add(text, place)


def text_at(source: str, at: int):
    """A literal, or several joined by +, and where it ends."""
    whole = ""
    while True:
        while source[at].isspace():
            at += 1
        end = swift_strings.end_of_literal(source, at + 1)
        at, content = end, source[at + 1 : end - 1]
        if "\\(" in content:
            raise ValueError(f"an expression inside of a text to translate: {content}")
        whole += "".join(value for _, value in swift_strings.pieces(content))
        match = re.compile(r"\s*\+\s*(?=\")").match(source, at)
        if not match:
            return whole, at
        at = match.end()


def desktop(found: Collection, path: pathlib.Path, root: pathlib.Path) -> None:
    """What desktops and file managers show: entries, actions, the metadata of the window, a script and an extension."""
    patterns = {
        ".desktop": r"^(?:Name|GenericName|Comment|Keywords)=(.*)$", ".nemo_action": r"^(?:Name|Comment)=(.*)$",
        ".xml": r"<(?:summary|p)>([^<]+)<", ".py": r'\btext\("([^"]+)"\)', "": r'\$\(text "([^"]+)"\)',
    }
    if not path.is_file() or path.suffix not in patterns:
        return
    for text in re.findall(patterns[path.suffix], path.read_text(), re.MULTILINE):
        if text != "ocr-scan":
            comment = "Words to search for, each with a semicolon behind it." if text.endswith(";") else "On the desktop."
            found.add(text, str(path.relative_to(root)), comment=comment)


def interface(found: Collection, path: pathlib.Path, root: pathlib.Path) -> None:
    """What GtkBuilder translates (GtkBuilder, "Internationalization")."""
    for match in re.finditer(r'translatable="(?:yes|1|true)"[^>]*>([^<]+)<', path.read_text()):
        text = match[1].replace("&lt;", "<").replace("&gt;", ">").replace("&apos;", "'").replace("&quot;", '"')
        found.add(text.replace("&amp;", "&"), str(path.relative_to(root)), comment="In the window.")
