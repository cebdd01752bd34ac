// The invariant checker. It observes the calls and packets of a run and the events that the protocol's code reports,
// keeps data of its own about them, and reports the first violated invariant. The checker never changes the run and
// never throws an exception.
//
//   operations.h        each operation is applied exactly once, in time; accumulates are applied in order
//   locks.h             exclusive locks exclude others; each grant answers a request, in the order of requests
//   elements.h          pool elements are conserved
//   epochs.h            events of an epoch happen between its opening and its closing
//   window_lifetimes.h  no packet, element or lock outlives its window
//   reach.h             an agent that is an OS process accesses no private memory
//
// The checker does not detect deadlocks: the code that executes the run detects them.
#pragma once

#include "sim/checkers/findings/invariant_checker.h"
#include "sim/checkers/invariants/elements.h"
#include "sim/checkers/invariants/locks.h"
#include "sim/checkers/invariants/operations.h"
#include "sim/checkers/invariants/reach.h"
#include "sim/checkers/invariants/signals.h"
#include "sim/checkers/invariants/window_lifetimes.h"

namespace rmasim::sim::check {

class Checker final : public InvariantChecker {
public:
    explicit Checker(const Scenario& scenario);
    explicit Checker(CheckerContext context);
    Checker(const Checker&) = delete;
    // Sets the happens-before relation for guarantees about other ranks, such as "the operation is applied when FLUSH
    // returns". With a relation, the current step must depend on the step that the guarantee requires. With null, it is
    // enough that the required step has been executed.
    void follow(const Causality* causality);
    Checker& operator=(const Checker&) = delete;

    // ---- Events that the simulator reports.
    void packet_sent(const Packet& packet) override;
    void sent_from_memory(const Packet& packet) override { operations_.sent_from_memory(packet); }
    void send_completed(const Packet& packet) override { operations_.send_completed(packet); }
    void packet_delivered(const Packet& packet) override;
    void poll_began(Rank rank, Poller poller) override { reach_.poll_began(rank, poller); }
    void poll_ended(Rank rank) override { reach_.poll_ended(rank); }
    void call_began(const Thread& thread, const CallRequest& call) override {
        call_began(thread.rank, thread.number, call);
    }
    void call_returned(const Thread& thread) override { call_returned(thread.rank, thread.number); }
    void window_created(WindowId number, const std::string& name, std::uint32_t nth, const std::vector<Rank>& members,
                        bool shared = false) override;
    // Variants of `call_began` and `call_returned` for callers that have no Thread objects.
    void call_began(Rank rank, ThreadId thread, const CallRequest& call);
    void call_returned(Rank rank, ThreadId thread);
    void process_ended(const Process& process) override { elements_.ended(process); }
    void world_ended(std::uint64_t payloads_in_flight) override;

    const std::optional<Violation>& violation() const override { return findings_.first(); }
    const Checked& checked() const override { return checked_; }
    // Clears all state, for another run of the same world.
    void reset();

    // ---- Events that the protocol's code reports.
    void exposure_ended(Rank, WindowId) override;
    void element_taken(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_freed(Rank, WindowId, ElementKind, PoolLevel) override;
    void request_queued(Rank, const Packet& packet) override { locks_.request_queued(packet); }
    void request_left(Rank, const Packet& packet) override { locks_.request_left(packet); }
    void op_posted(Rank, OpId, const Operation&) override;
    void op_issued(Rank, OpId, Rank target) override;
    void op_completed(Rank, OpId, Rank target) override;
    void counter_changed(const CounterChange& change) override { signals_.counter_changed(change); }
    void request_stepped(Rank, RequestId, RequestStep, WindowId, Rank target, unsigned modes) override;
    void op_applied(Rank, const Packet&) override;
    void lock_queued(Rank rank, WindowId window, Rank origin, LockType type) override {
        locks_.queued(rank, window, origin, type);
    }
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank rank, WindowId window, Rank origin) override { locks_.released(rank, window, origin); }
    void lock_data_dropped(Rank, WindowId, Rank origin) override;
    void op_local(Rank, const Operation&) override;

private:
    // A call that a thread is executing: its arguments, and the number of RMA operations that the rank had called
    // before this call began.
    struct ActiveCall {
        Call call = Call::none;
        WindowId window = 0;
        Rank target = no_rank;
        Assert asserts = Assert::none;
        std::uint64_t posted = 0;
        std::vector<RequestId> requests;
        std::vector<std::uint64_t> posted_on;  // that number for each window; only for calls of class request
    };
    std::uint64_t known_operations(Rank rank, WindowId window);
    ActiveCall& under_way(Rank rank, ThreadId thread) {
        std::vector<ActiveCall>& threads = calls_[static_cast<std::size_t>(rank)];
        if (threads.size() <= thread) threads.resize(thread + std::size_t{1});
        return threads[thread];
    }
    void require_promised(Rank rank, const ActiveCall& call);
    void close_epoch(Rank rank, const ActiveCall& call);
    void window_freed(Rank rank, WindowId window);

    CheckerContext context_;
    CheckedRules rules_;
    Findings findings_;
    Checked checked_;
    Pairs pairs_;
    Epochs epochs_;
    Operations operations_;
    Locks locks_;
    Signals signals_;
    Elements elements_;
    WindowLifetimes lifetimes_;
    Reach reach_;
    std::vector<std::vector<ActiveCall>> calls_;  // by rank and thread
};

}  // namespace rmasim::sim::check
