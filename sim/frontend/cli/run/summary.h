// The text output of a run: the summary for standard output, and the reports for standard error.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The summary of a run. `verdict` is the text of verdict_of. `wall_s` is the real time of the run in seconds. If
// `explain` is true, a line after each figure explains it.
std::string summary(const Scenario& scenario, const RunResult& result, const std::string& verdict, double wall_s,
                    bool explain);
// The calls that wait, with the reasons, one line each. The number of lines is limited.
std::string stuck_report(const RunResult& result);
// The findings of the memory-model checker. The result must have at least one finding.
std::string semantics_report(const RunResult& result);
// The lost packets of a run in which all programs have ended.
std::string lost_packet_report(const RunResult& result);
// The invariant that the run has violated, with a description of the violation.
std::string violation_report(const RunResult& result);
// The outdated values that loads have returned because the scenario omits a MEM_SYNC.
std::string stale_report(const RunResult& result);
// The differences from the expectations as a table.
std::string moved_report(const std::vector<Difference>& moved);

}  // namespace rmasim::sim
