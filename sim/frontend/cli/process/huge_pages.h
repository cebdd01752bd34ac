// The choice of huge pages for the heap. If targets are random, most packets access a rank whose pages are not in the
// TLB, and page walks take as long as the work itself. Huge pages then make a run faster. They gain little if
// neighbours communicate regularly. On a virtual machine, their first access may be expensive (sim/SCALE.md).
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstddef>

namespace rmasim::sim {

// The least number of ranks for huge pages. With fewer ranks, the heap is too small for an effect.
inline constexpr Rank min_ranks_for_huge_pages = 65'536;

// The number of bytes of the heap for which huge pages are requested. It is an upper bound of the heap's size for the
// scenario's ranks, or 0 if huge pages would not make the run faster.
std::size_t bytes_in_huge_pages(const Scenario& scenario);

// Requests huge pages for the next `bytes` bytes of the heap. The system may ignore the request. The request has no
// effect in a program with a sanitizer. The function accesses no memory: the system provides a page when the heap
// accesses it.
void prefer_huge_pages(std::size_t bytes);

}  // namespace rmasim::sim
