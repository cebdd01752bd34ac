// Reads and writes an order of steps as text, in the format of scenario files and of failure reports. Each line is a
// step: "0 goes on: lock", "1 receives PUT from 2". The text after the colon is only for human readers. A line may end
// with the choices inside the step. Example: in a step that enabled several calls, "/ picks 1 0" means that the second
// of these calls continued first, and then the first of the remaining calls.
//
// If a step leaves a calm barrier, all barriers of the run are calm (calm_barriers.h).
#pragma once

#include "sim/untimed/world/explored_world.h"
#include "sim/untimed/world/order.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Executes `order` from the initial state and returns the text of each step. The last step of `order` may end the run
// with an error; the other steps must not.
std::vector<std::string> words_of(ExploredWorld& world, const Order& order);

// Executes one enabled step and returns its text.
std::string make_in_words(ExploredWorld& world, const OrderStep& step);

// Executes `steps` from the initial state. Afterwards always executes the first enabled move, until no move is enabled.
// Calls `may_continue` after each step, and stops if this function returns false. Raises BadInput for a step that is
// not enabled; the error names `location` and the step's number.
StepResult run_schedule(ExploredWorld& world, const std::vector<std::string>& steps, const std::string& location,
                const std::function<bool()>& may_continue);

}  // namespace rmasim::sim
