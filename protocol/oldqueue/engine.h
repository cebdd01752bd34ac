// The engine of family oldqueue: the RMA library of one process. It executes calls, queues packets and handles them in
// `poll`. The protocol is in free functions on one state (engine_state.h). modes/ has one file per synchronisation
// mode, routines/ the functions that modes share. calls.cpp dispatches calls.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/call_set.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

class Engine final : public Process {
public:
    // `config` and `world` must outlive the engine. `start` is one less than the first number of epochs and barriers;
    // only tests set `start`.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : state_(rank, ranks, windows, config, world, start) {}

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
    void make_progress() override { state_.waits.resume_ready(state_.rank, state_.world.choice); }

    // ---- State, for reports and checks.
    Rank rank() const override { return state_.rank; }
    const WaitList& waiting() const override { return state_.waits; }
    std::string describe(const WaitReason& reason) const override;
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override;
    ProcessMemory memory_use() const override;
    const WindowTable<Window>& windows() const { return state_.windows; }
    const RequestQueue& queue() const { return state_.queue; }
    QueueUse queue_use() const;

private:
    EngineState state_;
};

}  // namespace rmasim::oldqueue
