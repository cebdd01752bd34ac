// An order as text, as in scenario files and schedules: one step per line, "0 goes on: lock", "1 receives PUT from 2".
// The text after the colon is only for the reader. "... / picks 1 0": of several calls that the step made ready, the
// second was resumed first, then the first of the rest.
#pragma once

#include "sim/untimed/world/order.h"
#include "sim/untimed/world/untimed_world.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Plays `order` from the beginning and returns the text of each step. The last step may end the run.
std::vector<std::string> words_of(UntimedWorld& world, const Order& order);

// Plays the steps from the beginning; when they are used up, always the first possible move, until there is none.
// `go_on` is called after each step and returns whether to continue. A step that is not possible raises BadInput, with
// `place` and the step's number as its place.
StepResult play(UntimedWorld& world, const std::vector<std::string>& steps, const std::string& place,
                const std::function<bool()>& resume_thread);

}  // namespace rmasim::sim
