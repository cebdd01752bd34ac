// Limits and messages for exhausted memory.
#pragma once

#include <string>

namespace rmasim::sim {

// Sets the description of the current work for the message about exhausted memory: "the run: 1,024 ranks with 8,388,608
// bytes of windows each".
void now_making(const std::string& what);

// Installs handlers: a failing allocation ends the process with a message and exit code 2. There is no unwinding,
// because it would need memory, for example to destroy a JSON document.
void end_when_memory_runs_out();
// Limits further allocations to the memory that is available now. Without this limit, the system grants larger
// allocations, and later kills the process without a message. Memory that was allocated before, but not accessed yet,
// does not count. `process_count_on_host`: the number of processes of this machine that share a run; each gets an equal
// part.
void take_no_more_than_there_is(int process_count_on_host = 1);
// Ends the process with the message about exhausted memory and exit code 2.
[[noreturn]] void end_out_of_memory() noexcept;

}  // namespace rmasim::sim
