# What runs MPI programs: rmasim-exec on SMPI, and rmasim-host with the objects of an MPI library of our own.

# What is in rmasim-exec: a target of sim/mpi's sources, or of a copy of them. It has all that a program finds in SMPI's
# launcher, the functions of one-sided communication before SMPI's.
function(rmasim_runs_programs target)
  target_sources(${target} PRIVATE ${explore_elsewhere} ${witnesses_elsewhere})
  add_dependencies(${target} rmasim_simgrid)
  target_include_directories(${target} PRIVATE ${simgrid_INCLUDE_DIRS})
  target_include_directories(${target} SYSTEM PRIVATE ${smpi_headers})
  target_link_libraries(${target} PUBLIC rmasim_cli rmasim_processes PkgConfig::simgrid PkgConfig::libdw
    ${CMAKE_DL_LIBS})
  set(exported MPI_* mpi_*_ rmasim_mpi_* dlopen load_platform smpi_* xbt_backtrace_display_current)
  list(TRANSFORM exported PREPEND LINKER:--export-dynamic-symbol=)
  target_link_options(${target} PRIVATE ${exported})
endfunction()
# The sanitizers cannot follow SMPI's copies of programs, nor the stacks of ranks. Without libdw, which reads the debug
# information of programs, there is no program that runs them.
if(NOT libdw_FOUND)
  message(STATUS "libdw (libdw-dev) is not installed: exec, which runs MPI programs, will not be built")
endif()
if(libdw_FOUND AND NOT RMASIM_SANITIZE AND NOT RMASIM_FUZZERS)
  rmasim_target(rmasim-exec EXECUTABLE sim/mpi EXCEPT "mpi/(explored|hosted|objects|process|recorded)/")
  rmasim_runs_programs(rmasim-exec)
endif()

# An MPI library's objects, without a simulator. mpi.h and what else follows from the tables of the API is generated.
# The bindings for Fortran are a library of their own.
set(mpi_api ${CMAKE_CURRENT_BINARY_DIR}/generated/mpi)
set(mpi_api_files mpi.h profiled.cpp conversions.cpp refused.cpp done.inc core.inc refused.inc)
set(mpi_fortran_files fortran.cpp fortran.inc refused_core.cpp mpif.h mpi.f90 mpi_f08.f90)
set(mpi_served_files profiled_core.cpp entries.cpp served.s windows.options)
foreach(files mpi_api_files mpi_fortran_files mpi_served_files)
  list(TRANSFORM ${files} PREPEND ${mpi_api}/)
