# What this build contains, printed at the end of configure.
get_property(built GLOBAL PROPERTY SWEEPMARK_PLUGINS_BUILT)
get_property(absent GLOBAL PROPERTY SWEEPMARK_PLUGINS_ABSENT)
message(STATUS "Sweepmark ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} "
               "${CMAKE_CXX_COMPILER_VERSION}")
foreach(line IN LISTS built)
  message(STATUS "  plugin ${line}")
endforeach()
foreach(line IN LISTS absent)
  message(STATUS "  not built: ${line}")
endforeach()
