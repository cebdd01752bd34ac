// The engine of family ch3: the MPI library of one process. It executes calls, queues packets and handles them in
// `poll`. The protocol is in free functions on one state (engine_state.h). modes/ has one file per synchronisation
// mode, routines/ the functions that modes share. calls.cpp dispatches calls, routines/progress.cpp dispatches packets.
#pragma once

#include "protocol/ch3/engine_state.h"
#include "protocol/ch3/make_process.h"
#include "protocol/ch3/waits.h"
#include "protocol/parts/engine_of.h"

namespace rmasim::ch3 {

class Engine final : public EngineOf<EngineState> {
public:
    // `config` and `world` must outlive the engine. `start` is one less than the first barrier's number; only tests set
    // `start`.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : EngineOf(rank, ranks, windows, config, world, start) {}

    CallSet calls() const override { return ch3::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;
    void add_window(WindowId id) override { ch3::add_window(state_, id); }
    void remove_window(WindowId id) override { ch3::remove_window(state_, id); }
    void require_closed() const override;

    // Queues the packet. The next `poll` handles it, or the next call that makes progress.
    void deliver(const Packet& packet) override { state_.unpolled.push_back(packet); }
    bool has_unpolled_packets() const override { return !state_.unpolled.empty() && !state_.spins; }
    void poll(Poller poller) override;
    void make_progress() override;

    void shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size);
    void shrink_global_pool(ElementKind kind, std::uint32_t size);

    // ---- State, for reports and checks.
    std::string fault(const WaitReason& reason) const override;
    ProcessMemory memory_use() const override;
    const PoolLevelCounter& global_ops() const { return state_.global_ops; }
    const PoolLevelCounter& global_targets() const { return state_.global_targets; }
};

}  // namespace rmasim::ch3
