#!/bin/sh
# Checks the unit as it would be installed: no unknown or misspelled directive, and no less strict than recorded.
# Needs systemd-analyze (Debian: systemd); runs without a service manager.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

mkdir -p "$work/bin" "$work/units"
mkdir -m 0700 "$work/runtime"
export XDG_RUNTIME_DIR="$work/runtime"

# For the check the program must exist, but it need not work.
printf '#!/bin/sh\n' > "$work/bin/ocr-scand"
chmod +x "$work/bin/ocr-scand"
sed "s|@BINDIR@|$work/bin|g" "$here/ocr-scand.service" > "$work/units/ocr-scand.service"

if grep -n '@[A-Z]*@' "$work/units/ocr-scand.service" >&2; then
  echo "systemd/ocr-scand.service: a placeholder was not replaced" >&2
  exit 1
fi

# Compares the unit, as it is in the folder now, with the exposure recorded for a name.
check() {
  # verify succeeds despite unknown directives, but prints them.
  if ! said=$(systemd-analyze verify --user "$work/units/ocr-scand.service" 2>&1) || [ -n "$said" ]; then
    printf 'systemd/%s: %s\n' "$1" "$said" >&2
    exit 1
  fi
  recorded=$(sed -n "s/^$1 //p" "$here/exposure")
  said=$(systemd-analyze security --user --offline=true --no-pager "$work/units/ocr-scand.service")
  measured=$(printf '%s\n' "$said" | sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\).*/\1/p')
  if ! awk "BEGIN { exit !(\"$measured\" != \"\" && $measured + 0 <= $recorded + 0) }"; then
    printf '%s\n' "$said" >&2
    echo "systemd/$1: exposure $measured, recorded $recorded (systemd/exposure)" >&2
    exit 1
  fi
  echo "systemd/$1: exposure $measured"
}

check ocr-scand.service
mkdir "$work/units/ocr-scand.service.d"
cp "$here/50-userns.conf" "$work/units/ocr-scand.service.d/"
check 50-userns.conf
