// Whether a run fits into the memory of this machine. What does not is refused before it takes any: the system would
// end a process that takes more than there is without a word, and perhaps another one first.
#pragma once

#include "protocol/base/process.h"
#include "protocol/base/types.h"

#include <cstdint>
#include <istream>

namespace rmasim::sim {

// Bytes that the system can still give to this process: what is free or easily freed, swap included, and no more than
// its limit of address space. Where `process_count_on_host` processes of this machine share a run: the part of one of them. The
// largest number if the system does not say.
std::uint64_t available_memory(int process_count_on_host = 1);
// The first part of it, as /proc/meminfo has it.
std::uint64_t available_memory_in(std::istream& meminfo);

// Raises BadInput if `ranks` processes of MPI that take as much as `first` does before its first call are more than
// `at_hand`.
void require_room_within(std::uint64_t at_hand, Rank ranks, const ProcessMemory& first);
// ... more than there is. The system is only asked if they are many: small runs are over sooner than its answer comes.
// `process_count_on_host`: so many processes of this machine, this one included, share the run, each with about as many ranks. None
// of them has taken much yet, or the others' part counts twice.
void require_room(Rank ranks, const ProcessMemory& first, int process_count_on_host = 1);

}  // namespace rmasim::sim
