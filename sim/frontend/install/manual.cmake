# The manual pages, made from what the program says about itself: rmasim(1), and one a subcommand, such as
# rmasim-run(1). They are made when they are installed, since nothing else needs them; without help2man, or without
# Python, in which some subcommands are written, there are none.
find_program(HELP2MAN help2man DOC "Makes the manual pages")
if(NOT HELP2MAN OR NOT EXISTS /usr/bin/python3)
  message(STATUS "No help2man, or no /usr/bin/python3: the manual pages will not be installed")
  return()
endif()
set(manual_dir ${CMAKE_CURRENT_BINARY_DIR}/manual)
add_custom_target(manual
  COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/sim/frontend/install/make_manual.py $<TARGET_FILE:rmasim>
    ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${manual_dir}
  DEPENDS rmasim VERBATIM)
install(CODE "execute_process(
  COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_CURRENT_BINARY_DIR}\" --target manual COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${manual_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
