#!/bin/sh
# Runs as root in a bare root file system: what an administrator and a user do with the package. Ends at the first
# failure.
set -eu
cd /packages

# Everything except the users' folders and the files of apt and dpkg.
list() {
  find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /home -o -path /packages -o -path /var/lib/dpkg \
    -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \) -prune -o -print | sort
}
as_user() { # COMMAND
  su -s /bin/sh user -c "cd; export XDG_RUNTIME_DIR=/tmp/runtime LC_ALL=C.UTF-8; $1"
}
step() { echo "  $1"; }

apt-get update -qq
useradd --create-home user
mkdir -m 700 /tmp/runtime && chown user /tmp/runtime
# Installed and purged once for its dependencies, so that a later comparison shows only what the package leaves behind.
apt-get install -y -qq --no-install-recommends ./older.deb >/dev/null 2>&1
dpkg -P ocr-scan >/dev/null
list >/tmp/before

step "install: $(apt-get install -y -qq --no-install-recommends ./older.deb 2>&1 | grep -c '^Setting up') package"
as_user "ocr-scan --version && ocr-scand --version" >/dev/null
as_user "ocr-scan doctor >doctor.txt 2>&1" || { cat /home/user/doctor.txt; exit 1; }
if grep '^✗' /home/user/doctor.txt; then exit 1; fi
step "doctor: nothing is wrong"

entries() { as_user "ocr-scan history list --json" | grep -c '"id"' || true; }
wait_for() { # ENTRIES
  tries=0
  while [ "$(entries)" -lt "$1" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { echo "no entry came"; cat /tmp/watch.log; exit 1; }
    sleep 0.5
  done
}
as_user "mkdir -p Pictures/Screenshots; ocr-scand >/tmp/watch.log 2>&1 & echo \$! >/tmp/watch.pid"
sleep 2
set -- *.png
as_user "cat /packages/$1 >Pictures/Screenshots/first.png"
wait_for 1
step "a screenshot that is saved gives an entry"

# Upgraded while it watches: files replaced under the daemon neither stop nor break it.
as_user "ocr-scan settings set store_text none" >/dev/null 2>&1
apt-get install -y -qq --no-install-recommends ./new.deb >/dev/null 2>&1
kill -0 "$(cat /tmp/watch.pid)"
as_user "cat /packages/$2 >Pictures/Screenshots/second.png"
wait_for 2
step "upgraded while watching: the watcher goes on and reads the next screenshot"
kill "$(cat /tmp/watch.pid)"
sleep 1
[ "$(entries)" -ge 2 ] && as_user "ocr-scan settings list" 2>/dev/null | grep -q 'store_text.*none'
as_user "ocr-scan --no-history Pictures/Screenshots/first.png" >/dev/null || [ $? -eq 1 ]
step "history and settings are kept"

apt-get remove -y -qq ocr-scan >/dev/null 2>&1
[ ! -e /usr/bin/ocr-scan ] && [ -s /home/user/.local/share/ocr-scan/history.sqlite ]
step "removed; the user's history stays"
apt-get purge -y -qq ocr-scan >/dev/null 2>&1
list >/tmp/after
diff /tmp/before /tmp/after || { echo "left behind"; exit 1; }
step "purged; nothing is left behind"

[ -e window.deb ] || exit 0
apt-get install -y -qq --no-install-recommends ./new.deb ./window.deb >/dev/null 2>&1
as_user "ocr-scan-window --version" >/dev/null
status=0
as_user "env -u DISPLAY -u WAYLAND_DISPLAY ocr-scan-window" 2>/dev/null || status=$?
[ "$status" -eq 69 ]
apt-get purge -y -qq ocr-scan-window >/dev/null 2>&1
[ ! -e /usr/bin/ocr-scan-window ] && as_user "ocr-scan --version" >/dev/null
step "the window comes and goes by itself; without a display it says so"
