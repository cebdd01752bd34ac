// Checks before a run that the run fits into the memory of this machine. A run that is too large is refused before it
// allocates memory. Otherwise the system would kill this process without a message, perhaps after it has killed other
// processes.
#pragma once

#include "protocol/base/process.h"
#include "protocol/base/types.h"

#include <cstdint>
#include <istream>

namespace rmasim::sim {

// Returns the number of bytes that this process can still allocate. This is the free or easily freed memory, including
// swap, limited by the process's address space. If `process_count_on_host` processes of this machine simulate a run
// together, the result is for one of these processes. Returns the largest number if the system does not report its
// memory.
std::uint64_t available_memory(int process_count_on_host = 1);
// Returns the free memory and swap of the machine, in bytes. `meminfo` has the format of /proc/meminfo.
std::uint64_t available_memory_in(std::istream& meminfo);

// Raises BadInput if `ranks` ranks need more than `available` bytes. `first` is the memory that a rank uses before its
// first call.
void require_room_within(std::uint64_t available, Rank ranks, const ProcessMemory& first);
// Raises BadInput if `ranks` ranks need more than the available memory. Small runs are not checked, because the query
// takes longer than the run. `process_count_on_host` is the number of processes of this machine that share the run,
// including this process. Each of these processes has about the same number of ranks. This function must be called
// before any of the processes has allocated much memory; otherwise that memory is counted twice.
void require_room(Rank ranks, const ProcessMemory& first, int process_count_on_host = 1);

}  // namespace rmasim::sim
