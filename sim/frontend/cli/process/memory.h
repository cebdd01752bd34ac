// The memory limit of the process, and the message about exhausted memory.
#pragma once

#include <string>

namespace rmasim::sim {

// Sets the text on the current work for the message about exhausted memory: "the run: 1,024 ranks with 8,388,608 bytes
// of windows each".
void now_making(const std::string& what);

// Installs handlers of failing allocations. They end the process with a message and exit code 2. They do not unwind the
// stack, because unwinding would need memory, for example to destroy a JSON document.
void end_when_memory_runs_out();
// Limits further allocations to the memory that is available when the function is called. Without this limit, the
// system grants larger allocations, and later kills the process without a message. Memory that was allocated before,
// but was not accessed yet, is not part of the limit. `process_count_on_host` is the number of processes on this
// machine that share a run. Each process gets an equal part of the memory.
void take_no_more_than_there_is(int process_count_on_host = 1);
// Ends the process with the message about exhausted memory and exit code 2.
[[noreturn]] void end_out_of_memory() noexcept;

}  // namespace rmasim::sim
