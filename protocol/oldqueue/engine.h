// The engine of family oldqueue: the RMA library of one process. It executes calls, queues packets and handles them in
// `poll`. The protocol is in free functions on one state (engine_state.h). modes/ has one file per synchronisation
// mode, routines/ the functions that modes share. calls.cpp dispatches calls.
#pragma once

#include "protocol/oldqueue/engine_state.h"
#include "protocol/oldqueue/make_process.h"
#include "protocol/oldqueue/waits.h"
#include "protocol/parts/engine_of.h"

namespace rmasim::oldqueue {

class Engine final : public EngineOf<EngineState> {
public:
    // `config` and `world` must outlive the engine. `start` is one less than the first number of epochs and barriers;
    // only tests set `start`.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : EngineOf(rank, ranks, windows, config, world, start) {}

    CallSet calls() const override { return oldqueue::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;
    void add_window(WindowId id) override { oldqueue::add_window(state_, id); }
    void remove_window(WindowId id) override { oldqueue::remove_window(state_, id); }
    void require_closed() const override;
    void require_quiescent() const override;

    // Queues the packet. The next `poll` handles it.
    void deliver(const Packet& packet) override { state_.unpolled.push_back(packet); }
    bool has_unpolled_packets() const override { return !state_.unpolled.empty(); }
    void poll(Poller poller) override;

    // ---- State, for reports and checks.
    ProcessMemory memory_use() const override;
    const RequestQueue& queue() const { return state_.queue; }
    QueueUse queue_use() const;
};

}  // namespace rmasim::oldqueue
