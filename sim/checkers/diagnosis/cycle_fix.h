// The repair of a program whose ranks wait for each other in a cycle.
#pragma once

#include "sim/checkers/diagnosis/wait_graph.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace rmasim::sim {

// Returns the repair of a cycle of waits as a sentence without a full stop: "let all ranks lock their targets in the
// same order ...". Empty if a rank waits for an element or a mutex of the implementation. `name` returns the name of a
// call in the report.
std::string fix_of_cycle(std::span<const Wait> waits, const std::function<std::string_view(Call)>& name);

// Returns the repair of a cycle in which ranks wait for calls of several kinds.
std::string fix_of_mixed_cycle();

}  // namespace rmasim::sim
