// The bare core in a world of random timing: no clock, no network, only "what happens next" drawn from a seed. Any rank
// that may begin its next call, and any packet that may arrive, can be next.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/check/checker.h"
#include "sim/fuzz/random_program.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace rmasim::property {

using namespace fuzz;

// Window memory for `bench`, with the model's arithmetic on plain bytes; results go to words of the rank.
class BenchMemory final : public Memory {
public:
    BenchMemory(Rank ranks, WindowId windows, std::uint64_t window_bytes, const std::vector<std::uint32_t>& results);
    ~BenchMemory() override;

    Payload gather(Rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count, Payload data) override;
    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload data) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp op, Payload data) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload data) override;
    Payload allocate(std::size_t bytes) override;
    void release(Payload payload) override;

    const std::vector<std::byte>& window(Rank rank, WindowId id) const;
    const std::vector<std::int64_t>& results(Rank rank) const { return results_[static_cast<std::size_t>(rank)]; }
    std::size_t payloads_out() const { return out_.size(); }

private:
    std::vector<std::byte>& bytes_of_window(Rank rank, WindowId id);

    WindowId windows_;
    std::vector<std::vector<std::byte>> memory_;
    std::vector<std::vector<std::int64_t>> results_;
    std::set<std::byte*> out_;
};

// What a run left behind.
struct BenchResult {
    std::vector<std::string> stuck;  // who waits for what; empty: every rank came to its end
    std::string error;               // what stopped it: ErroneousProgram's words, or ProtocolError's
    std::map<std::string, std::uint64_t> by_kind;
    std::uint64_t posted = 0;  // operations to other ranks
    std::uint64_t applied = 0;
    std::uint64_t exhausted = 0;  // searches for an element that found none
    std::string violation;        // of an invariant, the first; empty: none
};

class Bench final : private Transport, private sim::Watcher, private Choice {
public:
    // Threads: by rank, then by thread, what each calls. A thread begins no step before the others of its rank have
    // ended all steps of earlier phases. Without threads, one a rank: `program.steps`.
    using Threads = std::vector<std::vector<std::vector<Step>>>;
    Bench(const RandomProgram& program, std::uint64_t seed);
    Bench(const RandomProgram& program, Threads threads, std::uint64_t seed);

    BenchResult run();
    const BenchMemory& memory() const { return memory_; }
    const newrma::Engine& engine(Rank rank) const { return engines_[static_cast<std::size_t>(rank)]; }

    // Set before `run`. A lock is granted (with its type) or queued (without).
    std::function<void(Rank target, Rank origin, std::optional<LockType>)> on_lock;
    // A rank's thread begins a call, or is back from one.
    std::function<void(Rank, std::size_t thread, const Step&)> on_begin;
    std::function<void(Rank, std::size_t thread, const Step&)> on_return;
    // Packets that arrive only when nothing else can happen, and how many did.
    std::function<bool(const Packet&)> reluctant;
    std::uint64_t reluctant_deliveries = 0;

private:
    struct Thread {
        Rank rank;
        std::size_t number;
        std::vector<Step> steps;
        std::size_t next = 0;
        CallAnswer answer = {};
        Task<> call;
        std::vector<RequestId> requests;
    };
    struct Move {
        Thread* thread = nullptr;  // begin its next call; else deliver
        std::pair<Rank, Rank> pair;
        std::size_t index = 0;
    };

    std::vector<Move> moves(bool reluctant_ones);
    bool may_begin(const Thread& thread) const;
    void begin(Thread& thread);
    CallRequest request_of(const Thread& thread, const Step& step) const;
    void deliver(const Move& move);
    void collect_finished();
    void end_of_all();
    BenchResult collect();

    void send(const Packet& packet) override;
    bool ordered() const override { return program_.ordered; }
    std::size_t choose(Rank, std::size_t alternatives) override { return below(rng_, alternatives); }
    void op_posted(Rank, OpId, const Operation&) override { ++result_.posted; }
    void op_applied(Rank, const Packet&) override { ++result_.applied; }
    void element_exhausted(Rank, WindowId, ElementKind) override { ++result_.exhausted; }
    void lock_granted(Rank target, WindowId, Rank origin, LockType type) override;
    void lock_queued(Rank target, WindowId, Rank origin, LockType type) override;

    const RandomProgram& program_;
    Rng rng_;
    BenchMemory memory_;
    sim::check::Checker checker_;
    std::vector<newrma::Engine> engines_;
    std::vector<Thread> threads_;
    std::map<std::pair<Rank, Rank>, std::deque<Packet>> packets_;
    BenchResult result_;
};

}  // namespace rmasim::property
