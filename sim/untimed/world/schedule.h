// Reads and writes an order of steps as text, as in scenario files and schedules. Each line is a step: "0 goes on:
// lock", "1 receives PUT from 2". The text after the colon is only for the reader. "... / picks 1 0" has the choices
// inside the step: of several calls that the step enabled, the second continued first, then the first of the rest.
#pragma once

#include "sim/untimed/world/order.h"
#include "sim/untimed/world/untimed_world.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Executes `order` from the initial state and returns the text of each step. The last step may end the run.
std::vector<std::string> words_of(UntimedWorld& world, const Order& order);

// Executes `steps` from the initial state and then always the first enabled move, until there is none. After each step
// it calls `may_continue`, which returns false to stop. A step that is not enabled raises BadInput, with `location` and
// the step's number as location.
StepResult run_schedule(UntimedWorld& world, const std::vector<std::string>& steps, const std::string& location,
                const std::function<bool()>& may_continue);

}  // namespace rmasim::sim
