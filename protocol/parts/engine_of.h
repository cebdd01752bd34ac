// The functions of Process that families implement in the same way: those whose state of a process is one struct.
#pragma once

#include "protocol/base/process.h"
#include "protocol/parts/messages/two_sided.h"

#include <string>
#include <utility>

namespace rmasim {

// A process of a family. `State` has members `rank`, `world`, `waits`, `two_sided`, `windows`. These functions of the
// family report on calls that wait on a window:
//
//     std::string text_of_wait(const State&, const WaitReason&)
//     AwaitedRanks ranks_awaited(const State&, const WaitReason&)
template <class State>
class EngineOf : public Process {
public:
    void require_quiescent() const override { state_.two_sided.require_quiescent(); }
    void make_progress() override { state_.waits.resume_ready(state_.rank, state_.world.choice); }

    Rank rank() const final { return state_.rank; }
    const WaitList& waiting() const final { return state_.waits; }
    std::string describe(const WaitReason& reason) const final {
        return is_window(reason.window) ? text_of_wait(state_, reason) : state_.two_sided.describe(reason);
    }
    AwaitedRanks awaited_ranks(const WaitReason& reason) const final {
        if (!is_window(reason.window)) return state_.two_sided.awaited(state_.world, reason);
        return ranks_awaited(state_, reason);
    }
    std::vector<ArrivedMessage> unreceived_messages() const final { return state_.two_sided.unreceived_messages(); }
    const auto& windows() const { return state_.windows; }

protected:
    template <class... Arguments>
    explicit EngineOf(Arguments&&... arguments) : state_(std::forward<Arguments>(arguments)...) {}

    State state_;
};

// Checks the rule of MPI_WIN_FREE for the requests of operations: throws ErroneousProgram if one is open.
template <class Requests>
void require_no_open_request(const Requests& requests) {
    if (!requests.has_open()) return;
    throw ErroneousProgram(
        Call::win_free,
        "the request of an operation is still active; wait for the request, or test it until it is complete");
}

}  // namespace rmasim
