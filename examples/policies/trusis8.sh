#!/usr/bin/env bash
# Makes the policy trusis8 from nothing: about 40 minutes on two cores. The figures are written into its record.
#
#     examples/policies/trusis8.sh WORK_FOLDER
set -euo pipefail
work=${1:?a folder to work in}
cd "$(dirname "$0")/../.."
mkdir -p "$work"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
run() { python "examples/policies/$1.py" "${@:2}"; }
table=(--game trusis --players 8)
policy=$work/trusis8

run gather "${table[@]}" --matches 5000 --root 1 --share 0.15 --out "$work/scripted_1.npz" &
run gather "${table[@]}" --matches 5000 --root 2 --share 0.15 --out "$work/scripted_2.npz"
wait
first=("$work/scripted_1.npz" "$work/scripted_2.npz")
run train "${table[@]}" --examples "${first[@]}" --growth 1 --epochs 4 --out "$policy"

run gather "${table[@]}" --matches 1500 --root 11 --share 0.3 --policy "$policy" --out "$work/mixed_1.npz" &
run gather "${table[@]}" --matches 1500 --root 12 --share 0.3 --policy "$policy" --out "$work/mixed_2.npz"
wait
second=("${first[@]}" "$work/mixed_1.npz" "$work/mixed_2.npz")
run train "${table[@]}" --examples "${second[@]}" --growth 1.3 --epochs 4 --out "$policy"

run tune --policy "$policy" --team trusis --steps 8 --deals 800 --seed 3

run gather "${table[@]}" --matches 1000 --root 21 --share 0.3 --policy "$policy" --out "$work/tuned_1.npz" &
run gather "${table[@]}" --matches 1000 --root 22 --share 0.3 --policy "$policy" --out "$work/tuned_2.npz"
wait
run train "${table[@]}" --examples "${second[@]}" "$work/tuned_1.npz" "$work/tuned_2.npz" --growth 1.3 --epochs 5 --out "$policy"

# Tables without talk, at which nobody can be told by words; the numbers tuned above are for tables with talk alone.
silent=("${table[@]}" --talk none --share 0.25)
run gather "${silent[@]}" --matches 3000 --root 31 --out "$work/silent_1.npz" &
run gather "${silent[@]}" --matches 1500 --root 32 --policy "$policy" --out "$work/silent_2.npz"
wait
all=("${first[@]}" "$work/silent_1.npz" "$work/mixed_1.npz" "$work/mixed_2.npz" "$work/silent_2.npz" "$work/tuned_1.npz" "$work/tuned_2.npz")
run train "${table[@]}" --examples "${all[@]}" --growth 1.2 --epochs 5 --out "$policy"

run measure --policy "$policy" --deals 1000 --root 7 --keep "$policy"
run measure --policy "$policy" --deals 1000 --root 7 --by-role --keep "$policy"
run measure --policy "$policy" --deals 1000 --root 7 --talk none --keep "$policy"
run measure --policy "$policy" --deals 300 --root 7 --players 12 --keep "$policy"
