#!/bin/sh
# Divides a list of pictures among runs of ocr-scan bulk on this and other machines, with GNU parallel. Each run gets whole
# lines of the list and writes its records to a separate file, so that a killed run can resume. After any failure, run it
# again: pictures that have a record are skipped.
#
#     parallel.sh LIST FOLDER [RUNS] [OPTIONS OF parallel, such as --sshloginfile hosts]
set -eu
list=$1 folder=$2 runs=${3:-2}
if [ $# -lt 3 ]; then shift 2; else shift 3; fi
mkdir -p "$folder"
seq "$runs" | parallel --halt soon,fail=1 --jobs "$runs" "$@" \
  "ocr-scan bulk --jobs 1 --files-from '$list' --shard {}/$runs --resume '$folder/records-{}.jsonl' >> '$folder/records-{}.jsonl'"
cat "$folder"/records-*.jsonl | wc -l
