// What the program says when memory runs out.
#pragma once

#include <string>

namespace rmasim::sim {

// What takes the memory from now on, and how large it is: "the run: 1,024 ranks, 8,589,934,592 bytes of windows".
void now_making(const std::string& what);

// From now on a failing allocation ends the process with a message and exit code 2. Unwinding would need memory, for
// example to take apart a JSON document.
void end_when_memory_runs_out();
// The same for what was not an allocation, such as a length that no container can have.
[[noreturn]] void end_out_of_memory() noexcept;

}  // namespace rmasim::sim
