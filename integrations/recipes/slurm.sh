#!/bin/sh
# A Slurm array: each task does one of 32 parts of the list, and resumes where it was if it is requeued. Not tested on a
# cluster; the tests run it with the variables that Slurm sets.
#
#     sbatch slurm.sh /shared/list.txt /shared/records
#SBATCH --job-name=ocr-scan
#SBATCH --array=1-32
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
records="$2/records-$SLURM_ARRAY_TASK_ID.jsonl"
exec ocr-scan bulk --files-from "$1" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --jobs "$SLURM_CPUS_PER_TASK" --resume "$records" >> "$records"
