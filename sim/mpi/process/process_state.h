// The working directory and the mask of new files. They belong to the process, so each switch to a rank that has others
// than the running rank sets them. While no rank has changed them, a switch does nothing.
#pragma once

namespace rmasim::hosting {

struct Rank;

// True if a rank has changed its working directory or mask.
extern bool ranks_have_process_state;

// Makes the state of a rank, or the host's if `rank` is null, the present one.
void enter_process_state(const Rank* rank);

}  // namespace rmasim::hosting
