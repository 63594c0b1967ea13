# cmake -DOUTPUT=FILE.cpp -DPLANS=a.toml|b.toml -P embed_plans.cmake
# Writes the built-in plans as one C++ file; a plan's name is its file's.
string(REPLACE "|" ";" plans "${PLANS}")
set(text "#include \"plan/builtin_plans.hpp\"\n\nnamespace sweepmark::host {\n\n")
string(APPEND text "const std::vector<BuiltinPlan>& builtin_plans() {\n")
string(APPEND text "  static const std::vector<BuiltinPlan> plans{\n")
foreach(plan IN LISTS plans)
  get_filename_component(name "${plan}" NAME_WE)
  file(READ "${plan}" content)
  string(APPEND text "      {\"${name}\", R\"plan(${content})plan\"},\n")
endforeach()
string(APPEND text "  };\n  return plans;\n}\n\n}  // namespace sweepmark::host\n")
file(WRITE "${OUTPUT}" "${text}")
