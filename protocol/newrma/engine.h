// The RMA engine of one process, as worlds drive it: begin a call, deliver a packet, make progress. The protocol itself
// is in free functions over one state (engine_state.h): modes/ has one file per synchronisation mode, routines/ the
// parts that modes share. calls.cpp dispatches calls, `deliver` dispatches packets.
#pragma once

#include "protocol/base/process.h"
#include "protocol/newrma/call_set.h"
#include "protocol/newrma/engine_state.h"

#include <string>
#include <vector>

namespace rmasim::newrma {

class Engine final : public Process {
public:
    // `config` and `world` outlive the engine. `start`: see EngineState.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start)
        : state_(rank, ranks, windows, config, world, start) {}

    CallSet calls() const override { return newrma::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;

    void add_window(WindowId id) override { newrma::add_window(state_, id); }
    void remove_window(WindowId id) override { newrma::remove_window(state_, id); }

    // MPI_WIN_FREE of every window: raises ErroneousProgram if an epoch or a request is still open.
    void require_closed() const override;
    void require_quiescent() const override { state_.two_sided.require_quiescent(); }

    // ---- A packet for this process. Handlers never block; calls whose wait is over are resumed before this returns.
    void deliver(const Packet& packet) override;
    void send_completed(OpId op) override;
    void prefetch_first(const Packet& packet) const override;
    bool prefetch_second(const Packet& packet) const override;
    void prefetch_first_of_call() const override;
    void prefetch_second_of_call() const override;
    // Resumes calls that can continue because of another thread's call.
    void make_progress() override { state_.waits.resume_ready(state_.rank, state_.world.choice); }

    // ---- Faults: shrinks a pool level to `size` elements while a program runs. A smaller level stays as it is.
    void shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size);
    void shrink_global_pool(ElementKind kind, std::uint32_t size);

    // ---- State, for reports and checks.
    Rank rank() const override { return state_.rank; }
    const WaitList& waiting() const override { return state_.waits; }
    // "LOCK_GRANTED from rank 3 (window 0)": what a waiting call needs and from whom.
    std::string describe(const WaitReason& reason) const override;
    // The same as data. It is only what this process knows: who holds a lock, only the target knows.
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override;
    const Window& window(WindowId id) const { return state_.windows[id]; }
    const WindowTable<Window>& windows() const { return state_.windows; }
    Rank place_in(const Window& window, Rank rank) const { return place_of(state_, window, rank); }
    const PoolLevelCounter& global_ops() const { return state_.global_ops; }
    const PoolLevelCounter& global_targets() const { return state_.global_targets; }

    ProcessMemory memory_use() const override;

private:
    EngineState state_;
};

}  // namespace rmasim::newrma
