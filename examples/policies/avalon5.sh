#!/usr/bin/env bash
# Makes the policy avalon5 from nothing: about 35 minutes on one core. The figures are written into its record.
#
#     examples/policies/avalon5.sh WORK_FOLDER
set -euo pipefail
work=${1:?a folder to work in}
cd "$(dirname "$0")/../.."
mkdir -p "$work"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
run() { python "examples/policies/$1.py" "${@:2}"; }
table=(--game avalon --players 5)
policy=$work/avalon5

run gather "${table[@]}" --matches 5000 --root 101 --share 0.12 --out "$work/round0.npz"
run train "${table[@]}" --examples "$work/round0.npz" --epochs 4 --seed 1 --out "$policy"

run gather "${table[@]}" --matches 3500 --root 102 --share 0.12 --policy "$policy" --out "$work/round1.npz"
run train "${table[@]}" --examples "$work/round0.npz" "$work/round1.npz" --epochs 4 --seed 1 --out "$policy"
run tune --policy "$policy" --team evil --steps 4 --deals 300 --pace 1.0 --seed 202 --workers 1

run gather "${table[@]}" --matches 3500 --root 103 --share 0.12 --policy "$policy" --out "$work/round2.npz"
run train "${table[@]}" --examples "$work/round0.npz" "$work/round1.npz" "$work/round2.npz" --epochs 6 --seed 1 --out "$policy"

run measure --policy "$policy" --deals 1000 --root 7 --workers 1 --keep "$policy"
run measure --policy "$policy" --deals 1000 --root 7 --by-role --workers 1 --keep "$policy"
