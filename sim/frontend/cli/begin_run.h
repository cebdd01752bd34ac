// What every run of the program does about memory before it makes the first rank.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

// From now on the process may take no more memory than there is, and says `what` it was making if that is not enough.
// The heap lies in huge pages if that pays for runs of `scenario`. For several runs, one after the other: once.
// `process_count_on_host`: so many processes of this machine share the run.
void begin_run(const std::string& what, const Scenario& scenario, int process_count_on_host = 1);

}  // namespace rmasim::sim
