// The engine of family synccount, NEC's synchronisation counters (SPEC.md): the RMA library of one process. It executes
// calls and handles packets. The protocol is in free functions on one state (engine_state.h). modes/ implements the
// calls, routines/ the functions that calls share. calls.cpp dispatches calls.
#pragma once

#include "protocol/parts/engine_of.h"
#include "protocol/synccount/engine_state.h"
#include "protocol/synccount/make_process.h"
#include "protocol/synccount/waits.h"

namespace rmasim::synccount {

class Engine final : public EngineOf<EngineState> {
public:
    // `config` and `world` must outlive the engine. `sizes` contains, for each window, the maximum number of ranks of
    // the window's group that have the window. `start` is one less than the first barrier's number; only tests set
    // `start`.
    Engine(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : EngineOf(rank, ranks, sizes, config, world, start) {}

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

    // ---- State, for reports and checks.
    ProcessMemory memory_use() const override;
    RankGroup current_members(WindowId id) const override {
        return members_of(state_.windows[id].group, state_.windows[id].ranks);
    }
    const CounterTable& counters() const { return state_.counters; }
    const SyncRequests& requests() const { return state_.requests; }

private:
    void require_no_noted_error() const;
};

}  // namespace rmasim::synccount
