// Functions that compare the results of a run with the expectations of a scenario. Timed and untimed runs use them. An
// untimed run sets only the numbers of messages in `Measured`. For untimed runs, only those expectations are compared
// that do not depend on time or order (sim/untimed/explore/order_independent_expectations.h).
#pragma once

#include "protocol/base/process.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

struct Difference {
    std::string what;  // the expectation that does not hold: "messages.by_kind.PUT+LOCK.X+UNLOCK"
    std::string expected;
    std::string got;
};

// The results of a run that the key `expect` of a scenario can mention. In the names of results, pairs of ranks and
// element pools are written as in `expect`: "0>1", "op.local.w".
struct Measured {
    std::string_view outcome = "finished";
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::map<std::string, std::uint64_t> by_kind = {};
    std::map<std::string, std::uint64_t> between_nodes = {};
    std::map<std::string, std::map<std::string, std::uint64_t>> by_pair = {};
    std::map<std::string, std::uint64_t> high_water = {};
    std::int64_t time_ns = 0;
};

// Returns the differences in outcome, messages, elements and time, in the order of the expectations. The result is
// empty if all expectations of these kinds hold.
std::vector<Difference> differences_of_counts(const Scenario& scenario, const Measured& measured);
// Returns the differences in the final memory and in the synchronisation counters of `ranks`, in the order of the
// expectations. `process_of` must return the process of a rank. It is called only if the scenario has expectations
// about counters.
using ProcessOf = std::function<const Process&(Rank)>;
std::vector<Difference> differences_of_ranks(const Scenario& scenario, const WindowMemory& memory,
                                             const ProcessOf& process_of, RankRange ranks);
// Returns all differences: first those in outcome, messages, elements and time, then those in the final memory and in
// the synchronisation counters of all ranks.
std::vector<Difference> differences(const Scenario& scenario, const Measured& measured, const WindowMemory& memory,
                                    const ProcessOf& process_of);

}  // namespace rmasim::sim
