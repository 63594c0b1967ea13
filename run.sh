#!/usr/bin/env bash
# Sets up, builds and runs Sweepmark. Without arguments: the default plan, ending with its report.
# With arguments: they go to the built `sweepmark`, whose output and exit code are the only ones.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/framework/cmake/setup.sh"

build_preset release sweepmark_all >&2
if [ $# -eq 0 ]; then set -- run; fi
exec "$here/build/release/bin/sweepmark" "$@"
