// The results of a run as text for people.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <string>
#include <vector>

namespace rmasim::sim {

std::string summary(const Scenario& scenario, const RunResult& result, double wall_s);
// The calls that wait and why, one line each, up to a limit.
std::string stuck_report(const RunResult& result);
// What was lost in a run whose programs all ended.
// The findings of the memory-semantics checker; there are some.
std::string semantics_report(const RunResult& result);
std::string lost_packet_report(const RunResult& result);
// The invariant that was violated, and how.
std::string violation_report(const RunResult& result);
// Stale values that were read because a MEM_SYNC was omitted.
std::string stale_report(const RunResult& result);
// The differences from the expectations, as a table.
std::string moved_report(const std::vector<Difference>& moved);

}  // namespace rmasim::sim
