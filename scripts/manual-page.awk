# Writes a manual page (man(7)) from a program's own help:
#   ocr-scan --experimental-dump-help | awk -f scripts/manual-page.awk -v date=2026-11-21 -v version=1.0.0
# Works with any awk, so that installing needs only Debian's base system.

{ json = json $0 "\n" }

END {
  position = 1
  length_of_json = length(json)
  read_value("")
  write_page()
}

# MARK: JSON (RFC 8259): each string, number and word is kept in value[path], counts of lists in count[path].

function skip_space() {
  while (substr(json, position, 1) ~ /[ \t\r\n]/) position++
}

function read_value(path,   sign, number) {
  skip_space()
  sign = substr(json, position, 1)
  if (sign == "{") read_object(path)
  else if (sign == "[") read_list(path)
  else if (sign == "\"") value[path] = read_string()
  else if (match(substr(json, position, 40), /^[-+.0-9A-Za-z]+/)) {
    value[path] = substr(json, position, RLENGTH)
    position += RLENGTH
  } else fail("a value")
}

function read_object(path,   key) {
  position++
  for (skip_space(); substr(json, position, 1) != "}"; skip_space()) {
    if (substr(json, position, 1) == ",") { position++; skip_space() }
    key = read_string()
    skip_space()
    if (substr(json, position, 1) != ":") fail("a colon")
    position++
    read_value(path "/" key)
  }
  position++
}

function read_list(path,   index_in_list) {
  position++
  index_in_list = 0
  for (skip_space(); substr(json, position, 1) != "]"; skip_space()) {
    if (substr(json, position, 1) == ",") position++
    read_value(path "/" index_in_list++)
  }
  count[path] = index_in_list
  position++
}

