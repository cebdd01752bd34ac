// Watches a world and says what went wrong first. It looks at what the core reports, at packets and at calls, and keeps
// books of its own; it never steers, and it never throws.
//
//   operations.h  each is applied once, in time, accumulates in order
//   locks.h       exclusive locks are alone, grants are asked for and come in order
//   elements.h    elements are conserved
//   epochs.h      nothing is early or late
//
// Whether a run that stops can go on is the world's business.
#pragma once

#include "sim/check/elements.h"
#include "sim/check/locks.h"
#include "sim/check/operations.h"
#include "sim/ranks/watcher.h"

namespace rmasim::sim::check {

class Checker final : public Watcher {
public:
    // Everything goes on to `next`, which may be null.
    Checker(const Scenario& scenario, Watcher* next);
    Checker(Setting setting, Watcher* next);
    Checker(const Checker&) = delete;
    // Promises about other ranks are held against the causes of the step that makes them; null: against what happened.
    void follow(const Causality* causality);
    Checker& operator=(const Checker&) = delete;

    // ---- What the world tells.
    void packet_sent(const Packet& packet) override;
    void packet_delivered(const Packet& packet) override;
    void accessed(const Thread&, const MemoryAccess&) override;
    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;
    // The same, for worlds whose threads are others.
    void call_began(Rank rank, ThreadId thread, const CallRequest& call);
    void call_returned(Rank rank, ThreadId thread);
    // Every program is at its end and nothing is in flight: each rank's process, then the world.
    void process_ended(const Process& process) { elements_.ended(process); }
    void world_ended(std::uint64_t payloads_in_flight);

    const std::optional<Violation>& violation() const { return findings_.first(); }
    // As new, for another run of the same world.
    void reset();

    // ---- What the core reports.
    void exposure_ended(Rank, WindowId) override;
    void window_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void target_created(Rank, WindowId, Rank target, std::string_view state) override;
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to) override;
    void target_freed(Rank, WindowId, Rank target) override;
    void element_taken(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_freed(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_exhausted(Rank, WindowId, ElementKind) override;
    void table_searched(Rank, WindowId, std::uint32_t steps) override;
    void op_posted(Rank, OpId, const Operation&) override;
    void op_issued(Rank, OpId, Rank target) override;
    void op_completed(Rank, OpId, Rank target) override;
    void op_applied(Rank, const Packet&) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank, WindowId, Rank origin) override;
    void lock_data_dropped(Rank, WindowId, Rank origin) override;
    void op_local(Rank, const Operation&) override;
    void mem_sync(Rank, MemSync) override;
    void cache_flushed(Rank, WindowId, std::uint32_t lines) override;
    void cache_invalidated(Rank, WindowId, std::uint32_t lines) override;

private:
    // A call that has not returned: what it was called with, and what the rank had posted before.
    struct CallUnderWay {
        Call call = Call::none;
        WindowId window = 0;
        Rank target = no_rank;
        Assert asserts = Assert::none;
        std::uint64_t posted = 0;
        std::vector<RequestId> requests;
    };
    CallUnderWay& under_way(Rank rank, ThreadId thread);
    void require_promised(Rank rank, const CallUnderWay& call);
    void close_epoch(Rank rank, const CallUnderWay& call);

    Setting setting_;
    Watcher nobody_;
    Watcher& next_;
    Findings findings_;
    Pairs pairs_;
    Epochs epochs_;
    Operations operations_;
    Locks locks_;
    Elements elements_;
    std::vector<std::vector<CallUnderWay>> calls_;  // by rank and thread
};

}  // namespace rmasim::sim::check
