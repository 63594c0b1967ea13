# cmake -DOUTPUT=f.cpp -DNAMES=a;b -DFILES=x;y -P embed_asset.cmake: files as byte arrays, each behind
# std::string_view NAME(). A missing or empty file gives an empty view.
set(text "// Generated from files of the source tree and of the system. Do not edit.\n")
string(APPEND text "#include \"reports/html_assets.hpp\"\n\nnamespace sweepmark::host {\n")
list(LENGTH NAMES count)
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  list(GET NAMES ${i} name)
  list(GET FILES ${i} file)
  if(NOT file STREQUAL "none")
    file(READ "${file}" hex HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND text "static const unsigned char ${name}_bytes[] = {\n${bytes}};\n"
      "std::string_view ${name}() {\n"
      "  return {reinterpret_cast<const char*>(${name}_bytes), sizeof ${name}_bytes};\n}\n")
  else()
    string(APPEND text "std::string_view ${name}() { return {}; }\n")
  endif()
endforeach()
string(APPEND text "}  // namespace sweepmark::host\n")
file(WRITE "${OUTPUT}" "${text}")
