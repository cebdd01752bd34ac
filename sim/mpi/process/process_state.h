// The working directory, the mask of new files, and the descriptors 0 to 2. They belong to the process, so each switch
// to a rank that has others than the running rank sets them. While no rank has changed them, a switch does nothing.
#pragma once

namespace rmasim::hosting {

struct Rank;

// True if a rank has changed a part of this state.
extern bool ranks_have_process_state;

// Must be called before a rank changes a part: takes the present state as the host's.
void note_host_state();
// Makes the state of a rank, or the host's if `rank` is null, the present one.
void enter_process_state(const Rank* rank);
// The part of it for the descriptors 0 to 2.
void note_host_descriptors();
void enter_descriptors(const Rank* rank);
// Called when a rank writes to descriptor 1 or 2, unless it has put a file there; null: the bytes are written. Returns
// the number of bytes.
extern long (*when_written)(int descriptor, const char* bytes, unsigned long count);
// Returns a copy of a descriptor above those that programs get.
int copied_high(int descriptor);

}  // namespace rmasim::hosting
