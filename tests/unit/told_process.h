// A process that only waits, in the calls that a test tells it of.
#pragma once

#include "protocol/base/process.h"

#include <utility>
#include <vector>

namespace rmasim::sim {

// A process that waits in the calls that it is told of.
class ToldProcess final : public Process {
public:
    explicit ToldProcess(Rank rank) : rank_(rank) {}
    // `reason` tells the call from the others of this process.
    void waits(const WaitReason& reason, AwaitedRanks awaited) {
        awaited_.push_back(std::move(awaited));
        told_.push_back(reason);
        calls_under_way_.push_back(wait_for_ever(reason));
        calls_under_way_.back().start();
    }
    const std::vector<WaitReason>& told() const { return told_; }

    CallSet calls() const override { return {}; }
    Task<> begin(CallRequest, CallAnswer&) override { co_return; }
    void require_closed() const override {}
    void deliver(const Packet&) override {}
    void make_progress() override {}
    Rank rank() const override { return rank_; }
    const WaitList& waiting() const override { return list_; }
    std::string describe(const WaitReason&) const override { return "what it is told of"; }
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override {
        for (std::size_t nth = 0; nth < told_.size(); ++nth) {
            const WaitReason& other = told_[nth];
            if (other.window == reason.window && other.awaited == reason.awaited && other.target == reason.target) {
                return awaited_[nth];
            }
        }
        return {};
    }
    std::string fault(const WaitReason&) const override { return told_fault; }
    ProcessMemory memory_use() const override { return {}; }

    std::string told_fault;

private:
    Task<> wait_for_ever(WaitReason reason) {
        list_.until(reason, [] { return false; });
        co_await list_;
    }

    Rank rank_;
    std::vector<WaitReason> told_;
    std::vector<AwaitedRanks> awaited_;
    WaitList list_;
    std::vector<Task<>> calls_under_way_;
};

}  // namespace rmasim::sim