function read_string(   text, part, sign) {
  if (substr(json, position, 1) != "\"") fail("a string")
  position++
  text = ""
  while (position <= length_of_json) {
    # In small steps, because matching the whole rest of the text each time would take minutes.
    part = substr(json, position, 200)
    if (match(part, /^[^"\\]+/)) {
      text = text substr(part, 1, RLENGTH)
      position += RLENGTH
      continue
    }
    sign = substr(json, position, 2)
    if (substr(sign, 1, 1) == "\"") { position++; return text }
    position += 2
    if (sign == "\\n") text = text "\n"
    else if (sign == "\\t") text = text "\t"
    else if (sign ~ /^\\["\\\/]$/) text = text substr(sign, 2, 1)
    else fail("a known escape")
  }
  fail("the end of a string")
}

function fail(wanted) {
  print "manual-page.awk: " wanted " was expected at character " position > "/dev/stderr"
  failed = 1
  exit 65
}

# MARK: roff

# Escapes text for roff: hyphens that can be copied, no requests at the beginning of a line.
function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/\n\./, "\n\\\\\\&.", text)
  gsub(/\n'/, "\n\\\\\\&'", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}

function write_page(   name, title) {
  name = value["/command/commandName"]
  title = toupper(name)
  printf ".\\\" Made by scripts/manual-page.awk from the help of %s.\n", name
  printf ".TH \"%s\" 1 \"%s\" \"ocr\\-scan %s\" \"User Commands\"\n", escaped(title), date, version
  print ".SH NAME"
  printf "%s \\- %s\n", escaped(name), escaped(lowered(value["/command/abstract"]))
  print ".SH SYNOPSIS"
  write_synopses("/command", "")
  print ".SH DESCRIPTION"
  print escaped(value["/command/abstract"])
  write_discussion("/command", 1)
  if (subcommands_shown("/command")) {
    print ".SH COMMANDS"
    write_commands("/command", name)
    print ".SH OPTIONS OF EVERY COMMAND"
  } else print ".SH OPTIONS"
  write_arguments("/command", 1)
  print ".SH FILES"
  write_file("~/.config/ocr-scan/config.yaml", "Settings: see ocr-scan-config(5).")
  write_file("~/.config/ocr-scan/rules.d/*.yaml", "Rules of your own.")
  write_file("~/.local/share/ocr-scan/history.sqlite", "The history; private texts in it are redacted.")
  write_file("~/.local/state/ocr-scan/errors.json", "The last 100 failures, for \"ocr-scan errors\".")
  write_file("~/.local/state/ocr-scan/events.jsonl", "What was done, without file names and recognized text.")
  print ".SH SEE ALSO"
  print (name == "ocr-scan") ? ".BR ocr\\-scand (1)," : ".BR ocr\\-scan (1),"
  print ".BR ocr\\-scan\\-config (5),"
  print ".BR tesseract (1)"
}

# Lower-cases the first letter and drops the full stop, as whatis(1) shows it.
function lowered(text) {
  sub(/\..*$/, "", text)
  return tolower(substr(text, 1, 1)) substr(text, 2)
}

function write_file(path, meaning) {
  print ".TP"
  printf ".I %s\n%s\n", escaped(path), escaped(meaning)
}

function subcommands_shown(path,   i, shown) {
  shown = 0
  for (i = 0; i < count[path "/subcommands"]; i++) if (!is_helper(path "/subcommands/" i)) shown++
  return shown
}

function is_helper(path) {
  return value[path "/commandName"] == "help" || value[path "/shouldDisplay"] == "false"
}

function write_synopses(path, before,   i, name) {
  name = (before == "" ? "" : before " ") value[path "/commandName"]
  if (!subcommands_shown(path)) {
    write_synopsis(path, name)
    return
  }
  for (i = 0; i < count[path "/subcommands"]; i++)
    if (!is_helper(path "/subcommands/" i)) write_synopses(path "/subcommands/" i, name)
}

function write_synopsis(path, name,   i, argument, words) {
  words = ".B " escaped(name) "\n"
  if (has_options(path)) words = words "[\\fIOPTIONS\\fR]\n"
  for (i = 0; i < count[path "/arguments"]; i++) {
    argument = path "/arguments/" i
    if (value[argument "/kind"] != "positional" || value[argument "/shouldDisplay"] == "false") continue
    words = words placeholder(argument) "\n"
  }
  printf "%s%s", (any_synopsis++ ? ".br\n" : ""), words
}

function placeholder(argument,   word) {
  word = "\\fI" escaped(toupper(value[argument "/valueName"])) "\\fR"
  if (value[argument "/isRepeating"] == "true") word = word " ..."
  return value[argument "/isOptional"] == "true" ? "[" word "]" : word
}

function has_options(path,   i) {
  for (i = 0; i < count[path "/arguments"]; i++)
    if (value[path "/arguments/" i "/kind"] != "positional" && !is_common(path "/arguments/" i)) return 1
  return 0
}

function write_commands(path, before,   i, child, name) {
  for (i = 0; i < count[path "/subcommands"]; i++) {
    child = path "/subcommands/" i
    if (is_helper(child)) continue
    name = before " " value[child "/commandName"]
    print ".SS " escaped(name)
    print escaped(value[child "/abstract"])
    write_discussion(child, 0)
    write_arguments(child, 0)
    write_commands(child, name)
  }
}

# In help texts, indented lines are examples; capitals with a colon begin a section.
function write_discussion(path, is_top,   lines, n, i, line, verbatim, paragraph) {
  n = split(value[path "/discussion"], lines, "\n")
  verbatim = 0
  paragraph = 1
  for (i = 1; i <= n; i++) {
    line = lines[i]
    if (verbatim && line !~ /^  /) { print ".EE\n.RE"; verbatim = 0; paragraph = 1 }
    if (line == "") { paragraph = 1; continue }
    if (is_top && line ~ /^[A-Z][A-Z ]+:$/) {
      sub(/:$/, "", line)
      print ".SH " line
      paragraph = 0
      continue
    }
    if (paragraph) { print ".PP"; paragraph = 0 }
    if (line ~ /^  /) {
      if (!verbatim) { print ".RS 4\n.EX"; verbatim = 1 }
      print escaped(substr(line, 3))
    } else if (line ~ /^[A-Z][A-Z ]+:$/) {
      print substr(line, 1, 1) tolower(substr(line, 2))
      paragraph = 1
    } else print escaped(line)
  }
  if (verbatim) print ".EE\n.RE"
}

# Options that all commands share are listed once, at the end of the page.
function is_common(argument,   name) {
  name = value[argument "/preferredName/name"]
  return name == "help" || name == "version"
}

function write_arguments(path, with_common,   i, j, argument, allowed) {
  for (i = 0; i < count[path "/arguments"]; i++) {
    argument = path "/arguments/" i
    if (value[argument "/shouldDisplay"] == "false" || (is_common(argument) && !with_common)) continue
    print ".TP"
    print (value[argument "/kind"] == "positional") ? "\\fI" escaped(toupper(value[argument "/valueName"])) "\\fR" : \
      option_names(argument)
    print escaped(value[argument "/abstract"])
    allowed = ""
    for (j = 0; j < count[argument "/allValues"]; j++)
      allowed = allowed (j == 0 ? "" : ", ") "\\fI" escaped(value[argument "/allValues/" j]) "\\fR"
    if (allowed != "") printf "One of %s.\n", allowed
    if (value[argument "/defaultValue"] != "")
      printf "The default is \\fI%s\\fR.\n", escaped(value[argument "/defaultValue"])
  }
}

function option_names(argument,   i, name, names) {
  names = ""
  for (i = 0; i < count[argument "/names"]; i++) {
    name = value[argument "/names/" i "/name"]
    name = (value[argument "/names/" i "/kind"] == "long" ? "--" : "-") name
    names = names (names == "" ? "" : ", ") "\\fB" escaped(name) "\\fR"
  }
  if (value[argument "/kind"] == "option") names = names " \\fI" escaped(toupper(value[argument "/valueName"])) "\\fR"
  return names
}
