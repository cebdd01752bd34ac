// The engine of family synccount, NEC's synchronisation counters (SPEC.md): the RMA library of one process. It executes
// calls and handles packets. The protocol is in free functions on one state (engine_state.h). modes/ implements the
// calls, routines/ the functions that calls share. calls.cpp dispatches calls.
#pragma once

#include "protocol/base/process.h"
#include "protocol/synccount/call_set.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

class Engine final : public Process {
public:
    // `config` and `world` must outlive the engine. `sizes` contains, for each window, the maximum number of ranks of
    // the window's group that have the window. `start` is one less than the first barrier's number; only tests set
    // `start`.
    Engine(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : state_(rank, ranks, sizes, config, world, start) {}

    CallSet calls() const override { return synccount::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;
    void add_window(WindowId id) override { synccount::add_window(state_, id); }
    void remove_window(WindowId id) override { synccount::remove_window(state_, id); }
    void require_closed() const override;
    void require_quiescent() const override;

    void deliver(const Packet& packet) override;
    void prefetch_first(const Packet& packet) const override;
    bool prefetch_second(const Packet& packet) const override;
    void prefetch_first_of_call() const override;
    void prefetch_second_of_call() const override { state_.two_sided.prefetch_second(); }
    void make_progress() override { state_.waits.resume_ready(state_.rank, state_.world.choice); }

    // ---- State, for reports and checks.
    Rank rank() const override { return state_.rank; }
    const WaitList& waiting() const override { return state_.waits; }
    std::string describe(const WaitReason& reason) const override;
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override;
    ProcessMemory memory_use() const override;
    RankGroup current_members(WindowId id) const override {
        return members_of(state_.windows[id].group, state_.windows[id].ranks);
    }
    const WindowTable<Window>& windows() const { return state_.windows; }
    const CounterTable& counters() const { return state_.counters; }
    const SyncRequests& requests() const { return state_.requests; }

private:
    void require_no_noted_error() const;
    EngineState state_;
};

}  // namespace rmasim::synccount
