// The text output of a run: the summary for standard output, and reports for standard error.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The summary of a run. `wall_s`: its real time in seconds.
std::string summary(const Scenario& scenario, const RunResult& result, double wall_s);
// The waiting calls with their reasons, one line each, up to a limit.
std::string stuck_report(const RunResult& result);
// The findings of the memory-semantics checker. Requires at least one finding.
std::string semantics_report(const RunResult& result);
// The lost packets of a run whose programs have all ended.
std::string lost_packet_report(const RunResult& result);
// The violated invariant, with a description of the violation.
std::string violation_report(const RunResult& result);
// The stale values that were read because a MEM_SYNC was omitted.
std::string stale_report(const RunResult& result);
// The differences from the expectations, as a table.
std::string moved_report(const std::vector<Difference>& moved);

}  // namespace rmasim::sim
