// Memory checks before a run. A run that does not fit into the memory of this machine is refused before it allocates
// any. Otherwise the system would kill this process without a message, and perhaps another one first.
#pragma once

#include "protocol/base/process.h"
#include "protocol/base/types.h"

#include <cstdint>
#include <istream>

namespace rmasim::sim {

// Bytes that the system can still give to this process: free or easily freed memory, including swap, limited by the
// process's address space. If `process_count_on_host` processes of this machine share a run, the result is for one of
// them. Returns the largest number if the system does not report its memory.
std::uint64_t available_memory(int process_count_on_host = 1);
// The free memory and swap of the machine, in bytes, according to /proc/meminfo.
std::uint64_t available_memory_in(std::istream& meminfo);

// Raises BadInput if `ranks` ranks need more than `available` bytes. `first` is the memory that one rank uses before
// its first call.
void require_room_within(std::uint64_t available, Rank ranks, const ProcessMemory& first);
// Raises BadInput if `ranks` ranks need more than the available memory. Small runs are not checked, because the query
// takes longer than the run. `process_count_on_host` is the number of processes of this machine, including this one,
// that share the run, each with about as many ranks. Call it before any of them has allocated much, else their memory
// counts twice.
void require_room(Rank ranks, const ProcessMemory& first, int process_count_on_host = 1);

}  // namespace rmasim::sim
