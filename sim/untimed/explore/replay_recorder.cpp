#include "sim/untimed/explore/replay_recorder.h"

namespace rmasim::sim {

namespace {

constexpr Time step_time = 1000 * picoseconds_per_nanosecond;
// Times of events within a step, as fractions of the step's duration.
constexpr double sends = 0.3, is_sent = 0.4, changes = 0.5, returns = 0.8, has_handled = 0.9;

}  // namespace

ReplayRecorder::ReplayRecorder(const Scenario& scenario, Trace* trace)
    : Stanzas(scenario), scenario_(scenario),
      tally_(static_cast<std::uint64_t>(scenario.platform.network.header_bytes)), trace_(trace) {
    if (trace != nullptr) notes_.emplace(*trace, [this](Rank) { return at(changes); });
}

// Returns the time at a fraction of the current step. Steps are numbered from 1.
Time ReplayRecorder::at(double part_of_step) const {
    const StepNumber before = ranks_ == nullptr || ranks_->steps() == 0 ? 0 : ranks_->steps() - 1;
    return Time{before} * step_time + static_cast<Time>(part_of_step * static_cast<double>(step_time));
}

void ReplayRecorder::packet_sent(const Packet& packet) {
    Stanzas::packet_sent(packet);
    tally_.packet_sent(packet);
    if (trace_ != nullptr) trace_->sent(packet, false, at(sends), at(is_sent));
}

void ReplayRecorder::packet_delivered(const Packet& packet) {
    Stanzas::packet_delivered(packet);
    if (trace_ != nullptr) trace_->handled(packet, false, at(0), at(has_handled));
}

void ReplayRecorder::send_completed(const Packet& packet) {
    Stanzas::send_completed(packet);
    if (notes_) notes_->note(packet.source, "data sent: " + vocabulary().describe(packet));
}

void ReplayRecorder::outside_mpi(const Thread& thread, std::string_view name, Time began, Time ended) {
    trace_->outside_mpi(thread.rank, thread.reported_number(), name, thread.program->locations[thread.location], began,
                        ended);
}

void ReplayRecorder::accessed(const Thread& thread, const MemoryAccess& access) {
    Stanzas::accessed(thread, access);
    if (trace_ != nullptr) outside_mpi(thread, access.stores ? "store" : "load", at(0), at(returns));
}

void ReplayRecorder::call_began(const Thread& thread, const CallRequest& call) {
    Stanzas::call_began(thread, call);
    if (trace_ == nullptr) return;
    began_[{thread.rank, thread.number}] = at(0);
    trace_->call_begins(thread.rank, thread.reported_number(), call);
}

void ReplayRecorder::call_returned(const Thread& thread) {
    Stanzas::call_returned(thread);
    if (trace_ == nullptr) return;
    trace_->call_ended(thread.rank, thread.reported_number(), thread.answer, thread.program->locations[thread.location],
                       began_[{thread.rank, thread.number}], at(returns));
}

void ReplayRecorder::never_ended(const std::vector<StuckCall>& calls) {
    if (trace_ == nullptr) return;
    for (const StuckCall& call : calls) {
        trace_->call_never_ended({call.rank, call.thread, call.call, call.location, call.reason},
                                 began_[{call.rank, call.thread.value_or(0)}], at(1));
    }
}

void ReplayRecorder::sync_began(const Thread& thread) {
    Stanzas::sync_began(thread);
    began_[{thread.rank, thread.number}] = at(0);
}

void ReplayRecorder::sync_ended(const Thread& thread) {
    Stanzas::sync_ended(thread);
    if (trace_ == nullptr) return;
    outside_mpi(thread, name_of(thread.current()), began_[{thread.rank, thread.number}], at(returns));
}

void ReplayRecorder::window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    Stanzas::window_state(rank, window, from, to);
    if (notes_) notes_->window_state(rank, window, from, to);
}

void ReplayRecorder::exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    Stanzas::exposure_state(rank, window, from, to);
    if (notes_) notes_->exposure_state(rank, window, from, to);
}

void ReplayRecorder::target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) {
    Stanzas::target_state(rank, window, target, from, to);
    if (notes_) notes_->target_state(rank, window, target, from, to);
}

void ReplayRecorder::element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    Stanzas::element_taken(rank, window, kind, level);
    if (notes_) notes_->element(rank, kind, +1);
}

void ReplayRecorder::element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    Stanzas::element_freed(rank, window, kind, level);
    if (notes_) notes_->element(rank, kind, -1);
}

void ReplayRecorder::request_queued(Rank rank, const Packet& packet) {
    Stanzas::request_queued(rank, packet);
    if (notes_) notes_->request(rank, +1);
}

void ReplayRecorder::request_left(Rank rank, const Packet& packet) {
    Stanzas::request_left(rank, packet);
    if (notes_) notes_->request(rank, -1);
}

void ReplayRecorder::fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by) {
    Stanzas::fall_back_began(rank, window, call, needed_by);
    if (notes_) notes_->fall_back_began(rank, window, call, needed_by);
}

void ReplayRecorder::mem_sync(Rank rank, MemSync sync_point) {
    Stanzas::mem_sync(rank, sync_point);
    if (notes_ && !scenario_.platform.memory.leaves_out(sync_point)) notes_->mem_sync(rank, sync_point);
}

void ReplayRecorder::lock_queued(Rank rank, WindowId window, Rank origin, LockType type) {
    Stanzas::lock_queued(rank, window, origin, type);
    if (notes_) notes_->lock_queued(rank, window, origin, type);
}

void ReplayRecorder::lock_granted(Rank rank, WindowId window, Rank origin, LockType type) {
    Stanzas::lock_granted(rank, window, origin, type);
    if (notes_) notes_->lock_granted(rank, window, origin, type);
}

void ReplayRecorder::lock_released(Rank rank, WindowId window, Rank origin) {
    Stanzas::lock_released(rank, window, origin);
    if (notes_) notes_->lock_released(rank, window, origin);
}

void ReplayRecorder::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    Stanzas::lock_data_dropped(rank, window, origin);
    if (notes_) notes_->lock_data_dropped(rank, window, origin);
}

void ReplayRecorder::counter_changed(const CounterChange& change) {
    Stanzas::counter_changed(change);
    if (notes_) notes_->counter_changed(change);
}

}  // namespace rmasim::sim
