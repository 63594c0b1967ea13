# sweepmark::plugin_api, all a plugin may include, and sweepmark_add_plugin, which builds one.
include(${CMAKE_CURRENT_LIST_DIR}/sweepmarkTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/SweepmarkAddPlugin.cmake)
