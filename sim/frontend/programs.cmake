# The command line: `rmasim`, the modules that it loads, and `rmasim-explore`.

# The objects of the command line are in three programs (decision 0087): `rmasim`, which a user calls, and
# `rmasim-explore` and `rmasim-exec`, which `rmasim` becomes for some commands. *_elsewhere.cpp call another program.
set(components ${PROJECT_SOURCE_DIR}/sim/frontend/components)
set(explore_elsewhere ${PROJECT_SOURCE_DIR}/sim/frontend/cli/explore_elsewhere.cpp)
set(exec_elsewhere ${PROJECT_SOURCE_DIR}/sim/frontend/cli/exec_elsewhere.cpp)
set(witnesses_elsewhere ${PROJECT_SOURCE_DIR}/sim/frontend/cli/witnesses_elsewhere.cpp)
rmasim_target(rmasim_cli OBJECT sim/frontend/cli ${components}/component.cpp ${components}/own_arguments.cpp
  EXCEPT "cli/explore/|_elsewhere.cpp" NEEDS rmasim_frontend CLI11::CLI11 ONCE RARELY)
rmasim_target(rmasim_cli_explore OBJECT sim/frontend/cli/explore NEEDS rmasim_frontend CLI11::CLI11 ONCE RARELY)
target_compile_definitions(rmasim_cli_explore PRIVATE RMASIM_VERSION="${PROJECT_VERSION}")
target_compile_definitions(rmasim_cli PRIVATE RMASIM_VERSION="${PROJECT_VERSION}"
  RMASIM_COMPILER="${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" RMASIM_SIMGRID="${simgrid_VERSION}"
  RMASIM_MODULE_FROM_PROGRAM="${rmasim_module_from_program}"
  RMASIM_PYTHON_FROM_PROGRAM="${rmasim_python_from_program}")
# Two generated headers: the descriptions of a result's keys, for --explain, and the commit.
set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(result_schema_file ${PROJECT_SOURCE_DIR}/analysis/rmasim_analysis/result.schema.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${result_schema_file})
file(READ ${result_schema_file} result_schema)
file(CONFIGURE OUTPUT ${generated}/rmasim_result_schema.h @ONLY
  CONTENT "inline constexpr const char* result_schema = R\"json(@result_schema@)json\";\n")
add_custom_target(rmasim_commit BYPRODUCTS ${generated}/rmasim_commit.h
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D FILE=${generated}/rmasim_commit.h
    -P ${PROJECT_SOURCE_DIR}/sim/frontend/cli/commit.cmake VERBATIM)
add_dependencies(rmasim_cli rmasim_commit)
target_include_directories(rmasim_cli PRIVATE ${generated})

# The modules use the program's definitions of all that they have in common, so the program exports its symbols, and has
# all of those libraries.
rmasim_target(rmasim EXECUTABLE ${components}/families.cpp ${components}/checkers.cpp ${explore_elsewhere}
  ${exec_elsewhere} ${witnesses_elsewhere} NEEDS rmasim_cli rmasim_processes ONCE)
set_target_properties(rmasim PROPERTIES RMASIM_LOADS ON ENABLE_EXPORTS ON)
set(loaded_checkers rmasim_checks rmasim_checked rmasim_memmodel)
foreach(name families checkers)  # librmasim_families.so, librmasim_checkers.so
  list(TRANSFORM loaded_${name} REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(rmasim_${name}_module MODULE ${components}/${name}_module.cpp ${objects})
  set_target_properties(rmasim_${name}_module PROPERTIES OUTPUT_NAME rmasim_${name})
  target_include_directories(rmasim_${name}_module PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_options(rmasim_${name}_module PRIVATE LINKER:-Bsymbolic-functions)
endforeach()

rmasim_target(rmasim-explore EXECUTABLE ${exec_elsewhere}
  NEEDS rmasim_cli rmasim_cli_explore rmasim_processes rmasim_fuzz rmasim_arena_new ONCE)
if(rmasim_lto)
  foreach(library base parts newrma checkers untimed arena arena_new)
    target_compile_options(rmasim_${library} PRIVATE -flto=auto -ffat-lto-objects)
  endforeach()
  set_target_properties(rmasim-explore PROPERTIES LINK_OPTIONS -flto=auto)  # replaces -fno-lto, which would win
endif()
add_dependencies(rmasim-explore rmasim)
