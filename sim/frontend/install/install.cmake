# What `cmake --install` installs, and the Debian package of it (`./rmasim package`).
# The tests, if they are configured, need not be built before.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
# Other components: `module`, which programs and libraries load or become, `mpi`, the program that `exec` becomes, and
# `development`, which libraries.cmake installs.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set_target_properties(rmasim PROPERTIES INSTALL_RPATH "$ORIGIN/${rmasim_module_from_program}")
install(TARGETS rmasim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set_target_properties(rmasim-explore PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS rmasim-explore RUNTIME DESTINATION ${rmasim_module_dir} COMPONENT module)
if(TARGET rmasim-exec)  # where it has been built
  set_target_properties(rmasim-exec PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS rmasim-exec RUNTIME DESTINATION ${rmasim_module_dir} COMPONENT mpi OPTIONAL)
  install(FILES sim/mpi/fortran_names.s DESTINATION ${rmasim_module_dir} COMPONENT mpi)
  install(PROGRAMS sim/mpi/count/as DESTINATION ${rmasim_module_dir}/count COMPONENT mpi)
  install(PROGRAMS sim/mpi/watch/as DESTINATION ${rmasim_module_dir}/watch COMPONENT mpi)
  install(FILES sim/mpi/watch/hooks.s sim/mpi/watch/thread.specs sim/mpi/watch/functions.inc
    sim/mpi/watch/gcc.options sim/mpi/watch/clang.options sim/mpi/watch/calls.options
    DESTINATION ${rmasim_module_dir}/watch COMPONENT mpi)
  install(FILES sim/mpi/assembler.py sim/mpi/library_functions.inc DESTINATION ${rmasim_module_dir}
    COMPONENT mpi)
endif()
if(TARGET rmasim-host)
  set_target_properties(rmasim-host PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS rmasim-host RUNTIME DESTINATION ${rmasim_module_dir} COMPONENT mpi OPTIONAL)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libmpi_abi.so.1 DESTINATION ${rmasim_module_dir} COMPONENT mpi OPTIONAL)
  install(FILES ${mpi_api}/mpi.h DESTINATION ${rmasim_module_dir}/generated/mpi COMPONENT mpi OPTIONAL)
  install(FILES sim/mpi/process/interpreter.s DESTINATION ${rmasim_module_dir}/process COMPONENT mpi)
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

# The pages link to each other by relative paths, so they are installed with the folders of the checkout. The scenarios
# are elsewhere: symbolic links lead from the pages to the scenarios, and from the scenarios to the pages.
install(FILES README.md CHANGELOG.md LICENSE ARCHITECTURE.md CONTRIBUTING.md GLOSSARY.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(folder analysis protocol sim tests)
  file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR} ${folder}/*.md ${folder}/*.svg ${folder}/*.png
    ${folder}/*.ipynb)
  foreach(page ${pages})
    get_filename_component(below ${page} DIRECTORY)
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${below})
  endforeach()
endforeach()
install(CODE "
  set(doc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  set(data \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${rmasim_data_dir}\")
  file(RELATIVE_PATH to_data \"\${doc}\" \"\${data}\")
  file(RELATIVE_PATH to_doc \"\${data}\" \"\${doc}\")
  file(CREATE_LINK \"\${to_data}/scenarios\" \"\${doc}/scenarios\" SYMBOLIC)
  foreach(page analysis protocol sim tests README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md GLOSSARY.md)
    file(CREATE_LINK \"\${to_doc}/\${page}\" \"\${data}/\${page}\" SYMBOLIC)
  endforeach()")
install(FILES sim/frontend/install/completion.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME rmasim)
install(FILES sim/frontend/install/completion.zsh
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _rmasim)
install(FILES sim/frontend/install/completion.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME rmasim.fish)

include(sim/frontend/install/libraries.cmake)
include(sim/frontend/install/manual.cmake)
include(sim/frontend/install/debian.cmake)
