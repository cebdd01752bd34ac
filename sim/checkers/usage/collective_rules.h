// The n-th collective calls of the members of a communicator, BARRIER included: all make the same, with the same root,
// count, datatype and reduction.
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
    // `communicators` may be null: there is only that of all ranks.
    CollectiveRules(const HappensBefore& happens_before, Rank ranks, const CommunicatorTable* communicators)
        : happens_before_(happens_before), ranks_(ranks), communicators_(communicators) {}

    // Raises BrokenBetween.
    void began(const Thread& thread, const CallRequest& call);
    void clear() { groups_.clear(); }

private:
    // What all members say alike.
    struct Said {
        Call call = Call::none;
        Rank root = no_rank;
        std::uint32_t count = 0;
        Datatype datatype = Datatype::byte;
        ReduceOp reduce = ReduceOp::replace;
        bool operator==(const Said&) const = default;
    };
    struct Round {
        CallRecord first;  // of the member that came first
        Said said;
        Rank begun = 0;
    };
    // A communicator.
    struct Members {
        std::vector<std::uint64_t> begun;  // by place
        std::deque<Round> rounds;          // those that not all have begun
        std::uint64_t over = 0;            // how many there were before
    };
    static Said said_in(const CallRequest& call);
    static std::string text_of(const Said& said);
    std::string name_of_communicator(WindowId comm) const;

    const HappensBefore& happens_before_;
    Rank ranks_;
    const CommunicatorTable* communicators_;
    std::map<std::pair<WindowId, Rank>, Members> groups_;  // by number and first member
};

}  // namespace rmasim::sim::usage
