# What `cmake --install` installs, and the Debian packages of it (`./rmasim package`). Components: `program`, `module`,
# which programs load or become, `mpi`, which runs MPI programs, `play`, and `development` (libraries.cmake).
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests, if they are configured, need not be built before
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set_target_properties(rmasim PROPERTIES INSTALL_RPATH "$ORIGIN/${rmasim_module_from_program}")
install(TARGETS rmasim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY sim/frontend/install/compilers/ DESTINATION ${CMAKE_INSTALL_BINDIR} USE_SOURCE_PERMISSIONS)
set_target_properties(rmasim-explore PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS rmasim-explore RUNTIME DESTINATION ${rmasim_module_dir} COMPONENT module)
foreach(program rmasim-exec rmasim-host)  # where it has been built
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN")
    install(TARGETS ${program} RUNTIME DESTINATION ${rmasim_module_dir} COMPONENT mpi OPTIONAL)
  endif()
endforeach()
if(TARGET rmasim-exec)
  install(PROGRAMS sim/mpi/count/as DESTINATION ${rmasim_module_dir}/count COMPONENT mpi)
  install(PROGRAMS sim/mpi/watch/as DESTINATION ${rmasim_module_dir}/watch COMPONENT mpi)
  install(FILES sim/mpi/watch/hooks.s sim/mpi/watch/thread.specs sim/mpi/watch/functions.inc
    sim/mpi/watch/gcc.options sim/mpi/watch/clang.options sim/mpi/watch/calls.options
    DESTINATION ${rmasim_module_dir}/watch COMPONENT mpi)
  install(FILES sim/mpi/fortran_names.s sim/mpi/smpi_host.mark sim/mpi/assembler.py sim/mpi/library_functions.inc
    DESTINATION ${rmasim_module_dir} COMPONENT mpi)
endif()
if(TARGET rmasim-host)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libmpi_abi.so.1 ${CMAKE_CURRENT_BINARY_DIR}/libmpi_abi.so
    DESTINATION ${rmasim_module_dir} COMPONENT mpi OPTIONAL)
  install(FILES ${mpi_api}/mpi.h ${mpi_api}/mpif.h ${mpi_modules}
    DESTINATION ${rmasim_module_dir}/generated/mpi COMPONENT mpi OPTIONAL)
  install(FILES sim/mpi/process/interpreter.s DESTINATION ${rmasim_module_dir}/process COMPONENT mpi)
  install(FILES sim/mpi/own_host.mark DESTINATION ${rmasim_module_dir} COMPONENT mpi)
endif()
install(TARGETS rmasim_simgrid rmasim_families_module rmasim_checkers_module
  LIBRARY DESTINATION ${rmasim_module_dir} COMPONENT module)
# The page of `rmasim play` is of another build, and there only where that was made.
set(rmasim_play_page ${PROJECT_SOURCE_DIR}/build/wasm/rmasim-play.html)
install(FILES ${rmasim_play_page} DESTINATION ${RMASIM_PYTHON_DIR}/rmasim_analysis/play COMPONENT play OPTIONAL)
# The schema lies beside the modules that read it as well: they need it wherever they are.
install(DIRECTORY analysis/rmasim analysis/rmasim_analysis DESTINATION ${RMASIM_PYTHON_DIR}
  PATTERN __pycache__ EXCLUDE)
install(FILES scenarios/schema.json DESTINATION ${RMASIM_PYTHON_DIR}/rmasim_analysis)
install(DIRECTORY scenarios DESTINATION ${rmasim_data_dir})

# Installs files at their paths in the tree.
function(rmasim_install_at_paths component destination)
  foreach(file IN LISTS ARGN)
    cmake_path(GET file PARENT_PATH folder)
    install(FILES ${file} DESTINATION ${destination}/${folder} COMPONENT ${component})
  endforeach()
endfunction()
# The pages link to each other by relative paths, so they are installed with the folders of the checkout. The scenarios
# are elsewhere: symbolic links lead from the pages to the scenarios, and from the scenarios to the pages.
set(pages README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md GLOSSARY.md)
set(page_folders analysis protocol sim tests)
install(FILES ${pages} LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
list(TRANSFORM page_folders REPLACE "(.+)" "\\1/*.md;\\1/*.svg;\\1/*.png;\\1/*.ipynb" OUTPUT_VARIABLE patterns)
file(GLOB_RECURSE pages_below RELATIVE ${PROJECT_SOURCE_DIR} ${patterns})
rmasim_install_at_paths(program ${CMAKE_INSTALL_DOCDIR} ${pages_below})
install(CODE "
  set(doc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  set(data \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${rmasim_data_dir}\")
  file(RELATIVE_PATH to_data \"\${doc}\" \"\${data}\")
  file(RELATIVE_PATH to_doc \"\${data}\" \"\${doc}\")
  file(CREATE_LINK \"\${to_data}/scenarios\" \"\${doc}/scenarios\" SYMBOLIC)
  foreach(page ${page_folders} ${pages})
    file(CREATE_LINK \"\${to_doc}/\${page}\" \"\${data}/\${page}\" SYMBOLIC)
  endforeach()")
set(shells ${CMAKE_INSTALL_DATADIR})
install(FILES sim/frontend/install/completion.bash DESTINATION ${shells}/bash-completion/completions RENAME rmasim)
install(FILES sim/frontend/install/completion.zsh DESTINATION ${shells}/zsh/vendor-completions RENAME _rmasim)
install(FILES sim/frontend/install/completion.fish DESTINATION ${shells}/fish/vendor_completions.d RENAME rmasim.fish)

# Builds a target before its files are installed: only the installation needs it.
function(rmasim_build_for_install target component)
  install(CODE "execute_process(
    COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_CURRENT_BINARY_DIR}\" --target ${target} COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT ${component})
endfunction()
# The manual pages, made from what the program says about itself: rmasim(1), and one for each subcommand.
find_program(HELP2MAN help2man DOC "Makes the manual pages")
set(manual_dir ${CMAKE_CURRENT_BINARY_DIR}/manual)
if(HELP2MAN AND EXISTS /usr/bin/python3)  # some subcommands are written in Python
  add_custom_target(manual DEPENDS rmasim
    COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/sim/frontend/install/make_manual.py $<TARGET_FILE:rmasim>
      ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${manual_dir} VERBATIM)
  rmasim_build_for_install(manual program)
  install(DIRECTORY ${manual_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
else()
  message(STATUS "No help2man, or no /usr/bin/python3: the manual pages will not be installed")
endif()
include(sim/frontend/install/libraries.cmake)
include(sim/frontend/install/debian.cmake)
