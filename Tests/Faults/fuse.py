"""A file server that stops answering: a read-only file system (FUSE) that shows the files of another folder, until it is
told to leave a question without an answer. Written against the kernel's interface (linux/fuse.h, version 7.31), because
no library for it need be installed.
"""

import ctypes
import errno
import os
import stat
import struct
import subprocess
import sys
import time
from pathlib import Path

from daemon import Skipped

LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT = (
    1, 2, 3, 14, 15, 17, 18, 25, 26, 27, 28, 29, 34, 36)
BATCH_FORGET = 42
BLOCK = 1 << 16


class Server:
    """Answers the questions of the kernel. `silent` is a file: while it exists, nothing about the names that it holds is
    answered ("*" for all), once they have been opened if it says "opened" first."""

    def __init__(self, device, source, silent):
        self.device, self.source, self.silent = device, source, silent
        self.nodes, self.names, self.opened, self.held = {1: ""}, {"": 1}, set(), []

    def run(self):
        import select
        while True:
            ready, _, _ = select.select([self.device], [], [], 0.05)
            if ready:
                try:
                    question = os.read(self.device, BLOCK + 4096)
                except OSError as error:
                    if error.errno == errno.ENODEV:
                        return
                    continue
                self.held.append(question)
            waiting, self.held = self.held, []
            for question in waiting:
                if self.is_silent(question):
                    self.held.append(question)
                    open(self.silent + ".asked", "w").close()
                else:
                    self.answer(question)

    def name_of(self, question):
        _, kind, _, node = struct.unpack_from("<IIQQ", question)
        return question[40:].split(b"\0")[0].decode() if kind == LOOKUP else self.nodes.get(node, "")

    def is_silent(self, question):
        try:
            words = open(self.silent).read().split()
        except OSError:
            return False
        kind = struct.unpack_from("<I", question, 4)[0]
        if kind in (FORGET, BATCH_FORGET, INIT, INTERRUPT, RELEASE, FLUSH):
            return False
        name = self.name_of(question)
        if words[:1] == ["opened"]:
            # Only asked anew: the answers about the open file itself still come.
            return kind == LOOKUP and name in words and name in self.opened
        return "*" in words or name in words

    def attributes(self, name):
        status = os.lstat(os.path.join(self.source, name))
        node = self.names.setdefault(name, len(self.names) + 1)
        self.nodes[node] = name
        times = [status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns]
        return node, struct.pack(
            "<QQQQQQIIIIIIIIII", node, status.st_size, status.st_blocks, *[t // 10**9 for t in times],
            *[t % 10**9 for t in times], status.st_mode, 1, status.st_uid, status.st_gid, 0, 4096, 0)

    def reply(self, unique, content=b"", error=0):
        try:
            os.write(self.device, struct.pack("<IiQ", 16 + len(content), -error, unique) + content)
        except OSError:
            pass  # the question was withdrawn

    def answer(self, question):
        _, kind, unique, node = struct.unpack_from("<IIQQ", question)
        name = self.name_of(question)
        try:
            if kind == INIT:
                self.reply(unique, struct.pack("<IIIIHHIIHHI7I", 7, 31, 0, 0, 8, 6, 4096, 1, 1, 0, 0, *[0] * 7))
            elif kind == LOOKUP:
                number, attributes = self.attributes(name)
                # Nothing is cached, so that each access asks.
                self.reply(unique, struct.pack("<QQQQII", number, 0, 0, 0, 0, 0) + attributes)
            elif kind == GETATTR:
                self.reply(unique, struct.pack("<QII", 0, 0, 0) + self.attributes(name)[1])
            elif kind in (OPEN, OPENDIR):
                self.opened.add(name)
                self.reply(unique, struct.pack("<QII", 0, 1, 0))
            elif kind == READ:
                _, offset, size = struct.unpack_from("<QQI", question, 40)
                with open(os.path.join(self.source, name), "rb") as file:
                    file.seek(offset)
                    self.reply(unique, file.read(size))
            elif kind == READDIR:
                _, offset, size = struct.unpack_from("<QQI", question, 40)
                content = b""
                for index, entry in list(enumerate(sorted(os.listdir(self.source)), 1))[offset:]:
                    text = entry.encode()
                    record = struct.pack("<QQII", self.attributes(entry)[0], index, len(text), stat.S_IFREG >> 12) + text
                    record += b"\0" * (-len(record) % 8)
                    if len(content) + len(record) > size:
                        break
                    content += record
                self.reply(unique, content)
            elif kind == STATFS:
                self.reply(unique, struct.pack("<QQQQQIIII6I", 1, 1, 1, 1, 1, 4096, 255, 4096, 0, *[0] * 6))
            elif kind in (RELEASE, RELEASEDIR, FLUSH, ACCESS):
                self.reply(unique)
            elif kind not in (FORGET, BATCH_FORGET, INTERRUPT):
                self.reply(unique, error=errno.ENOSYS)
        except FileNotFoundError:
            self.reply(unique, error=errno.ENOENT)


class Mount:
    """Shows a folder at another place, through a server of its own."""

    def __init__(self, home, source, place):
        if os.geteuid() != 0 or not os.path.exists("/dev/fuse"):
            raise Skipped("only root may mount, and FUSE has to be there")
        self.place, self.silent = str(place), home.root / "silent"
        device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other"
        result = ctypes.CDLL(None, use_errno=True).mount(
            b"test", os.fsencode(self.place), b"fuse.test", 0, options.encode())
        if result != 0:
            raise Skipped(f"FUSE cannot be mounted: {os.strerror(ctypes.get_errno())}")
        home.mounts.append(self.place)
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(device), str(source), str(self.silent)], pass_fds=[device])
        os.close(device)

    def stop_answering(self, words):
        Path(f"{self.silent}.asked").unlink(missing_ok=True)
        self.silent.write_text(words)

    @property
    def keeps_waiting(self):
        """Whether a question is left without an answer."""
        return os.path.exists(f"{self.silent}.asked")

    def answer(self):
        self.silent.unlink(missing_ok=True)
        time.sleep(0.1)

    def end(self):
        self.process.kill()
        self.process.wait()


if __name__ == "__main__":
    Server(int(sys.argv[1]), sys.argv[2], sys.argv[3]).run()
