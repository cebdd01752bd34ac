// The rule of collective calls, including BARRIER: the n-th collective calls of all members of a communicator must be
// the same call, with the same root, count, datatype and reduction.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/scenario/model/communicators.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim::usage {

class CollectiveRules {
public:
    // `communicators` is null if the only communicator is that of all ranks.
    CollectiveRules(const HappensBefore& happens_before, Rank ranks, const CommunicatorTable* communicators)
        : happens_before_(happens_before), ranks_(ranks), communicators_(communicators) {}

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
    static std::string text_of(const Said& said);
    std::string name_of_communicator(WindowId comm) const;

    const HappensBefore& happens_before_;
    Rank ranks_;
    const CommunicatorTable* communicators_;
    std::map<std::pair<WindowId, Rank>, Members> groups_;  // by number and first member of the communicator
};

}  // namespace rmasim::sim::usage
