"""Scores of SpamAssassin's local rules for texts, as a baseline: what somebody has who sends screenshots' text through a mail filter."""

import email.message
import email.policy
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

COMMAND = "spamassassin"
# Messages a process; each takes a second to start.
MESSAGES = 100
STATUS = re.compile(r"^X-Spam-Status: \S+ score=(-?[\d.]+)", re.MULTILINE)


def is_installed():
    return shutil.which(COMMAND) is not None


def _message(text):
    message = email.message.EmailMessage(policy=email.policy.SMTP.clone(linesep="\n"))
    message["From"], message["To"] = "somebody@example.org", "reader@example.org"
    message["Subject"] = next((line for line in text.splitlines() if line.strip()), "")[:120].encode("ascii", "replace").decode()
    message["Date"], message["Message-ID"] = "Mon, 02 Nov 2026 10:00:00 +0000", "<1@example.org>"
    message.set_content(text, cte="8bit")
    return b"From somebody@example.org Mon Nov  2 10:00:00 2026\n" + re.sub(rb"(?m)^From ", b">From ", message.as_bytes()) + b"\n"


def _scores(texts):
    # --local: no tests that ask the network.
    done = subprocess.run([COMMAND, "--local", "--mbox"], input=b"".join(map(_message, texts)), capture_output=True, check=True)
    found = [float(score) for score in STATUS.findall(done.stdout.decode("utf-8", "replace"))]
    if len(found) != len(texts):
        raise ValueError(f"{COMMAND} scored {len(found)} of {len(texts)} texts")
    return found


def scores(texts):
    """The score of each text; spam has 5 and more."""
    parts = [texts[start : start + MESSAGES] for start in range(0, len(texts), MESSAGES)]
    with ThreadPoolExecutor() as pool:
        return [score for part in pool.map(_scores, parts) for score in part]
