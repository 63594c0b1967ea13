#!/usr/bin/env bash
# Sets up, builds everything and runs every test through ctest. Arguments go to ctest.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/framework/cmake/setup.sh"

build_preset release all
cd "$here"
exec ctest --preset release "$@"
