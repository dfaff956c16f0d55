#!/bin/sh
# Builds the packages twice from the same commit, in two folders with names of different lengths, and compares the bytes
# (reproducible-builds.org). Needs some 6 GB below .build/reproduce and a quarter of an hour.
# Usage: Tests/Packages/reproduce.sh
set -eu
cd "$(dirname "$0")/../.."
work=$(pwd)/.build/reproduce
rm -rf "$work"
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

for name in a a-folder-with-a-longer-name; do
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
cd "$work/packages-a"
[ "$(ls)" = "$(ls ../packages-a-folder-with-a-longer-name)" ]
for package in *.deb; do
  cmp "$package" "../packages-a-folder-with-a-longer-name/$package"
  sha256sum "$package"
done
echo "passed: the same bytes twice"
