// Translates the reports of a process inside a communicator for an observer outside (in_communicator.h).
#pragma once

#include "tests/property/in_communicator.h"

namespace rmasim::property {

// Translate the number of a window or communicator. Outside, MPI_BARRIER and messages are those of all ranks. Inside,
// they are those of a communicator.
constexpr WindowId inside_of(WindowId number) { return is_window(number) ? number : static_cast<WindowId>(number - 1); }
constexpr WindowId outside_of(WindowId number) {
    return is_window(number) ? number : static_cast<WindowId>(number + 1);
}

inline Packet outside(const InCommunicator& map, Packet packet) {
    packet.source = map.comm_rank_of(packet.source);
    packet.target = map.comm_rank_of(packet.target);
    packet.window = outside_of(packet.window);
    return packet;
}

inline Operation outside(const InCommunicator& map, Operation operation) {
    operation.target = map.comm_rank_of(operation.target);
    return operation;
}

class Reports final : public Observer {
public:
    Reports(const InCommunicator& map, Observer& next) : map_(map), next_(next) {}

    void exposure_ended(Rank r, WindowId w) override { next_.exposure_ended(at(r), w); }
    void window_state(Rank r, WindowId w, std::string_view from, std::string_view to) override {
        next_.window_state(at(r), w, from, to);
    }
    void exposure_state(Rank r, WindowId w, std::string_view from, std::string_view to) override {
        next_.exposure_state(at(r), w, from, to);
    }
    void target_created(Rank r, WindowId w, Rank t, std::string_view state) override {
        next_.target_created(at(r), w, at(t), state);
    }
    void target_state(Rank r, WindowId w, Rank t, std::string_view from, std::string_view to) override {
        next_.target_state(at(r), w, at(t), from, to);
    }
    void target_freed(Rank r, WindowId w, Rank t) override { next_.target_freed(at(r), w, at(t)); }
    void element_taken(Rank r, WindowId w, ElementKind kind, PoolLevel level) override {
        next_.element_taken(at(r), w, kind, level);
    }
    void element_freed(Rank r, WindowId w, ElementKind kind, PoolLevel level) override {
        next_.element_freed(at(r), w, kind, level);
    }
    void element_exhausted(Rank r, WindowId w, ElementKind kind) override { next_.element_exhausted(at(r), w, kind); }
    void table_searched(Rank r, WindowId w, std::uint32_t steps) override { next_.table_searched(at(r), w, steps); }
    void table_walked(Rank r, WindowId w, std::size_t slots) override { next_.table_walked(at(r), w, slots); }
    void target_restored(Rank r, WindowId w, Rank t, WindowId by) override {
        next_.target_restored(at(r), w, at(t), by);
    }
    void target_made_again(Rank r, WindowId w, Rank t) override { next_.target_made_again(at(r), w, at(t)); }
    void fall_back_began(Rank r, WindowId w, Call call, WindowId by) override {
        next_.fall_back_began(at(r), w, call, by);
    }
    void fall_back_ended(Rank r, WindowId w) override { next_.fall_back_ended(at(r), w); }
    void request_queued(Rank r, const Packet& p) override { next_.request_queued(at(r), outside(map_, p)); }
    void request_passed_over(Rank r, const Packet& p) override { next_.request_passed_over(at(r), outside(map_, p)); }
    void request_left(Rank r, const Packet& p) override { next_.request_left(at(r), outside(map_, p)); }
    void queue_searched(Rank r, std::uint32_t rounds, std::uint32_t requests) override {
        next_.queue_searched(at(r), rounds, requests);
    }
    void op_posted(Rank r, OpId op, const Operation& o) override { next_.op_posted(at(r), op, outside(map_, o)); }
    void op_issued(Rank r, OpId op, Rank t) override { next_.op_issued(at(r), op, at(t)); }
    void op_completed(Rank r, OpId op, Rank t) override { next_.op_completed(at(r), op, at(t)); }
    void counter_changed(const CounterChange& change) override {
        CounterChange result = change;
        result.owner = at(change.owner);
        result.by = at(change.by);
        next_.counter_changed(result);
    }
    void signal_sent(const CounterSignal& signal) override {
        CounterSignal result = signal;
        result.owner = at(signal.owner);
        result.by = at(signal.by);
        next_.signal_sent(result);
    }
    void request_stepped(Rank r, RequestId id, RequestStep step, WindowId w, Rank t, unsigned modes) override {
        next_.request_stepped(at(r), id, step, w, at(t), modes);
    }
    void message_matched(Rank r, std::uint32_t receive, const Packet& p) override {
        next_.message_matched(at(r), receive, outside(map_, p));
    }
    void persistent_started(Rank r, RequestId id, const CallRequest& call, std::uint32_t receive) override {
        CallRequest inside = call;
        if (call.message.peer >= 0) inside.message.peer = at(call.message.peer);
        next_.persistent_started(at(r), id, inside, receive);
    }
    void op_applied(Rank r, const Packet& p) override { next_.op_applied(at(r), outside(map_, p)); }
    void lock_queued(Rank r, WindowId w, Rank o, LockType type) override { next_.lock_queued(at(r), w, at(o), type); }
    void lock_granted(Rank r, WindowId w, Rank o, LockType type) override { next_.lock_granted(at(r), w, at(o), type); }
    void lock_released(Rank r, WindowId w, Rank o) override { next_.lock_released(at(r), w, at(o)); }
    void unlock_without_lock(Rank r, WindowId w, Rank o) override { next_.unlock_without_lock(at(r), w, at(o)); }
    void lock_data_dropped(Rank r, WindowId w, Rank o) override { next_.lock_data_dropped(at(r), w, at(o)); }
    void op_local(Rank r, const Operation& o) override { next_.op_local(at(r), outside(map_, o)); }
    void mem_sync(Rank r, MemSync sync_point) override { next_.mem_sync(at(r), sync_point); }
    void cache_flushed(Rank r, WindowId w, std::uint32_t lines) override { next_.cache_flushed(at(r), w, lines); }
    void cache_invalidated(Rank r, WindowId w, std::uint32_t lines) override {
        next_.cache_invalidated(at(r), w, lines);
    }

private:
    Rank at(Rank rank) const { return map_.comm_rank_of(rank); }
    const InCommunicator& map_;
    Observer& next_;
};

}  // namespace rmasim::property
