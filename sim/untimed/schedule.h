// An order in words, as scenario files and schedules have it: a step a line, "0 goes on: lock", "1 receives PUT from
// 0". What follows the colon is for the reader only. "... / picks 1 0": of several calls that the step set free the
// second went on first, then the first of those left.
#pragma once

#include "sim/untimed/order.h"
#include "sim/untimed/untimed_world.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Plays `order` from the beginning and puts each step into words. The last step may end the run.
std::vector<std::string> words_of(UntimedWorld& world, const Order& order);

// Plays the steps from the beginning; when they are used up, always the first move there is, until nothing moves.
// `go_on` is asked after each step. A step that cannot be made then raises BadInput: `place`, with the step's
// number, says where.
StepResult play(UntimedWorld& world, const std::vector<std::string>& steps, const std::string& place,
                const std::function<bool()>& go_on);

}  // namespace rmasim::sim
