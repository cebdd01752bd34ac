// Compares what happened with the expectations of a scenario. Both worlds use it: a run with a clock has all that
// `Measured` can hold, one without has messages only, and expects no more
// (sim/untimed/explore/order_independent_expectations.h).
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
    std::string what;  // "messages.by_kind.PUT+LOCK.X+UNLOCK"
    std::string expected;
    std::string got;
};

// What `expect` can name. Pairs and pools as it names them: "0>1", "op.local.w".
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

// Differences are in the order of the expectations; there are none if all expectations hold.
// Of the outcome, messages, elements and the time:
std::vector<Difference> differences_of_counts(const Scenario& scenario, const Measured& measured);
// Of what these ranks have at the end, memory and counters. `process_of` is asked only if counters are expected.
using ProcessOf = std::function<const Process&(Rank)>;
std::vector<Difference> differences_of_ranks(const Scenario& scenario, const WindowMemory& memory,
                                             const ProcessOf& process_of, RankRange ranks);
// Both.
std::vector<Difference> differences(const Scenario& scenario, const Measured& measured, const WindowMemory& memory,
                                    const ProcessOf& process_of);

}  // namespace rmasim::sim
