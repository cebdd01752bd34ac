// The one place that knows every protocol family: which process a scenario's ranks are.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/input/model/scenario.h"

#include <memory>

namespace rmasim::sim {

// What `world` refers to, and `scenario`, outlive the process.
std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, World world);

// For what only New RMA has: elements, locks, trees. Null where the process is of another family.
newrma::Engine* newrma_engine(Process& process);
const newrma::Engine* newrma_engine(const Process& process);

}  // namespace rmasim::sim
