// A process for tests of reports about waiting calls.
#pragma once

#include "protocol/base/process.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// A process that only waits, in the calls that a test adds.
class StubProcess final : public Process {
public:
    explicit StubProcess(Rank rank) : rank_(rank) {}
    // Adds a waiting call. `reason` must differ from the reasons of the other calls of this process.
    void waits(const WaitReason& reason, AwaitedRanks awaited) {
        awaited_.push_back(std::move(awaited));
        reported_.push_back(reason);
        list_.until(reason, [] { return false; });
        list_.await_suspend(std::noop_coroutine());
    }
    const std::vector<WaitReason>& reported() const { return reported_; }

    CallSet calls() const override { return {}; }
    Task<> begin(CallRequest&&, CallAnswer&) override { co_return; }
    void require_closed() const override {}
    void deliver(const Packet&) override {}
    void make_progress() override {}
    Rank rank() const override { return rank_; }
    const WaitList& waiting() const override { return list_; }
    std::string describe(const WaitReason&) const override { return "what it is told of"; }
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override {
        if (reason.call == Call::none && !is_window(reason.window)) {
            const auto open = open_calls.find(reason.window);
            return open == open_calls.end() ? AwaitedRanks{} : open->second;
        }
        std::size_t nth = 0;
        for (const WaitReason& other : reported_) {
            if (other.window == reason.window && other.awaited == reason.awaited && other.target == reason.target) {
                return awaited_[nth];
            }
            ++nth;
        }
        return {};
    }
    std::string fault(const WaitReason&) const override { return reported_fault; }
    ProcessMemory memory_use() const override { return {}; }

    std::string reported_fault;
    std::map<WindowId, AwaitedRanks> open_calls;  // nonblocking collective calls, by communicator

private:
    Rank rank_;
    std::vector<AwaitedRanks> awaited_;
    std::vector<WaitReason> reported_;
    WaitList list_;
};

}  // namespace rmasim::sim
