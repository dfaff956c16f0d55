# Writes the manual page ocr-scan-config(5) from docs/settings.md, which a test compares with the program:
#   awk -f scripts/settings-page.awk -v date=2026-11-21 -v version=1.0.0 docs/settings.md
# Supports only the Markdown of that page: headings, paragraphs, code, links, one table.

BEGIN {
  printf ".\\\" Made by scripts/settings-page.awk from docs/settings.md.\n"
  printf ".TH \"OCR\\-SCAN\\-CONFIG\" 5 \"%s\" \"ocr\\-scan %s\" \"File Formats\"\n", date, version
  print ".SH NAME\nocr\\-scan\\-config \\- settings of ocr\\-scan and ocr\\-scand"
  print ".SH DESCRIPTION"
}

function roff(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  # Links become their text; code is set in bold.
  while (match(text, /\[[^]`]+\]\([^)]*\)/)) text = substr(text, 1, RSTART - 1) \
    link_words(substr(text, RSTART + 1, RLENGTH - 1)) substr(text, RSTART + RLENGTH)
  while (sub(/`/, "\\fB", text)) sub(/`/, "\\fR", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}

function link_words(text) {
  sub(/\]\(.*/, "", text)
  return text
}

/^# / || /^\| setting / || /^\|---/ { next }
/^## / { print ".SH " toupper(roff(substr($0, 4))); any_text = 0; next }
/^\| / {
  split($0, cells, / *\| */)
  print ".TP\n" roff(cells[2])
  print roff(toupper(substr(cells[5], 1, 1)) substr(cells[5], 2)) "."
  print "Allowed: " roff(cells[4]) ". Default: " roff(cells[3]) "."
  next
}
/^$/ { paragraph = 1; next }
{
  # Headings begin a paragraph by themselves.
  if (paragraph && any_text) print ".PP"
  paragraph = 0
  any_text = 1
  print roff($0)
}

END {
  print ".SH EXAMPLE\n.EX\ndirectories: [~/Pictures]\nlanguages: [eng, deu]\nalert_sound: true\n.EE"
  print ".SH SEE ALSO\n.BR ocr\\-scan (1),\n.BR ocr\\-scand (1)"
}
