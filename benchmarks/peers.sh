#!/usr/bin/env bash
# Measures other people's environments beside ours: each in a virtual environment of its own, one core, medians of five.
#   bash benchmarks/peers.sh [FOLDER]      (default: .peers; environments are kept there between runs)
# Prints one JSON line per figure: {"peer": ..., "what": ..., "steps_per_s": ...}. A peer that cannot be installed says so.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-.peers}
mkdir -p "$folder"

peer() { # name, script, packages ...
  local name=$1 script=$2
  shift 2
  if [ ! -f "$folder/$name/.ready" ]; then
    python3 -m venv "$folder/$name" && "$folder/$name/bin/pip" install -q "$@" >"$folder/$name.log" 2>&1 \
      && touch "$folder/$name/.ready"
  fi
  if [ -f "$folder/$name/.ready" ]; then
    pinned "$folder/$name/bin/python" "$here/peers/$script" || echo "{\"peer\": \"$name\", \"what\": \"failed to run\", \"steps_per_s\": null}"
  else
    echo "{\"peer\": \"$name\", \"what\": \"could not be installed\", \"steps_per_s\": null}"
  fi
}

pinned() { # one core, and no library threads beside it
  OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 XLA_FLAGS="--xla_cpu_multi_thread_eigen=false" JAX_PLATFORMS=cpu taskset -c 0 "$@"
}

peer envpool envpool_toy_text.py "envpool" "numpy"
peer pgx pgx_cards.py "pgx" "jax"
peer open_spiel open_spiel_cards.py "open_spiel"
peer textarena textarena_mafia.py "textarena"
peer pettingzoo pettingzoo_classic.py "pettingzoo[classic]"
PYTHONPATH="$here/.." pinned "${MASQUE_PYTHON:-python3}" "$here/peers/masque_games.py"
