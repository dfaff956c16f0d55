#!/bin/sh
# Checks the desktop entries as desktops read them, in all languages, and that their commands are understood. Needs
# desktop-file-validate (Debian: desktop-file-utils) and gettext. Usage: desktop/verify.sh [FOLDER OF OCR-SCAN]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
for entry in "$here"/*.desktop; do
  installed=$built/${entry##*/}
  msgfmt --desktop --template="$entry" -d "$here/../po" -o "$installed"
  grep -q '^Comment\[de\]=' "$installed"
  if ! said=$(desktop-file-validate "$installed" 2>&1) || [ -n "$said" ]; then
    printf '%s\n' "$said" >&2
    exit 1
  fi
done

if command -v appstreamcli >/dev/null; then
  # Without its home page and its pictures, which are where the program is published.
  metainfo=org.ocr_scan.Window.metainfo.xml
  msgfmt --xml --template="$here/$metainfo" -d "$here/../po" -o "$built/$metainfo"
  appstreamcli validate --no-net --no-color "$built/$metainfo" | grep -E '^E:' && exit 1
fi

# Files for file managers. Dolphin's service menus are not application entries, but have the same group and keys.
for file in "$here"/icons/*.svg; do
  if command -v xmllint >/dev/null; then xmllint --noout "$file"; fi
done
for file in "$here"/file-managers/*.nemo_action "$here"/file-managers/dolphin.desktop "$here"/ocr-scan-open.desktop; do
  grep -q '^Exec=open-picture %F$' "$file" && grep -qi '^MimeTypes\{0,1\}=image/png;image/jpeg;image/webp;$' "$file" || {
    echo "$file: must hand pictures to open-picture" >&2
    exit 1
  }
done
sh -n "$here/open-picture"
if command -v python3 >/dev/null; then
  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$here/file-managers/nautilus.py"
fi

[ $# -gt 0 ] || exit 0
sed -n 's/^Exec=ocr-scan \([a-z]\{1,\}\).*/\1/p' "$here"/*.desktop | sort -u | while read -r command; do
  "$1/ocr-scan" "$command" --help >/dev/null || {
    echo "desktop: there is no command $command" >&2
    exit 1
  }
done
