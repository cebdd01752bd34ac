// This file replaces the module with SimGrid. A page in the browser cannot load that module.
#include "sim/machine/platform/simgrid_module.h"
#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

std::unique_ptr<Simgrid> make_simgrid(const Machine&) {
    throw BadInput("platform", "a network or file that needs SimGrid",
                   "the network model \"loggp\" on this page, which has no SimGrid; `rmasim run` has it");
}

}  // namespace rmasim::sim
