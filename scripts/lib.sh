# What the other scripts share. Sourced, not run.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top"

# rustup must never go to the network in the middle of a build; scripts/setup alone does, with a limit of time.
export RUSTUP_AUTO_INSTALL=0
# A shell that has not read rustup's profile lines finds its programs all the same.
case ":$PATH:" in
  *":${CARGO_HOME:-$HOME/.cargo}/bin:"*) ;;
  *) PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin" ;;
esac

toolchain_file=$top/target/toolchain.env

# Seconds since the script that a person started, those that it calls included.
export HAIRLOOM_STARTED=${HAIRLOOM_STARTED:-$(date +%s)}
say() { printf '[%4ds] %s\n' "$(($(date +%s) - HAIRLOOM_STARTED))" "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# step LIMIT_S TEXT COMMAND...: says what is done, runs the command, tells every 20 s that it still runs, and ends it after
# LIMIT_S. Gives back the command's status, 124 when it was ended.
step() {
  local limit=$1 text=$2 status=0 ticker
  shift 2
  say "$text"
  (
    # Waits without a child of its own, which would outlive it and hold the caller's pipe.
    exec {never}<> <(:)
    until read -rt 20 -u "$never"; do say "... still at it: $text"; done
  ) &
  ticker=$!
  timeout --foreground --kill-after=10 "$limit" "$@" || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  [ "$status" -ne 124 ] || say "gave up after $limit s: $text"
  return "$status"
}

# Reads scripts/setup's choice of toolchain: $choice, $wasm_flags, and what cargo needs in its environment.
use_toolchain() {
  [ -f "$toolchain_file" ] || fail "this machine is not set up yet; run scripts/setup"
  # shellcheck source=/dev/null
  . "$toolchain_file"
  target_dir=${CARGO_TARGET_DIR:-$top/target}
}

# cargo for the wasm module: the standard library is built along where no ready one is to be had.
cargo_wasm() {
  if [ "$choice" = debian ]; then
    env RUSTC_BOOTSTRAP=1 cargo "$@" --target wasm32-unknown-unknown -Z build-std=std,panic_abort
  else
    cargo "$@" --target wasm32-unknown-unknown
  fi
}