endforeach()
file(GLOB mpi_tables CONFIGURE_DEPENDS sim/mpi/api/*.py sim/mpi/api/*.in*)
add_custom_command(OUTPUT ${mpi_api_files} ${mpi_fortran_files} ${mpi_served_files} DEPENDS ${mpi_tables}
  COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1
    /usr/bin/python3 ${PROJECT_SOURCE_DIR}/sim/mpi/api/generate_api.py ${mpi_api} VERBATIM)
rmasim_target(rmasim_mpi_objects STATIC sim/mpi/objects)
target_sources(rmasim_mpi_objects PRIVATE ${mpi_api_files})
target_include_directories(rmasim_mpi_objects PUBLIC ${mpi_api})
add_library(rmasim_mpi_fortran OBJECT ${mpi_api}/fortran.cpp)
target_link_libraries(rmasim_mpi_fortran PRIVATE rmasim_mpi_objects)
# The modules mpi and mpi_f08, in the form of the compiler that is installed.
find_program(RMASIM_FORTRAN gfortran DOC "Compiles the modules mpi and mpi_f08")
set(mpi_modules)
if(RMASIM_FORTRAN)
  set(mpi_modules ${mpi_api}/mpi.mod ${mpi_api}/mpi_f08.mod)
  add_custom_command(OUTPUT ${mpi_modules} DEPENDS ${mpi_api}/mpi.f90 ${mpi_api}/mpi_f08.f90
    COMMAND ${RMASIM_FORTRAN} -fsyntax-only -J ${mpi_api} ${mpi_api}/mpi.f90
    COMMAND ${RMASIM_FORTRAN} -fsyntax-only -J ${mpi_api} ${mpi_api}/mpi_f08.f90
    COMMAND ${CMAKE_COMMAND} -E touch ${mpi_modules} VERBATIM)  # the compiler keeps files that do not change
endif()

# The process of an MPI program: loading, ranks as fibers, ends. An executable with these objects exports the functions
# of `exports.list`.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT RMASIM_SANITIZE AND NOT RMASIM_FUZZERS)
  rmasim_target(rmasim_process OBJECT sim/mpi/process NEEDS ${CMAKE_DL_LIBS})
  target_link_options(rmasim_process INTERFACE LINKER:--dynamic-list=${PROJECT_SOURCE_DIR}/sim/mpi/process/exports.list)
endif()

# Programs of `rmasim cc` run in a process of rmasim-host: the objects and the process are ours, and all
# functions of MPI are calls of the core. It shares with rmasim-exec what is not in sim/mpi/smpi.
if(TARGET rmasim_process AND TARGET rmasim-exec)
  # Explorations of programs: the search of rmasim-explore, and its reports.
  set(explored_reports exploration_json exploration_text failure_exit_code progress_line search_watch)
  list(TRANSFORM explored_reports REPLACE "(.+)" "sim/frontend/cli/explore/\\1.cpp")
  rmasim_target(rmasim_explored OBJECT sim/mpi/explored ${explored_reports} sim/untimed/fuzz/run/scheduler.cpp
    NEEDS rmasim_frontend rmasim_mpi_objects PkgConfig::libdw)
  target_compile_definitions(rmasim_explored PRIVATE RMASIM_VERSION="${PROJECT_VERSION}")
  rmasim_target(rmasim_recorded OBJECT sim/mpi/recorded NEEDS rmasim_frontend rmasim_mpi_objects PkgConfig::libdw)
  # The library of the objects comes whole: programs call functions that nothing in the executable calls.
  rmasim_target(rmasim-host EXECUTABLE sim/mpi ${explore_elsewhere}
    EXCEPT "mpi/(explored|objects|process|recorded|smpi)/"
    NEEDS rmasim_cli rmasim_process rmasim_processes rmasim_untimed rmasim_arena_new PkgConfig::libdw
    $<LINK_LIBRARY:WHOLE_ARCHIVE,rmasim_mpi_objects>)
  target_sources(rmasim-host PRIVATE ${mpi_api}/profiled_core.cpp ${mpi_api}/entries.cpp
    $<TARGET_OBJECTS:rmasim_explored> $<TARGET_OBJECTS:rmasim_recorded> $<TARGET_OBJECTS:rmasim_mpi_fortran>)
  # A function that only calls another one jumps there: the return address is then that of the program's call.
  target_compile_options(rmasim-host PRIVATE -foptimize-sibling-calls)
  target_compile_options(rmasim_mpi_fortran PRIVATE -foptimize-sibling-calls)
  # A library with the names of the functions of MPI: programs are linked to it, and the host has the functions.
  # Its constructor runs before those of all other files, and starts the host for a program that is started by itself.
  set(abi ${CMAKE_CURRENT_BINARY_DIR}/libmpi_abi.so.1)
  set(alone ${PROJECT_SOURCE_DIR}/sim/mpi/process/alone.c)
  add_custom_command(OUTPUT ${abi} DEPENDS ${mpi_api}/served.s ${alone} COMMAND ${CMAKE_CXX_COMPILER} -shared -nostdlib
    -Wl,-soname,libmpi_abi.so.1 -Wl,-z,initfirst -O1 -fPIC -fvisibility=hidden -fno-stack-protector -o ${abi}
    ${mpi_api}/served.s -x c ${alone}
    COMMAND ${CMAKE_COMMAND} -E create_symlink libmpi_abi.so.1 ${CMAKE_CURRENT_BINARY_DIR}/libmpi_abi.so VERBATIM)
  add_custom_target(rmasim_mpi_abi DEPENDS ${abi} ${mpi_modules})
  add_dependencies(rmasim-host rmasim_mpi_abi rmasim_simgrid)
  set_target_properties(rmasim-host PROPERTIES LINK_DEPENDS ${mpi_api}/windows.options)
  target_link_options(rmasim-host PRIVATE LINKER:@${mpi_api}/windows.options
    LINKER:--version-script=${PROJECT_SOURCE_DIR}/sim/mpi/process/operators.versions
    "LINKER:--export-dynamic-symbol=MPI_*" "LINKER:--export-dynamic-symbol=PMPI_*"
    "LINKER:--export-dynamic-symbol=mpi_*_" "LINKER:--export-dynamic-symbol=pmpi_*_"
    "LINKER:--export-dynamic-symbol=rmasim_mpi_*")
endif()
