// The order of START and WAIT of persistent collective calls. Ranks may start the calls of a communicator in different
// orders. A WAIT between two STARTs is then a deadlock if another rank calls the awaited START behind a WAIT of its
// own:
//
//     rank 0   start r0   wait r0   start r1   wait r1
//     rank 1   start r1   wait r1   start r0   wait r0
#include "protocol/base/types.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

namespace {

// Executes the STARTs and WAITs of all ranks. A WAIT returns when all members have started the call.
class Starts {
public:
    explicit Starts(const RandomProgram& program) : program_(program), ranks_(program.steps.size()) {}

    std::string deadlock() {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t rank = 0; rank < ranks_.size(); ++rank) moved = advance(rank) || moved;
        }
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
            if (ranks_[rank].next == program_.steps[rank].size()) continue;
            return fmt::format("rank {}: a wait for a persistent call is in a cycle of waits", rank);
        }
        return {};
    }

private:
    // The number of a persistent call among those of its communicator, and the members.
    struct PersistentCall {
        int comm = -1;
        std::size_t number = 0;
        Group members{};
    };
    struct RankState {
        std::size_t next = 0;                                       // the step
        std::map<int, std::size_t> made;                            // by communicator: number of persistent calls
        std::map<std::uint32_t, PersistentCall> calls;              // by request
        std::map<std::pair<int, std::size_t>, std::size_t> starts;  // by communicator and number of the call
    };

    // Advances to the next WAIT that does not return. Returns false if this is the current step.
    bool advance(std::size_t rank) {
        RankState& state = ranks_[rank];
        const std::vector<Step>& steps = program_.steps[rank];
        const std::size_t before = state.next;
        while (state.next < steps.size() && returns(state, static_cast<Rank>(rank), steps[state.next])) ++state.next;
        return state.next > before;
    }
    bool returns(RankState& state, Rank rank, const Step& step) const {
        if (is_persistent(step)) {
            state.calls[step.request] = {step.comm, state.made[step.comm]++,
                                         members_of(program_, static_cast<std::size_t>(step.comm), rank)};
            return true;
        }
        const auto known = state.calls.find(step.request);
        if (known == state.calls.end()) return true;
        const PersistentCall& call = known->second;
        const std::pair key{call.comm, call.number};
        if (step.call == Call::request_start) ++state.starts[key];
        if (step.call != Call::request_wait) return true;
        const std::size_t awaited = state.starts[key];
        return std::ranges::all_of(call.members, [&](Rank member) {
            const auto& starts = ranks_[static_cast<std::size_t>(member)].starts;
            const auto at = starts.find(key);
            return at != starts.end() && at->second >= awaited;
        });
    }

    const RandomProgram& program_;
    std::vector<RankState> ranks_;
};

}  // namespace

std::string illegality_of_starts(const RandomProgram& program) { return Starts(program).deadlock(); }

}  // namespace rmasim::fuzz
