// Confirms the failures of a search with calm barriers (sim/untimed/world/calm_barriers.h). Such a search has orders
// that do not exist if barriers have packets: a packet that was sent before a barrier may arrive after it. So the order
// of each failure is repeated with the packets of barriers, which arrive as late as possible. The failure is confirmed
// if this order fails in the same way.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/failure_of_run.h"
#include "sim/untimed/explore/part.h"
#include "sim/untimed/world/explored_world.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// An order with the packets of barriers.
struct PacketOrder {
    std::vector<std::string> steps;       // empty if there is no such order
    std::optional<FailureOfRun> failure;  // without that of the scenario's expectations
};

// Repeats the steps of an order with calm barriers, and then always executes the first enabled move. `world` and
// `checker` must be in the initial state, and barriers must have packets. `make` executes a step.
PacketOrder repeat_by_packets(ExploredWorld& world, const check::Checker& checker,
                              const std::vector<std::string>& steps,
                              const std::function<StepResult(const Move&, Choices&)>& make);

// Repeats the orders of all failures of a scenario. Those of confirmed failures are replaced by orders with packets.
void confirm_failures(const Scenario& scenario, Exploration& found, OrderWords& orders);

}  // namespace rmasim::sim
