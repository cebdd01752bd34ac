// Handlers of SIGINT and SIGTERM for searches. A signal ends the search, but not the process. The process then prints
// the results of the search so far.
#pragma once

namespace rmasim::sim {

// Installs the handlers. The handler of the first signal only records it. A second signal ends the process as usual if
// it arrives at least half a second later. The delay is needed because a terminal and a parent process may both send
// the first signal.
void note_interrupts();
// Makes the system send SIGTERM to this process when its parent exits, even if the parent is killed. Called by worker
// processes, whose results only the parent uses.
void end_with_parent();
// True if a handler has recorded a signal.
bool interrupted() noexcept;
// Ends the process by the recorded signal. Does nothing if no signal was recorded. Call this function after all output.
void end_if_interrupted();

}  // namespace rmasim::sim
