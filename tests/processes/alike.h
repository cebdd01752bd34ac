// Compares a scenario's run by one process with a run that processes share: the result, the contents of windows, and
// the trace.
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
    // Runs the scenario. Null if processes cannot share the run, whatever their number.
    static std::unique_ptr<Alone> run(Scenario scenario);

    // The maximum number of processes that can share the run; at least 1.
    int process_count_on_host() const;
    // True if the run is assembled from partial results. A run that ends otherwise is repeated by one process.
    bool ends_as_it_should() const { return result_.outcome == Outcome::finished && moved_.empty(); }
    // Runs the scenario again, shared. All processes call it, at most process_count_on_host(). Returns the differences
    // in process 0, or an empty string if there are none. Returns an empty string in the other processes.
    std::string difference_from(Exchange& exchange) const;

private:
    enum class Traced { no, yes };

    explicit Alone(Scenario scenario);
    std::string difference_from(Exchange& exchange, Traced traced) const;

    Scenario scenario_;
    Simulation simulation_;
    RunResult result_;
    std::vector<Difference> moved_;
    std::string trace_;  // of a run with a clock
};

}  // namespace rmasim::sim
