# Runs help2man for the program and for each verb that its help lists. The page of a verb is named as git's are.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
set(ENV{SOURCE_DATE_EPOCH} 0)  # the same bytes on any day

function(page command name file)
  set(see "--opt-include=${CMAKE_CURRENT_LIST_DIR}/manual.h2m")
  execute_process(COMMAND ${HELP2MAN} --no-info "--name=${name}" --version-string=${VERSION} ${see} "${command}"
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

page(${PROGRAM} "a deterministic simulator of MPI one-sided communication" rmasim.1)
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^.*\nSubcommands:\n" "" help "${help}")
string(REPLACE ";" "\\;" help "${help}")
string(REGEX MATCHALL "  [a-z]+ +[^\n]+" lines "${help}")
foreach(line IN LISTS lines)
  string(REGEX MATCH "([a-z]+) +(.+)" line "${line}")
  page("${PROGRAM} ${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" rmasim-${CMAKE_MATCH_1}.1)
endforeach()
