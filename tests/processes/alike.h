// Compares a run by one process with a shared run of the same scenario: the result, the contents of windows, and the
// trace.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/executed_run.h"
#include "sim/timed/outcome.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

class Alone {
public:
    // Runs the scenario by one process. Returns null if no number of processes can share the run.
    static std::unique_ptr<Alone> run(Scenario scenario);

    // Returns the maximum number of processes that can share the run; at least 1.
    int process_count_on_host() const;
    // True if the shared run is assembled from partial results. Otherwise, one process repeats the run.
    bool ends_as_it_should() const { return executed_.result.outcome == Outcome::finished && moved_.empty(); }
    // Runs the scenario again, as a shared run. All processes must call this function; their number is at most
    // process_count_on_host(). In process 0, returns the differences, or an empty text if there are none. In the other
    // processes, returns an empty text.
    std::string difference_from(Exchange& exchange) const;

private:
    enum class Traced { no, yes };

    explicit Alone(Scenario scenario);
    std::string difference_from(Exchange& exchange, Traced traced) const;

    Scenario scenario_;
    ExecutedRun executed_;
    std::vector<Difference> moved_;
    std::string trace_;  // only of a run with a clock
};

}  // namespace rmasim::sim
