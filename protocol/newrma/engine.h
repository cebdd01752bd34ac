// The RMA engine of one process: the RMA library. It executes calls, handles packets and makes progress. The protocol
// is in free functions on one state (engine_state.h). modes/ has a file per synchronisation mode, routines/ has the
// parts that modes share. calls.cpp dispatches calls, `deliver` dispatches packets.
#pragma once

#include "protocol/newrma/engine_state.h"
#include "protocol/newrma/make_process.h"
#include "protocol/newrma/waits.h"
#include "protocol/parts/engine_of.h"

#include <string>
#include <vector>

namespace rmasim::newrma {

// The RMA engine of one process of family newrma.
class Engine final : public EngineOf<EngineState> {
public:
    // `config` and `world` must outlive the engine. `start` is one less than the first of all serial numbers; only
    // tests set it.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : EngineOf(rank, ranks, windows, config, world, start) {}

    CallSet calls() const override { return newrma::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;

    void add_window(WindowId id) override { newrma::add_window(state_, id); }
    void remove_window(WindowId id) override { newrma::remove_window(state_, id); }

    // Checks the rule of MPI_WIN_FREE for every window: throws ErroneousProgram if an epoch is open, or if a request is
    // open: the program has neither waited for it nor tested it successfully.
    void require_closed() const override;

    // ---- Packets. Handlers never block. Calls that a packet unblocks are resumed before `deliver` returns.
    void deliver(const Packet& packet) override;
    void send_completed(OpId op) override;
    void prefetch_first(const Packet& packet) const override;
    bool prefetch_second(const Packet& packet) const override;
    void prefetch_first_of_call() const override;
    void prefetch_second_of_call() const override;

    // ---- Faults: shrink a pool level to `size` elements during a run. A level that already has at most `size`
    // elements does not change.
    void shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size);
    void shrink_global_pool(ElementKind kind, std::uint32_t size);

    // ---- State, for reports and checks.
    const Window& window(WindowId id) const { return state_.windows[id]; }
    Rank comm_rank_in(const Window& window, Rank rank) const { return comm_rank_of(state_, window, rank); }
    const PoolLevelCounter& global_ops() const { return state_.global_ops; }
    const PoolLevelCounter& global_targets() const { return state_.global_targets; }

    ProcessMemory memory_use() const override;
};

}  // namespace rmasim::newrma
