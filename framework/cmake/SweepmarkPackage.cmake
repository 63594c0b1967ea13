# find_package(sweepmark): the same package file in the build tree and in an installed copy. It gives
# the target sweepmark::plugin_api and the function sweepmark_add_plugin.
include(CMakePackageConfigHelpers)

set(package_files sweepmarkConfig.cmake SweepmarkAddPlugin.cmake plugin.map)
foreach(file IN LISTS package_files)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file} ${PROJECT_BINARY_DIR}/${file} COPYONLY)
endforeach()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sweepmarkConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
export(TARGETS sweepmark_plugin_api NAMESPACE sweepmark::
  FILE ${PROJECT_BINARY_DIR}/sweepmarkTargets.cmake)

# Installed. lib/ and bin/ by name: the binary looks for its plugins in ../lib/sweepmark/plugins.
set(package_folder lib/cmake/sweepmark)
install(TARGETS sweepmark_plugin_api EXPORT sweepmarkTargets)
install(EXPORT sweepmarkTargets NAMESPACE sweepmark:: DESTINATION ${package_folder})
list(TRANSFORM package_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
install(FILES ${package_files} ${PROJECT_BINARY_DIR}/sweepmarkConfigVersion.cmake
  DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/framework/include/sweepmark
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/framework/plans/
  DESTINATION share/sweepmark/plans FILES_MATCHING PATTERN "*.toml")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/sweepmark)
if(TARGET sweepmark)
  install(TARGETS sweepmark RUNTIME DESTINATION bin)
endif()
get_property(plugins GLOBAL PROPERTY SWEEPMARK_PLUGIN_TARGETS)
foreach(plugin IN LISTS plugins)
  get_target_property(folder ${plugin} LIBRARY_OUTPUT_DIRECTORY)
  if(folder STREQUAL "${SWEEPMARK_PLUGIN_OUTPUT_DIRECTORY}")
    install(TARGETS ${plugin} LIBRARY DESTINATION lib/sweepmark/plugins)
  endif()
endforeach()
