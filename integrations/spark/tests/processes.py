"""The processes below this one: kind, parent, memory and processor time."""

import collections
import os
import pathlib

# Part of the command line of each kind; the first match counts.
KINDS = {
    "worker": "ocr-scan-worker\0", "held": "held_filter.py\0", "filter": "ocr-scan\0bulk\0",
    "executor": "CoarseGrainedExecutorBackend", "python": "pyspark.daemon", "driver": "org.apache.spark.deploy.SparkSubmit"}
TICKS = os.sysconf("SC_CLK_TCK")


class Table:
    """The processes of one moment."""

    def __init__(self):
        self.parents, self.kinds, self.seconds = {}, {}, {}
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                fields = pathlib.Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split()
                line = pathlib.Path("/proc", entry, "cmdline").read_bytes()
            except OSError:
                continue
            process = int(entry)
            self.parents[process] = int(fields[1])
            self.kinds[process] = next((kind for kind, word in KINDS.items() if word.encode() in line), None)
            # Including the children it waited for, because most workers are too short-lived to be seen.
            self.seconds[process] = (sum(map(int, fields[11:13])) / TICKS, sum(map(int, fields[13:15])) / TICKS)

    def ancestors(self, process):
        while process in self.parents:
            process = self.parents[process]
            yield process

    def own(self, kind):
        """The processes of a kind among the descendants of this process."""
        return [process for process, found in self.kinds.items() if found == kind and os.getpid() in self.ancestors(process)]

    def above(self, process, kind):
        return next((each for each in self.ancestors(process) if self.kinds.get(each) == kind), None)

    def children(self, process, kind):
        return [each for each, parent in self.parents.items() if parent == process and self.kinds[each] == kind]


class Peaks:
    """The most memory of one process of each kind in MiB, and the processor time of each kind in seconds."""

    def __init__(self):
        self.mebibytes, self.used = {}, {}

    def note(self, table):
        for kind in KINDS:
            for process in table.own(kind):
                try:
                    status = pathlib.Path("/proc", str(process), "status").read_text()
                except OSError:
                    continue
                found = [int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM")]
                self.mebibytes[kind] = max([self.mebibytes.get(kind, 0), *found])
                own, waited = table.seconds[process]
                if kind == "filter":
                    # The time of its children includes its workers.
                    self.used["filter and workers", process] = own + waited
                elif kind != "worker":
                    self.used["engine", process] = own

    def seconds(self):
        sums = collections.Counter()
        for (kind, _), seconds in self.used.items():
            sums[kind] += seconds
        return {kind: round(seconds, 1) for kind, seconds in sums.items()}
