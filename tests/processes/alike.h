// What one process makes of a scenario, and whether processes that share the run make the same of it: in all that a
// result says, in the contents of windows, and in the trace.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"
#include "sim/timed/simulation.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

class Alone {
public:
    // Plays it. Null: processes cannot share the run, whatever their number.
    static std::unique_ptr<Alone> play(Scenario scenario);

    // At most; at least 1.
    int process_count_on_host() const;
    // Only such a run is put together from shares; any other one is played again by one process.
    bool ends_as_it_should() const { return result_.outcome == Outcome::finished && moved_.empty(); }
    // Called by all processes that share the run, at most as many as said above. In process 0: what differs; empty:
    // nothing. Empty in the others.
    std::string difference_from(Exchange& exchange) const;

private:
    enum class Traced { no, yes };

    explicit Alone(Scenario scenario);
    std::string difference_from(Exchange& exchange, Traced traced) const;

    Scenario scenario_;
    Simulation simulation_;
    RunResult result_;
    std::vector<Difference> moved_;
    std::string trace_;  // of a run in time
};

}  // namespace rmasim::sim
