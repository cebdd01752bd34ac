// The engine of family ch4: the MPI library of one process. It executes calls, queues packets and handles them in
// `poll`. The protocol is in free functions on one state (engine_state.h). modes/ has one file per synchronisation
// mode, routines/ the functions that modes share. calls.cpp dispatches calls, routines/progress.cpp dispatches packets.
#pragma once

#include "protocol/ch4/engine_state.h"
#include "protocol/ch4/make_process.h"
#include "protocol/ch4/waits.h"
#include "protocol/parts/engine_of.h"

namespace rmasim::ch4 {

class Engine final : public EngineOf<EngineState> {
public:
    // `config` and `world` must outlive the engine. `dynamic` has an entry for each window that exists from the start
    // of the run: true if the window is dynamic. An empty `dynamic` means that no window is dynamic. `start` is one
    // less than the first barrier's number; only tests set `start`.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           const std::vector<bool>& dynamic = {}, std::uint32_t start = usual_start);

    CallSet calls() const override { return ch4::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;
    void add_window(WindowId id) override { ch4::add_window(state_, id); }
    void remove_window(WindowId id) override { ch4::remove_window(state_, id); }
    void require_closed() const override;

    // Queues the packet. The next `poll` handles it, or the next call that makes progress.
    void deliver(const Packet& packet) override { state_.unpolled.push_back(packet); }
    bool has_unpolled_packets() const override { return !state_.unpolled.empty(); }
    void poll(Poller poller) override;

    // ---- State, for reports and checks.
    std::string fault(const WaitReason& reason) const override;
    ProcessMemory memory_use() const override;
    const std::vector<WaitingAccumulate>& accumulates() const { return state_.accumulates; }
};

}  // namespace rmasim::ch4
