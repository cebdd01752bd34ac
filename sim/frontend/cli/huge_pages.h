// Which runs have their heap in huge pages. Where targets are random, each packet jumps to a rank whose addresses the
// processor does not know, and walks through the system's tables of pages take as long as the work itself. Where ranks
// act in step with their neighbours, huge pages gain little, and on a virtual machine they may be dear at first touch
// (sim/SCALE.md).
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstddef>

namespace rmasim::sim {

// From this many ranks on memory is so large that it matters.
inline constexpr Rank min_ranks_for_huge_pages = 65'536;

// Bytes to ask for: what so many ranks may need, or 0 if huge pages would not pay.
std::size_t bytes_in_huge_pages(const Scenario& scenario);

// What the heap takes from now on lies in huge pages, up to so many bytes. A wish to the system, and without effect
// where a sanitizer has the heap. Nothing is touched: memory is in use only when it is needed.
void prefer_huge_pages(std::size_t bytes);

}  // namespace rmasim::sim
