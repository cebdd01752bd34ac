// Random changes of a scenario, as JSON. The same random numbers change the same scenario in the same way.
#pragma once

#include "sim/input/expression/random.h"
#include "sim/input/json/json.h"

namespace rmasim::corpus {

// One or two calls are left out, repeated, exchanged, moved to another program, or get another argument: most such
// programs break a rule of MPI, wait for ever, or end with other values.
void break_calls(sim::Random& random, sim::Json& scenario);
// Another network, other costs, another memory of the nodes. `shapes`: also topologies and models that need SimGrid.
void draw_machine(sim::Random& random, sim::Json& scenario, bool shapes);
// Late and lost packets, ranks that die, pause or straggle, pools that shrink; `timed`: also those that need a clock.
void draw_faults(sim::Random& random, sim::Json& scenario, bool timed);

}  // namespace rmasim::corpus
