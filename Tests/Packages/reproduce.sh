#!/bin/sh
# Builds the packages twice from the same commit, in two folders, and compares the bytes (reproducible-builds.org). The
# names of the folders have the same length: the compiler puts the length of a path, not the path, into a function of GRDB
# (swift_isEscapingClosureAtFileLocation in Database._dumpRequest). Needs some 6 GB below .build/reproduce and a quarter of an hour.
# Usage: Tests/Packages/reproduce.sh
set -eu
cd "$(dirname "$0")/../.."
work=$(pwd)/.build/reproduce
rm -rf "$work"
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

for name in one two; do
  mkdir -p "$work/$name/.build" "$work/packages-$name"
  git archive HEAD | tar -C "$work/$name" -x
  # The packages that SwiftPM has fetched; nothing is downloaded twice.
  for fetched in checkouts repositories workspace-state.json; do
    [ ! -e ".build/$fetched" ] || cp -R ".build/$fetched" "$work/$name/.build/"
  done
  make -C "$work/$name" deb >"$work/$name.log" 2>&1 || {
    tail -20 "$work/$name.log" >&2
    exit 70
  }
  cp "$work/$name"/.build/deb/*.deb "$work/packages-$name/"
  rm -rf "${work:?}/$name"
done
cd "$work/packages-one"
[ "$(ls)" = "$(ls ../packages-two)" ]
for package in *.deb; do
  cmp "$package" "../packages-two/$package"
  sha256sum "$package"
done
echo "passed: the same bytes twice"
