#!/usr/bin/env bash
# The checks that need a GPU, in under six minutes: builds, verifies every device kernel over odd
# shapes against the CPU's reference, then block widths at 256 and 4096 against cuBLAS.
#
#   tests/device/check.sh         on the machine with the GPU
#   tests/device/check.sh large   only a product of more than 2^31 elements (40 GiB of host memory)
#   tests/device/check.sh pack    on a machine that built the release preset: brings along what the
#                                 other one lacks, into build/device-bundle (see README.md)
#
# Exit code 0: everything right. Output also in $OUT, where that is set.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bundle=$root/build/device-bundle
out=${OUT:-$root/build/device-check}

# From every Debian and Ubuntu, and never older than on the machine that packed.
system_libraries='linux-vdso|ld-linux|libc\.so|libm\.so|libdl\.so|libpthread|librt\.so|libstdc\+\+|libgcc_s'

pack() {
  local binary=$root/build/release/bin/sweepmark
  if [ ! -x "$binary" ]; then
    echo "no $binary: build the release preset first (./run.sh version)" >&2
    return 1
  fi
  rm -rf "$bundle"
  mkdir -p "$bundle/bin" "$bundle/lib"
  cp "$binary" "$bundle/bin/"
  strip "$bundle/bin/sweepmark"
  ldd "$binary" | awk '$2 == "=>" { print $3 }' | grep -Ev "$system_libraries" |
    xargs -I{} cp -L {} "$bundle/lib/"
  du -sh "$bundle"
}

# Sets `sweepmark` and `plugins`. With the host's libraries installed, the whole tree; without, the
# packed host and the plugins built here.
build() {
  local jobs
  jobs=$(nproc)
  if cmake --preset release -S "$root" -DSWEEPMARK_TESTS=OFF >"$out/configure.log" 2>&1; then
    cmake --build "$root/build/release" -j "$jobs" --target sweepmark_all
    sweepmark=$root/build/release/bin/sweepmark
    plugins=$root/build/release/lib/sweepmark/plugins
    return
  fi
  if [ ! -x "$bundle/bin/sweepmark" ]; then
    echo "the host's libraries are missing here and there is no $bundle:" >&2
    tail -n 5 "$out/configure.log" >&2
    return 1
  fi
  echo "using the packed host (the tree does not configure here: $out/configure.log)"
  cmake -S "$root/tests/device/plugins" -B "$root/build/device-plugins" >"$out/configure.log"
  cmake --build "$root/build/device-plugins" -j "$jobs"
  sweepmark=$bundle/bin/sweepmark
  plugins=$root/build/device-plugins/plugins
  export LD_LIBRARY_PATH=$bundle/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

# Only the device's plugins, whatever else was built.
run() {
  "$sweepmark" run "$@" "${device_plugins[@]}"
}

failures=0
step() {
  local name=$1 status=0
  shift
  echo
  echo "== $name"
  local begin=$SECONDS
  "$@" || status=$?
  echo "== $name: exit code $status after $((SECONDS - begin)) s"
  if [ "$status" -ne 0 ]; then failures=$((failures + 1)); fi
}

if [ "${1:-}" = pack ]; then
  pack
  exit
fi

mkdir -p "$out"
build
device_plugins=()
for name in gemm_cuda gemm_cublas gradient_cuda optimizers_cuda ceilings_cuda; do
  device_plugins+=(--plugin "$plugins/$name.swm.so")
done

if [ "${1:-}" = large ]; then
  step "more than 2^31 elements" run --kernel gemm.cuda.register_tiled --kernel gemm.cuda.tiled \
    --kernel gemm.cuda.elementwise --kernel gemm.cublas.full --axis m=65537 --axis n=32771 \
    --axis k=3 --axis dtype=f32 --min-samples 3 --budget 1s --output "$out/large.jsonl"
  exit $((failures > 0))
fi

step "device" "$sweepmark" plugins "${device_plugins[@]}"
step "rules and results, every kernel" "$sweepmark" plugins --check "${device_plugins[@]}"
step "odd shapes" run "$root/tests/device/odd_shapes.toml" --time-budget 150s --quiet \
  --output "$out/odd_shapes.jsonl"
step "ceilings" run --kernel 'ceiling.cuda.*' --axis n=67108864 --axis k=4096 --axis dtype=f32 \
  --axis threads=1 --budget 1s --output "$out/ceilings.jsonl"
step "launch cost" run --kernel ceiling.cuda.launch --axis n=256 --axis dtype=f32 --budget 1s \
  --output "$out/launch.jsonl"
step "block widths against cuBLAS" run block-width --axis size=256,4096 \
  --baseline gemm.cublas.full --budget 1s --time-budget 100s --output "$out/block_width.jsonl" \
  --markdown="$out/block_width.md"
step "training on the device" run minibatch-race --time-budget 30s --output "$out/race.jsonl"

echo
echo "$failures of the steps failed; $SECONDS s; records in $out"
exit $((failures > 0))
