// The head of a run's summary: the verdict, and the ranks, family and network of the run.
#pragma once

#include "sim/frontend/cli/text/explained_text.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/outcome.h"

#include <string>

namespace rmasim::sim {

// `verdict` is the text of verdict_of. `wall_s` is the real time of the run in seconds.
void add_head(ExplainedText& text, const Scenario& scenario, const RunResult& result, const std::string& verdict,
              double wall_s);

}  // namespace rmasim::sim
