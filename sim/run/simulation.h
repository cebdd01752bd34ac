// One run of one scenario: the ranks, their processes, the virtual network and memory between them. It is the world the
// protocol core runs in (Transport and Watcher; WindowMemory is its Memory) and the handler of every event.
#pragma once

#include "protocol/base/counts.h"
#include "protocol/base/world.h"
#include "sim/check/checker.h"
#include "sim/engine/event_loop.h"
#include "sim/memory/timed_fate.h"
#include "sim/memory/window_memory.h"
#include "sim/network/network.h"
#include "sim/platform/platform.h"
#include "sim/ranks/interpreter.h"
#include "sim/run/cpu.h"
#include "sim/run/digest.h"
#include "sim/run/outcome.h"
#include "sim/run/run_faults.h"
#include "sim/run/timed_mutexes.h"
#include "sim/trace/trace.h"

#include <memory>
#include <vector>

namespace rmasim::sim {

class Simulation final : private Transport,
                         private Watcher,
                         private Choice,
                         private Arrival,
                         private Variables,
                         private RankClock,
                         private EventHandler {
public:
    // `scenario` and `trace` (null: none) outlive the simulation. With `check` every invariant is watched, and the run
    // ends when one is violated.
    explicit Simulation(const Scenario& scenario, Trace* trace = nullptr, bool check = false);
    ~Simulation() override;

    // Plays the scenario to its end. Raises BadInput for argument values out of range.
    RunResult run();

    const WindowMemory& memory() const { return memory_; }

private:
    // ---- simulation.cpp: events and packets
    void add_rank(Rank rank);
    void play(const Event& event, Time now);
    void play_mutex(const Event& event, Time now);
    void stop_at_violation() const;
    void settle();
    void check_end();
    void handle(const Event& event, Time now) override;
    bool looks_ahead() const override;
    void approaching(const Event& event, Distance distance) const override;
    void arrived(const Packet& packet, Time now) override;
    void take_in(RankState& rank, const Packet& packet);
    void take_in_by_agent(RankState& rank, const Packet& packet, Time now);
    void empty_inbox(RankState& rank);
    void wait_until(RankState& rank, Time now);
    bool is_between_nodes(const Packet& packet) const {
        const auto per_node = static_cast<Rank>(scenario_.platform.ranks_per_node);
        return per_node > 1 && packet.source / per_node != packet.target / per_node;
    }
    RankState& state(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }

    // ---- threads.cpp: which thread of a rank does what next
    void run_thread(RankState& rank, Thread& thread, Time now);
    void compute(RankState& rank, Thread& thread, Time time);
    void access(RankState& rank, Thread& thread, const Instruction& at);
    void schedule_run(const Thread& thread, Time time);
    void schedule_turn(RankState& rank, Time time);
    void take_turn(RankState& rank, Time now);
    void begin_call(RankState& rank, Thread& thread, Time now);
    void complete_calls(RankState& rank);
    void end_call(RankState& rank, Thread& thread);
    void finish(RankState& rank, Thread& thread);
    [[noreturn]] void fail(const Thread& thread, const ErroneousProgram& error);
    std::size_t choose(Rank rank, std::size_t alternatives) override;

    // ---- faults.cpp: only where the scenario has some
    bool acts(RankState& rank, Time now);
    bool begins_call(RankState& rank, Time now);
    void die(RankState& rank, std::string when);
    void shrink_pool_of(RankState& rank, const PoolShrink& shrink, std::string when);
    void vanish(const Packet& packet);
    bool is_lost(const Packet& packet);
    LostThings lost_things();

    // ---- world.cpp: what the core asks for and reports
    void send(const Packet& packet) override;
    bool ordered() const override { return scenario_.platform.network.reorder_ns == 0; }
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override;
    void window_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to) override;
    void element_taken(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_freed(Rank, WindowId, ElementKind, PoolLevel) override;
    void table_searched(Rank, WindowId, std::uint32_t steps) override;
    void op_posted(Rank, OpId, const Operation&) override;
    void op_local(Rank, const Operation&) override;
    void mem_sync(Rank, MemSync place) override;
    void cache_flushed(Rank, WindowId, std::uint32_t lines) override;
    void cache_invalidated(Rank, WindowId, std::uint32_t lines) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank, WindowId, Rank origin) override;
    void lock_data_dropped(Rank, WindowId, Rank origin) override;
    std::int64_t now_ps(Rank rank) const override;
    void note(Rank rank, const std::string& text);

    // ---- collect.cpp: the result
    RunResult collect();
    void collect_elements(RunResult& result) const;
    void collect_memory(RunResult& result) const;
    void collect_stuck(RunResult& result) const;

    const Scenario& scenario_;
    Trace* trace_;
    Platform platform_;
    EventLoop loop_;
    std::unique_ptr<Network> network_;
    WindowMemory memory_;
    TimedFate fate_;  // of what shared memory leaves open
    WrongValues wrong_values_;
    Interpreter interpreter_;
    Cpu cpu_;
    std::unique_ptr<check::Checker> checker_;  // none: nothing is checked
    std::unique_ptr<RunFaults> faults_;        // none: nothing goes wrong
    std::vector<RankState> ranks_;
    Threads threads_;                        // go before the processes whose calls they are in
    std::unique_ptr<TimedMutexes> mutexes_;  // none: the protocol has no use for them
    CacheCounts caches_;
    Counts counts_;
    std::map<std::pair<Rank, Rank>, Counts> pair_counts_;  // only when the expectations name pairs
    bool count_pairs_;
    Counts between_nodes_;
    SharedMemoryUse shared_memory_;
    Digest digest_;
    Rank finished_ = 0;
    Time now_ = 0;  // of the event at hand
    Time end_ = 0;
    std::array<Time, 2> element_wait_{};  // by ElementKind
    std::vector<StuckCall> erroneous_;
};

}  // namespace rmasim::sim
