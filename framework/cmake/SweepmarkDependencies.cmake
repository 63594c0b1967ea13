# What the host is built on; Debian 12's versions are the oldest supported. Found once, for every
# folder.
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus 3.3 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(benchmark 1.7 REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS iostreams CONFIG)
find_package(TBB 2021 REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(muparser REQUIRED IMPORTED_TARGET muparser)
find_package(hwy 1.0 REQUIRED)
