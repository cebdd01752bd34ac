// Forwards every event that the protocol's code reports to another observer.
#pragma once

#include "protocol/base/observer.h"

namespace rmasim::sim {

class ForwardingObserver : public Observer {
public:
    explicit ForwardingObserver(Observer& next) : next_(next) {}

    void exposure_ended(Rank rank, WindowId window) override { next_.exposure_ended(rank, window); }
    void window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) override {
        next_.window_state(rank, window, from, to);
    }
    void exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) override {
        next_.exposure_state(rank, window, from, to);
    }
    void target_created(Rank rank, WindowId window, Rank target, std::string_view state) override {
        next_.target_created(rank, window, target, state);
    }
    void target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) override {
        next_.target_state(rank, window, target, from, to);
    }
    void target_freed(Rank rank, WindowId window, Rank target) override { next_.target_freed(rank, window, target); }
    void element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override {
        next_.element_taken(rank, window, kind, level);
    }
    void element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override {
        next_.element_freed(rank, window, kind, level);
    }
    void element_exhausted(Rank rank, WindowId window, ElementKind kind) override {
        next_.element_exhausted(rank, window, kind);
    }
    void table_searched(Rank rank, WindowId window, std::uint32_t steps) override {
        next_.table_searched(rank, window, steps);
    }
    void table_walked(Rank rank, WindowId window, std::size_t slots) override {
        next_.table_walked(rank, window, slots);
    }
    void target_restored(Rank rank, WindowId window, Rank target, WindowId needed_by) override {
        next_.target_restored(rank, window, target, needed_by);
    }
    void target_made_again(Rank rank, WindowId window, Rank target) override {
        next_.target_made_again(rank, window, target);
    }
    void fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by) override {
        next_.fall_back_began(rank, window, call, needed_by);
    }
    void fall_back_ended(Rank rank, WindowId window) override { next_.fall_back_ended(rank, window); }
    void request_queued(Rank rank, const Packet& packet) override { next_.request_queued(rank, packet); }
    void request_passed_over(Rank rank, const Packet& packet) override { next_.request_passed_over(rank, packet); }
    void request_left(Rank rank, const Packet& packet) override { next_.request_left(rank, packet); }
    void queue_searched(Rank rank, std::uint32_t rounds, std::uint32_t requests) override {
        next_.queue_searched(rank, rounds, requests);
    }
    void op_posted(Rank rank, OpId op, const Operation& operation) override { next_.op_posted(rank, op, operation); }
    void op_issued(Rank rank, OpId op, Rank target) override { next_.op_issued(rank, op, target); }
    void op_completed(Rank rank, OpId op, Rank target) override { next_.op_completed(rank, op, target); }
    void counter_changed(const CounterChange& change) override { next_.counter_changed(change); }
    void signal_sent(const CounterSignal& signal) override { next_.signal_sent(signal); }
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                         unsigned modes) override {
        next_.request_stepped(rank, request, step, window, target, modes);
    }
    void op_applied(Rank rank, const Packet& packet) override { next_.op_applied(rank, packet); }
    void lock_queued(Rank rank, WindowId window, Rank origin, LockType type) override {
        next_.lock_queued(rank, window, origin, type);
    }
    void lock_granted(Rank rank, WindowId window, Rank origin, LockType type) override {
        next_.lock_granted(rank, window, origin, type);
    }
    void lock_released(Rank rank, WindowId window, Rank origin) override { next_.lock_released(rank, window, origin); }
    void unlock_without_lock(Rank rank, WindowId window, Rank origin) override {
        next_.unlock_without_lock(rank, window, origin);
    }
    void lock_data_dropped(Rank rank, WindowId window, Rank origin) override {
        next_.lock_data_dropped(rank, window, origin);
    }
    void op_local(Rank rank, const Operation& operation) override { next_.op_local(rank, operation); }
    void mem_sync(Rank rank, MemSync sync_point) override { next_.mem_sync(rank, sync_point); }
    void cache_flushed(Rank rank, WindowId window, std::uint32_t lines) override {
        next_.cache_flushed(rank, window, lines);
    }
    void cache_invalidated(Rank rank, WindowId window, std::uint32_t lines) override {
        next_.cache_invalidated(rank, window, lines);
    }

private:
    Observer& next_;
};

}  // namespace rmasim::sim
