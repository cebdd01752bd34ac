# Writes FILE, a header that defines RMASIM_COMMIT: "commit 0123456789ab, ", with a + where the checkout had edits;
# empty outside a checkout of git. While the text is the same the file stays untouched, and nothing is compiled again.
execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=12 --exclude=* --dirty=+
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
set(text "")
if(commit)
  set(text "commit ${commit}, ")
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define RMASIM_COMMIT \"${text}\"\n")
