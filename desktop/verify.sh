#!/bin/sh
# Checks the desktop entries as desktops read them, and that their commands are understood. Needs desktop-file-validate
# (Debian: desktop-file-utils). Usage: desktop/verify.sh [FOLDER OF OCR-SCAN]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

for entry in "$here"/*.desktop; do
  if ! said=$(desktop-file-validate "$entry" 2>&1) || [ -n "$said" ]; then
    printf '%s\n' "$said" >&2
    exit 1
  fi
done

if command -v appstreamcli >/dev/null; then
  # Without its home page and its pictures, which are where the program is published.
  appstreamcli validate --no-net --no-color "$here"/*.metainfo.xml | grep -E '^E:' && exit 1
fi

[ $# -gt 0 ] || exit 0
sed -n 's/^Exec=ocr-scan \([a-z]\{1,\}\).*/\1/p' "$here"/*.desktop | sort -u | while read -r command; do
  "$1/ocr-scan" "$command" --help >/dev/null || {
    echo "desktop: there is no command $command" >&2
    exit 1
  }
done
