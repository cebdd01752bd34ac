// A library with state and a constructor: each rank has its own.
#include <string>
#include "tests/process/programs/testapi.h"

std::string library_text = "library of rank " + std::to_string(test_rank());
thread_local int library_local = 3;
inline int unique_count = 0;  // the loader would keep one for all
extern "C" int* count_in_library() { return &unique_count; }
