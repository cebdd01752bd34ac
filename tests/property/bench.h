// Runs a random program in a world without a clock, in an order generated from a seed. Each step is chosen at random: a
// thread begins its next call, or a packet arrives.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/program/random_program.h"
#include "sim/untimed/fuzz/run/live_check.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::property {

using namespace fuzz;

// The outcome of a run.
struct BenchResult {
    std::vector<std::string> stuck;  // waits of each rank; empty if every rank finished
    std::string error;               // the broken rule of MPI or of the core that stopped the run
    std::map<std::string, std::uint64_t> by_kind;
    std::uint64_t posted = 0;  // number of operations to other ranks, or queued for the own window
    std::uint64_t applied = 0;
    std::uint64_t exhausted = 0;  // number of calls that found no free element
    std::string violation;        // the first violated invariant, or empty
    std::string wrong;            // the first error of memory that check_live has found, or empty
};

class Bench final : public sim::Watcher, private sim::Choices {
public:
    // The steps by rank and thread. A thread begins a step only when the other threads of its rank have ended all steps
    // of earlier phases.
    using Threads = std::vector<std::vector<std::vector<Step>>>;
    // Creates a bench with one thread per rank, which executes `program.steps`. `program` must outlive the bench.
    Bench(const RandomProgram& program, std::uint64_t seed);
    Bench(const RandomProgram& program, Threads threads, std::uint64_t seed);

    // Compares memory at each call that guarantees its contents. Only for programs with one thread per rank.
    void check_live();
    BenchResult run();

    const sim::UntimedRanks& ranks() const { return ranks_; }
    std::vector<std::byte> window(Rank rank, WindowId id) const;
    // Returns the words that the operations of the rank fetched.
    std::vector<std::int64_t> results(Rank rank) const;

    // Called when a lock is granted (with its type), and when a lock is queued (without a type). Must be set before
    // `run`.
    std::function<void(Rank target, Rank origin, std::optional<LockType>)> on_lock;
    // `on_begin` is called when a thread begins a call, and `on_return` when a call returns.
    std::function<void(Rank, std::size_t thread, const Step&)> on_begin;
    std::function<void(Rank, std::size_t thread, const Step&)> on_return;
    // Selects packets that arrive only when no other step is possible. `reluctant_deliveries` is the number of their
    // deliveries.
    std::function<bool(const Packet&)> reluctant;
    std::uint64_t reluctant_deliveries = 0;

    // ---- Events (Watcher).
    void packet_sent(const Packet& packet) override {
        ++result_.by_kind[sim::packets_of(scenario_).name(packet.type())];
    }
    void call_began(const sim::Thread& thread, const CallRequest&) override;
    void call_returned(const sim::Thread& thread) override;
    void op_posted(Rank, OpId, const Operation&) override { ++result_.posted; }
    void op_applied(Rank, const Packet&) override { ++result_.applied; }
    // A queued operation on the own window is issued and applied at once. Other operations on the own window are not
    // posted.
    void op_issued(Rank rank, OpId, Rank target) override { issued_here_ = target == rank; }
    void op_local(Rank, const Operation&) override { result_.applied += std::exchange(issued_here_, false) ? 1 : 0; }
    void element_exhausted(Rank, WindowId, ElementKind) override { ++result_.exhausted; }
    void lock_granted(Rank target, WindowId, Rank origin, LockType type) override;
    void lock_queued(Rank target, WindowId, Rank origin, LockType type) override;

private:
    using Thread = sim::Thread;
    // Lists the enabled transitions. Omits those that must wait because of phases or `reluctant`.
    void list_moves();
    bool may_begin(const Thread& thread) const;
    bool is_reluctant(const sim::Move& move) const;
    void carry_out(const sim::Move& move);
    void begin(Thread& thread);
    void access(const Thread& thread, const Step& step);
    CallRequest request_of(Rank rank, const Step& step) const;
    std::int64_t result(Rank rank, Datatype datatype, std::uint32_t word) const;
    // Returns the next step of a thread, or null at its end.
    const Step* step_of(const Thread& thread) const;
    std::size_t& next(const Thread& thread) { return next_[static_cast<std::size_t>(thread.rank)][thread.number]; }
    bool finished() const;
    void note_waits();
    BenchResult collect();

    std::size_t pick(std::size_t alternatives) override { return random_.below(alternatives); }

    const RandomProgram& program_;
    Threads threads_;
    std::vector<std::vector<std::size_t>> next_;                 // by rank and thread: number of finished steps
    std::vector<std::vector<RequestId>> requests_;               // by rank: the requests of its operations
    std::vector<std::map<std::uint32_t, std::int64_t>> loaded_;  // by rank and variable
    bool issued_here_ = false;
    sim::Random random_;
    sim::Scenario scenario_;
    sim::check::Checker checker_;
    sim::UntimedRanks ranks_;
    CallsOfRanks calls_;
    std::optional<LiveCheck> live_;
    std::vector<sim::Move> moves_;
    BenchResult result_;
};

}  // namespace rmasim::property
