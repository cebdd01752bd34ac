// Handling of SIGINT and SIGTERM in searches: the signals end the search, but not the process, which then prints the
// results so far.
#pragma once

namespace rmasim::sim {

// Installs the handlers. The first of these signals is only recorded. A second one, at least half a second later, ends
// the process as usual. The delay is needed because a terminal and a parent process may both send the first signal.
void note_interrupts();
// True if a signal was recorded.
bool interrupted() noexcept;
// Ends the process by the recorded signal, if there is one. Call it after all output.
void end_if_interrupted();

}  // namespace rmasim::sim
