// The simulation of programs without a clock: what programs report to a run that an exploration makes. Computations and
// sleeps take no time.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/programs/live_simulation.h"
#include "sim/untimed/explore/tally.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::sim {

class ProgramOrders;

// The programs do something that an exploration cannot take back, or that has no end. The text names it.
class NotExplorable final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class UntimedPrograms final : public LiveSimulation {
public:
    // All arguments must outlive this object.
    UntimedPrograms(const Scenario& scenario, check::Checker& checker, const Tally& tally)
        : scenario_(scenario), checker_(checker), tally_(tally),
          freed_windows_(static_cast<std::size_t>(scenario.ranks), 0) {}
    // Sets the world of the run. Must be called before a program runs.
    void are_in(ProgramOrders& orders) { orders_ = &orders; }

    // Returns the first error of the run that a program has reported; empty if there is none.
    const std::string& error() const { return error_; }
    // Returns the reason why the run cannot be explored, for a function that a program has called; empty if there is
    // none. A rank cannot throw NotExplorable itself, because its program is below on its stack.
    const std::string& refusal() const { return refusal_; }
    // Returns a digest of the contents of the windows that the rank has freed.
    std::uint64_t freed_windows(Rank rank) const { return freed_windows_[static_cast<std::size_t>(rank)]; }

    // ---- LiveSimulation
    Time now() const override { return 0; }
    void next_step(Rank, ThreadId) override {}
    OtherCallState enter_other_call(Rank rank, ThreadId thread, OtherFunction function) override;
    OtherCallState leave_other_call(Rank, ThreadId, const OtherEnd&) override { return OtherCallState::goes_on; }
    void thread_started(Rank rank, ThreadId number) override;
    void thread_ended(Rank, ThreadId) override {}
    void release_sync_point(Rank, ThreadId, std::uint32_t, std::uint32_t) override {}
    void acquire_sync_point(Rank, ThreadId, std::uint32_t, std::uint32_t) override {}
    void window_created(const NewWindow& window) override;
    void window_freed_at(Rank rank, WindowId number) override;
    void window_ready(Rank, WindowId, std::string) override {}
    bool watches_memory() const override { return false; }
    void accessed(Rank, ThreadId, const ProgramAccess&) override {}
    void ordered(Rank, ThreadId, const AtomicOrder&) override {}
    void uses(Rank, ThreadId, const LastingUse&) override {}
    void polled(std::uint32_t) override {}
    void memory_given_back(Rank, const ByteRun&) override {}
    void add_erroneous(Rank rank, ThreadId thread, std::string_view function, std::uint32_t location,
                       const std::string& rule, std::string_view section) override;
    void add_erroneous(Rank rank, ThreadId thread, std::uint32_t location, Call call, WindowId window,
                       const ErroneousProgram& error) override;
    Process& process(Rank rank) override;
    std::uint64_t packets_sent() const override { return tally_.counts().total(); }
    std::size_t pending_events() const override { return 0; }
    Unhandled unhandled(Rank) const override { return {}; }

private:
    std::string location_text(std::uint32_t location) const;

    const Scenario& scenario_;
    check::Checker& checker_;
    const Tally& tally_;
    ProgramOrders* orders_ = nullptr;
    std::vector<std::uint64_t> freed_windows_;  // by rank
    std::string error_, refusal_;
};

}  // namespace rmasim::sim
