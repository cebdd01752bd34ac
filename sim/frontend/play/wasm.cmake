# rmasim_play.js and rmasim_play.wasm: what the page runs. A page has one process.
get_target_property(of_machine rmasim_machine SOURCES)
list(FILTER of_machine EXCLUDE REGEX "load_simgrid.cpp|load_mpi.cpp|fork_exchange.cpp")
set_target_properties(rmasim_machine PROPERTIES SOURCES "${of_machine}")
file(GLOB of_play CONFIGURE_DEPENDS sim/frontend/play/*.cpp)
add_executable(rmasim_play ${of_play} sim/frontend/cli/explore/exploration_json.cpp
  sim/frontend/cli/explore/exploration_text.cpp sim/frontend/cli/text/grouped.cpp)
target_compile_definitions(rmasim_play PRIVATE RMASIM_VERSION="${PROJECT_VERSION}")
target_link_libraries(rmasim_play PRIVATE rmasim_frontend rmasim_untimed)
target_link_options(rmasim_play PRIVATE --no-entry -sMODULARIZE -sEXPORT_NAME=rmasimProgram
  -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=16MB -sINITIAL_MEMORY=64MB
  -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=ccall)
# What links needs modules of Debian's, which a node of others does not find by itself.
set_target_properties(rmasim_play PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
set_target_properties(rmasim_fuzz PROPERTIES EXCLUDE_FROM_ALL ON)
# A step of an expression is a function that calls the next one; all arguments are numbers and pointers.
target_compile_options(rmasim_expression PRIVATE -foptimize-sibling-calls)

# The page, one file.
set(page ${CMAKE_CURRENT_BINARY_DIR}/rmasim-play.html)
file(GLOB_RECURSE of_page CONFIGURE_DEPENDS analysis/rmasim_analysis/play/* analysis/rmasim_analysis/report/*
  analysis/rmasim_analysis/*.py scenarios/*.json)
add_custom_command(OUTPUT ${page} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/analysis DEPENDS rmasim_play ${of_page}
  COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m rmasim_analysis.play.build_page
    ${CMAKE_CURRENT_BINARY_DIR} ${page} VERBATIM)
add_custom_target(page ALL DEPENDS ${page})
