#!/bin/sh
# Ends at the first failure, and creates the file "passed" if there is none. Runs as root in the booted system: a user
# logs in and enables the watcher, which is then killed, stalled and restarted.
set -eu
# "!" does not end a script (sh(1), -e).
refuse() { if "$@"; then exit 1; fi; }
step() { echo "  $1"; }
as_user() { runuser -u user -- env XDG_RUNTIME_DIR="/run/user/$(id -u user)" HOME=/home/user LC_ALL=C.UTF-8 "$@"; }
main_pid() { as_user systemctl --user show -P MainPID ocr-scand; }
entries() { as_user ocr-scan history list --json | grep -c '"id"' || true; }
wait_until() { # SECONDS WHAT COMMAND...
  left=$(($1 * 5)) what=$2
  shift 2
  until "$@"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || {
      echo "not within its time: $what"
      as_user systemctl --user status ocr-scand --no-pager || true
      journalctl --no-pager -n 30
      exit 1
    }
    sleep 0.2
  done
}
is_running() { [ "$(as_user systemctl --user is-active ocr-scand 2>/dev/null)" = active ]; }
is_another() { case "$(main_pid)" in 0 | "$1") false ;; *) is_running ;; esac }
has_entries() { [ "$(entries)" -ge "$1" ]; }
save() { as_user cp "$1" "/home/user/Pictures/Screenshots/$2"; }

# A session for the user, as created by logging in.
loginctl enable-linger user
wait_until 20 "the user's manager" as_user systemctl --user is-system-running --quiet
as_user mkdir -p /home/user/Pictures/Screenshots
as_user systemctl --user enable --now ocr-scand 2>/dev/null
is_running # Type=notify: enable --now returns when it is ready.
step "started and ready: $(as_user systemctl --user show -P StatusText ocr-scand)"
set -- /packages/*.png
save "$1" one.png
wait_until 30 "an entry" has_entries 1
step "a screenshot gives an entry"

pid=$(main_pid)
kill -KILL "$pid"
wait_until 30 "started again after kill -9" is_another "$pid"
save "$2" two.png
wait_until 30 "an entry after the restart" has_entries 2
step "killed: started again, and it goes on"

pid=$(main_pid)
kill -STOP "$pid"
wait_until 60 "started again by the watchdog" is_another "$pid"
step "stopped in its tracks: ended by the watchdog and started again"

pid=$(main_pid)
grep -q '^NoNewPrivs:.*1' "/proc/$pid/status" && grep -q '^Seccomp:.*2' "/proc/$pid/status"
[ "$(cut -d: -f3- "/proc/$pid/cgroup" | tail -1 | grep -c background.slice)" = 1 ]
for expected in MemoryMax=1610612736 TasksMax=64 LimitCORE=0 RestrictNamespaces=yes MemoryDenyWriteExecute=yes; do
  case "$expected" in
  RestrictNamespaces=*) [ "$(as_user systemctl --user show -P RestrictNamespaces ocr-scand)" != no ] ;;
  *) as_user systemctl --user show ocr-scand | grep -qx "$expected" ;;
  esac
done
[ "$(awk '/Max core file size/ {print $5}' "/proc/$pid/limits")" = 0 ]
as_user ocr-scan doctor >/packages/doctor.txt 2>&1
refuse grep '^✗' /packages/doctor.txt
step "limits and confinement are in force; doctor finds nothing wrong"

start=$(date +%s%N)
as_user systemctl --user stop ocr-scand
stopped=$((($(date +%s%N) - start) / 1000000))
[ "$stopped" -lt 2000 ]
step "stopped in $stopped ms"
as_user systemctl --user start ocr-scand

loginctl disable-linger user
loginctl terminate-user user 2>/dev/null || true
gone() { ! pgrep -u user -f ocr-scand >/dev/null; }
wait_until 30 "ended at log-out" gone
loginctl enable-linger user
wait_until 30 "started at log-in" is_running
step "ends when the user logs out, and is there again at the next log-in"

# Program output names no file and quotes nothing: only the daemon's own sentences and outcomes.
journalctl --no-pager -o cat _COMM=ocr-scand >/packages/journal
grep -q '^Screenshot [0-9a-f]*: high risk' /packages/journal
as_user ocr-scan --no-history --show-text /packages/*.png 2>/dev/null | tr -cs '[:alnum:]' '\n' | grep -E '^.{10,}$' |
  sort -u >/packages/words || true
[ "$(grep -c . /packages/words)" -gt 20 ]
# There is no desktop here, and screenshots speak of notifications, too.
own="Couldn't Show An Alert: The desktop did not take an alert: no notification service is running."
grep -vxF "$own" /packages/journal >/packages/quoted
refuse grep -wFf /packages/words /packages/quoted
refuse grep -e 'one\.png' -e 'two\.png' /packages/journal
step "the journal has no word of the screenshots ($(wc -l </packages/journal) lines)"
touch /packages/passed
