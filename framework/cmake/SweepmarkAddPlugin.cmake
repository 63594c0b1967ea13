# sweepmark_add_plugin(NAME SOURCES a.cpp ... [LINK targets ...] [OPTIONS flags ...]
#                      [AUTHOR text] [LICENSE text])
#
# Builds NAME.swm.so: nothing visible but the entry function, never unloaded by the dynamic linker,
# compiler flags recorded in the descriptor (OPTIONS are compiler flags of this plugin alone, and
# recorded too). Inside this project and out of tree alike.

function(sweepmark_add_plugin name)
  cmake_parse_arguments(ARG "" "AUTHOR;LICENSE" "SOURCES;LINK;OPTIONS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_SOURCES)
    message(FATAL_ERROR "sweepmark_add_plugin(${name}): expected SOURCES and optionally LINK, "
                        "OPTIONS, AUTHOR, LICENSE; found '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  set(version_script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  add_library(${name} MODULE ${ARG_SOURCES})
  set_property(GLOBAL APPEND PROPERTY SWEEPMARK_PLUGIN_TARGETS ${name})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE sweepmark::plugin_api ${ARG_LINK})
  if(TARGET sweepmark_warnings)
    target_link_libraries(${name} PRIVATE sweepmark_warnings)
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  list(JOIN ARG_OPTIONS " " options)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${options}" flags)
  string(REGEX REPLACE " +" " " flags "${flags}")
  set_target_properties(${name} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name} SUFFIX ".swm.so"
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    # A library found in a folder of its own is found there after installing, too.
    INSTALL_RPATH_USE_LINK_PATH ON)
  if(SWEEPMARK_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${SWEEPMARK_PLUGIN_OUTPUT_DIRECTORY})
  endif()
  target_compile_definitions(${name} PRIVATE
    "SWM_COMPILE_FLAGS=\"${flags}\""
    "SWM_PLUGIN_AUTHOR=\"${ARG_AUTHOR}\"" "SWM_PLUGIN_LICENSE=\"${ARG_LICENSE}\"")
  # Unloading after OpenMP or TBB work crashes: their threads outlive the code (seen in 10 of 10).
  target_link_options(${name} PRIVATE
    LINKER:-z,nodelete LINKER:--version-script=${version_script})
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${version_script})
endfunction()
