#!/bin/sh
# Checks the unit as it would be installed: no unknown or misspelled directive, and not laxer than it was.
# Needs systemd-analyze (Debian: systemd); runs without a service manager.
set -eu

# Of 100; measured 60 with systemd 252. The score counts protections that user units cannot have.
threshold=60

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

mkdir -p "$work/bin" "$work/units"
mkdir -m 0700 "$work/runtime"
export XDG_RUNTIME_DIR="$work/runtime"

# The program must exist for the check, not work.
printf '#!/bin/sh\n' > "$work/bin/ocr-scand"
chmod +x "$work/bin/ocr-scand"
sed "s|@BINDIR@|$work/bin|g" "$here/ocr-scand.service" > "$work/units/ocr-scand.service"

if grep -n '@[A-Z]*@' "$work/units/ocr-scand.service" >&2; then
  echo "systemd/ocr-scand.service: a placeholder was not replaced" >&2
  exit 1
fi

# verify succeeds in spite of unknown directives; they show in what it prints.
if ! said=$(systemd-analyze verify --user "$work/units/ocr-scand.service" 2>&1) || [ -n "$said" ]; then
  printf 'systemd/ocr-scand.service: %s\n' "$said" >&2
  exit 1
fi

if ! said=$(systemd-analyze security --user --offline=true --no-pager --threshold=$threshold \
  "$work/units/ocr-scand.service" 2>&1); then
  printf '%s\n' "$said" >&2
  exit 1
fi
