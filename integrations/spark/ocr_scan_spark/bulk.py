"""One run of `ocr-scan bulk` for one partition."""

import base64
import json
import os
import subprocess
import tempfile
import threading


class BulkFailed(RuntimeError):
    """The filter did not give a record for each input; Spark tries the task again."""


def inputs_of_pictures(pictures):
    """Lines for the filter. `pictures`: pairs of an identifier and bytes; None for no bytes gives a record with an error."""
    for name, content in pictures:
        encoded = None if content is None else base64.b64encode(bytes(content)).decode()
        yield _line(name, "bytes", encoded)


def inputs_of_paths(paths):
    """Lines for the filter. `paths`: pairs of an identifier and a path that this machine can open, or None as above."""
    for name, path in paths:
        yield _line(name, "path", path)


def _line(name, key, value):
    # Without an identifier the filter assigns one, so that there is a row.
    return json.dumps({"id": None if name is None else str(name), key: value}).encode() + b"\n"


def records(lines, program="ocr-scan", arguments=(), environment=None):
    """Yields the records of one run as they come; at most a few inputs are in memory at a time.

    Raises BulkFailed if the filter ends early, or if the numbers of records and inputs differ, so that a partition is
    either complete or missing.
    """
    fed = []
    # The program's usual folders may be missing or read-only for the user that an executor runs as.
    with tempfile.TemporaryDirectory(prefix="ocr-scan-") as home, tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [program, "bulk", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints,
            env={"PATH": os.environ.get("PATH", ""), "HOME": home, **(environment or {})})
        feeder = threading.Thread(target=_feed, args=(process.stdin, lines, fed), daemon=True)
        feeder.start()
        count = 0
        try:
            for line in process.stdout:
                count += 1
                yield json.loads(line)
            feeder.join()
            status = process.wait()
        finally:
            # A cancelled task leaves nothing behind; the workers end with the filter.
            if process.poll() is None:
                process.kill()
                process.wait()
            process.stdout.close()
        if isinstance(fed[-1], BaseException):
            raise fed[-1]
        if status != 0 or count != fed[-1]:
            complaints.seek(0)
            words = complaints.read(2_000).decode(errors="replace").strip()
            raise BulkFailed(f"ocr-scan bulk ended with status {status} and {count} records for {fed[-1]} inputs: {words}")


def _feed(pipe, lines, fed):
    """Writes the inputs; appends their number, or the error, to `fed`."""
    count = 0
    try:
        for line in lines:
            pipe.write(line)
            count += 1
    except BrokenPipeError:
        pass  # the filter has ended; its status tells why
    except BaseException as error:  # raised again by the reading thread
        fed.append(error)
    try:
        pipe.close()
    except BrokenPipeError:
        pass
    fed.append(fed.pop() if fed else count)
