// SIGINT and SIGTERM may end a search without ending the process, so that what is known so far is still printed.
#pragma once

namespace rmasim::sim {

// From now on the first of these signals is only noted. A second one, at least half a second later, ends the process as
// usual: a terminal and a parent process may both send the first.
void note_interrupts();
bool interrupted() noexcept;
// Ends the process by the signal that was noted, if there was one. Call it after all output.
void end_if_interrupted();

}  // namespace rmasim::sim
