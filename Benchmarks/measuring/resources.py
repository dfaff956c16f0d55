"""What the daemon uses: memory at work, and memory and wake-ups at rest."""

import threading
import time

from . import processes, programs, tables


class Peak:
    """Polls the daemon and its workers, and keeps the largest sums."""

    def __init__(self, pid):
        self.pid = pid
        self.resident = 0
        self.proportional = 0
        self.count = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._poll)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._done.set()
        self._thread.join()

    def _poll(self):
        while not self._done.wait(0.003):
            pids = [self.pid, *processes.children(self.pid)]
            self.count = max(self.count, len(pids) - 1)
            self.resident = max(self.resident, sum(map(processes.resident, pids)))
            shares = [processes.proportional(pid) for pid in pids]
            if None not in shares:
                self.proportional = max(self.proportional, sum(shares))


def wait_until_alone(pid, limit=30):
    began = time.monotonic()
    while processes.children(pid):
        if time.monotonic() - began > limit:
            raise programs.Failed("the workers did not leave")
        time.sleep(0.05)


def measure(shot, bin_folder, idle_seconds):
    with programs.daemon(bin_folder, worker_idle_seconds=1) as daemon:
        wait_until_alone(daemon.pid)
        daemon.settle(0.5)
        fresh = processes.fields(f"/proc/{daemon.pid}/status")
        with Peak(daemon.pid) as peak:
            daemon.scan(shot)
        wait_until_alone(daemon.pid)
        # Dispatch's pool threads end five seconds after their last work; until then the daemon is not at rest.
        daemon.settle(0.5)
        time.sleep(8)
        switches, ticks = processes.context_switches(daemon.pid), processes.cpu_ticks(daemon.pid)
        time.sleep(idle_seconds)
        after, ticks_after = processes.context_switches(daemon.pid), processes.cpu_ticks(daemon.pid)
        idle = processes.fields(f"/proc/{daemon.pid}/status")
    # A thread that has ended must have woken up at least once to do so.
    woken = sum(after[thread] - switches.get(thread, 0) for thread in after) + len(switches.keys() - after.keys())
    return section(shot, peak, fresh, idle, idle_seconds, (woken, ticks_after - ticks))


def kib(status, name):
    return int(status[name].split()[0])


def section(shot, peak, fresh, idle, idle_seconds, activity):
    switches, ticks = activity
    found = tables.Section(
        "Memory and rest",
        f"ocr-scand reads {shot.name} ({shot.width}x{shot.height}); worker_idle_seconds is 1. Peaks are sums over the "
        "daemon and all its workers, polled every 3 ms: resident from /proc/PID/statm, where a page that several share "
        "counts several times, and proportional (Pss in smaps_rollup), where it counts once. At rest: /proc/PID/status "
        "after the workers have left, and voluntary plus involuntary context switches of all threads over "
        f"{idle_seconds} s.",
        ["figure", "value"])
    resident, rest = peak.resident * 1024 / 1e6, kib(idle, "VmRSS") * 1024 / 1e6
    found.rows = [
        [f"peak of daemon and {peak.count} workers, resident", tables.megabytes(peak.resident)],
        ["peak of the same, proportional", tables.megabytes(peak.proportional) if peak.proportional else "needs root"],
        ["daemon at rest, before its first scan", tables.megabytes(kib(fresh, "VmRSS"))],
        ["daemon at rest, after its workers have left", tables.megabytes(kib(idle, "VmRSS"))],
        ["  of that, its own (RssAnon)", tables.megabytes(kib(idle, "RssAnon"))],
        ["  of that, mapped files (RssFile)", tables.megabytes(kib(idle, "RssFile"))],
        ["  threads", idle["Threads"]],
        [f"  context switches in {idle_seconds} s", switches],
        [f"  processor time in {idle_seconds} s, clock ticks", ticks],
    ]
    return [found], [
        ("daemon and workers on a 4K screenshot, resident", f"{resident:.0f} MB", "<= 250 MB", resident <= 250),
        ("daemon at rest, resident", f"{rest:.1f} MB", "<= 20 MB", rest <= 20),
        (f"wake-ups at rest in {idle_seconds} s", switches, "0", switches == 0),
    ]
