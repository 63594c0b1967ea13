# Warnings and sanitizers, as an interface target that every target of this project links.
add_library(sweepmark_warnings INTERFACE)
target_compile_options(sweepmark_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wconversion>
  $<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<BOOL:${SWEEPMARK_WARNINGS_AS_ERRORS}>>:-Werror>
  # g++ 12 sees overlapping copies in "text" + std::string that are not there (GCC bug 105329).
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
if(SWEEPMARK_SANITIZE)
  # The host, its worker and every plugin alike: a sanitizer in one half reports the other's work.
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${SWEEPMARK_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${SWEEPMARK_SANITIZE})
endif()

# sweepmark_add_library(NAME SOURCES a.cpp ... LINK targets ... [JSON]): one static library per
# folder. JSON says that most of its files read or write JSON: that header, the slowest of all to
# compile, is then compiled once.
function(sweepmark_add_library name)
  cmake_parse_arguments(ARG "JSON" "" "SOURCES;LINK;LINK_PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE ${ARG_LINK_PRIVATE} sweepmark_warnings)
  if(ARG_JSON)
    target_precompile_headers(${name} PRIVATE <nlohmann/json.hpp> <fmt/format.h>)
  endif()
endfunction()
