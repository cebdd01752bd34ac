// The rule of collective calls, including BARRIER: the n-th collective calls of all members of a communicator must be
// the same call, with the same root, count, datatype and reduction.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/scenario/model/scenario.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim::usage {

class CollectiveRules {
public:
    // `scenario` must outlive the object.
    CollectiveRules(const HappensBefore& happens_before, const Scenario& scenario)
        : happens_before_(happens_before), scenario_(scenario) {}

    // Raises BrokenBetween if the call does not match the corresponding call of another member of the communicator.
    void began(const Thread& thread, const CallRequest& call);
    void clear() { groups_.clear(); }

private:
    // The call and those of its arguments that must be equal for all members.
    struct Said {
        Call call = Call::none;
        Rank root = no_rank;
        std::uint32_t count = 0;  // 0 if the blocks have different sizes
        Datatype datatype = Datatype::byte;
        ReduceOp reduce = ReduceOp::replace;
        std::uint32_t number = 0;  // of an operator of the scenario
        bool operator==(const Said&) const = default;
    };
    struct Round {
        CallRecord first;  // the call of the member that was the first in this round
        Said said;
        Rank begun = 0;
    };
    // The collective calls of one communicator.
    struct Members {
        std::vector<std::uint64_t> begun;  // number of calls, by communicator rank
        std::deque<Round> rounds;          // rounds that at least one member has not begun
        std::uint64_t over = 0;            // number of rounds that all members have begun
    };
    static Said said_in(const CallRequest& call);
    std::string text_of(const Said& said) const;
    std::string name_of_communicator(WindowId comm) const;

    const HappensBefore& happens_before_;
    const Scenario& scenario_;
    std::map<std::pair<WindowId, Rank>, Members> groups_;  // by number and first member of the communicator
};

}  // namespace rmasim::sim::usage
