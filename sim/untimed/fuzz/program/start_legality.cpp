// The order of collective calls on communicators of some ranks, and of START and WAIT of persistent calls. Ranks may
// start persistent calls in different orders. A START and a nonblocking call return at once (MPI 4.1, 6.12 and 6.13). A
// WAIT, and any blocking collective call, may wait until all members of the communicator have begun the call. So a
// WAIT between two STARTs is a deadlock if another rank begins the awaited call behind a WAIT of its own:
//
//     rank 0   start r0   wait r0   start r1   wait r1
//     rank 1   start r1   wait r1   start r0   wait r0
//
// Each order in which ranks can advance ends in the same state, since a call that can return stays so. One execution
// therefore decides.
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
            return fmt::format("rank {}: step {} waits for a collective call that another rank begins behind a wait",
                               rank, ranks_[rank].next);
        }
        return {};
    }

private:
    // The communicator of a call, true for a persistent one, and the call's number among those of its kind there.
    using CallKey = std::tuple<int, bool, std::size_t>;
    struct BegunCall {
        CallKey key;
        Group members;
    };
    struct RankState {
        std::size_t next = 0;                              // the step
        std::map<std::pair<int, bool>, std::size_t> made;  // number of calls, by communicator and kind
        std::map<std::uint32_t, BegunCall> requests;
        std::map<CallKey, std::size_t> begun;  // how often the rank has begun each call
    };

    // Advances to the next step that does not return. Returns false if this is the current step.
    bool advance(std::size_t rank) {
        RankState& state = ranks_[rank];
        const std::vector<Step>& steps = program_.steps[rank];
        const std::size_t before = state.next;
        while (state.next < steps.size() && returns(state, static_cast<Rank>(rank), steps[state.next])) ++state.next;
        return state.next > before;
    }

    bool returns(RankState& state, Rank rank, const Step& step) const {
        if (is_of_some(step)) return collective_returns(state, rank, step);
        // Requests of synchronisation counters have numbers of their own.
        if (step.more.unit >= 0) return true;
        const auto known = state.requests.find(step.request);
        if (known == state.requests.end()) return true;
        if (step.call == Call::request_start) ++state.begun[known->second.key];
        return step.call != Call::request_wait || all_have_begun(state, known->second);
    }

    // A blocking call is begun at the first attempt.
    bool collective_returns(RankState& state, Rank rank, const Step& step) const {
        std::size_t& made = state.made[{step.comm, is_persistent(step)}];
        const BegunCall call{{step.comm, is_persistent(step), made},
                             members_of(program_, static_cast<std::size_t>(step.comm), rank)};
        if (!is_persistent(step)) state.begun[call.key] = 1;
        if (is_nonblocking(step)) state.requests[step.request] = call;
        else if (!all_have_begun(state, call)) return false;
        ++made;
        return true;
    }

    // True if all members have begun the call as often as the rank.
    bool all_have_begun(RankState& state, const BegunCall& call) const {
        const std::size_t own = state.begun[call.key];
        return std::ranges::all_of(call.members, [&](Rank member) {
            const auto& begun = ranks_[static_cast<std::size_t>(member)].begun;
            const auto at = begun.find(call.key);
            return own == 0 || (at != begun.end() && at->second >= own);
        });
    }

    const RandomProgram& program_;
    std::vector<RankState> ranks_;
};

}  // namespace

std::string illegality_of_starts(const RandomProgram& program) { return Starts(program).deadlock(); }

}  // namespace rmasim::fuzz
