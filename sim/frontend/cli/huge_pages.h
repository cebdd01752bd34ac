// The choice of huge pages for the heap. With random targets, each packet accesses a rank that is not in the TLB, and
// page walks take as long as the work itself. With regular communication between neighbours, huge pages gain little,
// and on a virtual machine their first access may be expensive (sim/SCALE.md).
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstddef>

namespace rmasim::sim {

// With fewer ranks, the heap is too small for an effect.
inline constexpr Rank min_ranks_for_huge_pages = 65'536;

// The size of the heap in huge pages, in bytes: an upper bound for the scenario's ranks, or 0 if huge pages are not
// worthwhile.
std::size_t bytes_in_huge_pages(const Scenario& scenario);

// Requests huge pages for the next `bytes` bytes of the heap. The system may ignore the request. It has no effect with
// a sanitizer. No memory is accessed: pages are used only when the heap needs them.
void prefer_huge_pages(std::size_t bytes);

}  // namespace rmasim::sim
