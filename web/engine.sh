#!/usr/bin/env bash
# Builds the engine of a studio without a server: web/engine.sh FILE.wasm [PROFILE]
# Needs the standard library of wasm32-wasip1: `rustup target add wasm32-wasip1`, or Debian's `rust-web-src`.
set -euo pipefail
out=${1:?usage: web/engine.sh FILE.wasm [PROFILE]} profile=${2:-release}
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
# As much stack as a thread of the server has.
RUSTFLAGS="-C link-arg=-zstack-size=16777216 -C strip=symbols" \
  cargo build --profile "$profile" --quiet --target wasm32-wasip1 --no-default-features --features engine --bin moverlog-engine
cp "$target/wasm32-wasip1/$profile/moverlog-engine.wasm" "$out"
