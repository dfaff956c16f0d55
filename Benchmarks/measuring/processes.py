"""Figures from /proc about a process and its children (proc(5))."""

import os
import pathlib

PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


def children(pid):
    """The children of every thread; empty once the process is gone."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            continue
    return found


def resident(pid):
    """Resident KiB by the kernel's counter: cheap enough to poll, readable for every process. 0 once it is gone."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB
    except (OSError, IndexError):
        return 0


def proportional(pid):
    """Resident KiB with shared pages divided among their users; None if only root may read it.

    The workers forbid inspection (PR_SET_DUMPABLE), so an ordinary user gets None for them.
    """
    try:
        return int(fields(f"/proc/{pid}/smaps_rollup")["Pss"].split()[0])
    except (OSError, KeyError):
        return None


def fields(path):
    lines = pathlib.Path(path).read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def context_switches(pid):
    """How often each thread was switched out, because it waited or was interrupted: thread number to count."""
    counts = {}
    for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        try:
            values = fields(status)
        except OSError:
            continue  # pool threads end if there is nothing to do
        counts[status.parent.name] = int(values["voluntary_ctxt_switches"]) + int(values["nonvoluntary_ctxt_switches"])
    return counts


def cpu_ticks(pid):
    """Processor time in clock ticks, of the process and its ended children. 0 once it is gone."""
    try:
        # The name in parentheses may hold anything; utime, stime, cutime, cstime are the 12th to 15th field after it.
        rest = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, rest[11:15]))
    except OSError:
        return 0


def cpu_seconds(pid):
    """Processor time of a process and all its children, including those that have ended."""
    return sum(map(cpu_ticks, [pid, *children(pid)])) / os.sysconf("SC_CLK_TCK")
