// What the program says when memory runs out.
#pragma once

#include <string>

namespace rmasim::sim {

// What takes the memory from now on, and how large it is: "the run: 1,024 ranks with 8,388,608 bytes of windows each".
void now_making(const std::string& what);

// From now on a failing allocation ends the process with a message and exit code 2. Unwinding would need memory, for
// example to take apart a JSON document.
void end_when_memory_runs_out();
// From now on allocations fail when they take more than the system can still give now. (By itself it grants them, and
// ends the process later, without a word.) What was allocated before, and not touched yet, does not count. `process_count_on_host`:
// so many processes of this machine share a run, and each takes its part.
void take_no_more_than_there_is(int process_count_on_host = 1);
// The same for what was not an allocation, such as a length that no container can have.
[[noreturn]] void end_out_of_memory() noexcept;

}  // namespace rmasim::sim
