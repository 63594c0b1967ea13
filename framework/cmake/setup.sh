# Sourced by run.sh and test.sh: the packages that are missing, then a preset's build.
# Nothing is downloaded but Debian packages by name.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

required_packages=(
  g++ cmake ninja-build pkg-config
  libboost-dev libboost-iostreams-dev libfmt-dev libtbb-dev libbenchmark-dev libgtest-dev
  libgmock-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libmuparser-dev libhwloc-dev
  libhwy-dev
)
# Each adds peer plugins or charts; without it the build goes on and says so.
optional_packages=(
  libopenblas-dev libeigen3-dev libjs-chart.js libdnnl-dev libxsmm-dev libblis-dev
)

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      printf '%s\n' "$package"
  done
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "Missing packages. As root, run:" >&2
    echo "  apt-get install -y --no-install-recommends $*" >&2
    return 1
  fi
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"
}

ensure_packages() {
  if ! command -v dpkg-query >/dev/null; then return 0; fi  # not Debian: CMake says what it lacks
  local missing
  mapfile -t missing < <(missing_packages "${required_packages[@]}")
  if [ ${#missing[@]} -gt 0 ]; then
    # With something to install anyway, the optional ones come along.
    mapfile -t -O ${#missing[@]} missing < <(missing_packages "${optional_packages[@]}")
    install_packages "${missing[@]}" >&2
    return
  fi
  mapfile -t missing < <(missing_packages "${optional_packages[@]}")
  if [ ${#missing[@]} -gt 0 ]; then
    install_packages "${missing[@]}" >&2 ||
      echo "note: without ${missing[*]} some peers or charts are absent" >&2
  fi
}

# build_preset PRESET TARGET: configures when needed, then builds what changed.
build_preset() {
  ensure_packages
  local build="$project/build/$1"
  if [ ! -f "$build/build.ninja" ]; then
    (cd "$project" && cmake --preset "$1")
  fi
  cmake --build "$build" --target "$2"
}
