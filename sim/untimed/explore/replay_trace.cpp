#include "sim/untimed/explore/replay_trace.h"

namespace rmasim::sim {

namespace {

constexpr Time step_time = 1000 * picoseconds_per_nanosecond;
// Times of events within a step, as fractions of the step's duration.
constexpr double sends = 0.3, is_sent = 0.4, changes = 0.5, returns = 0.8, has_handled = 0.9;

}  // namespace

ReplayTrace::ReplayTrace(const Scenario& scenario, Trace& trace)
    : StateNotes(scenario, trace, [this](Rank) { return at(changes); }) {}

// Returns the time at a fraction of the current step. Steps are numbered from 1.
Time ReplayTrace::at(double part_of_step) const {
    const StepNumber before = ranks_ == nullptr || ranks_->steps() == 0 ? 0 : ranks_->steps() - 1;
    return Time{before} * step_time + static_cast<Time>(part_of_step * static_cast<double>(step_time));
}

void ReplayTrace::packet_sent(const Packet& packet) { trace().sent(packet, false, at(sends), at(is_sent)); }

void ReplayTrace::packet_delivered(const Packet& packet) { trace().handled(packet, false, at(0), at(has_handled)); }

void ReplayTrace::outside_mpi(const Thread& thread, std::string_view name, Time began, Time ended) {
    trace().outside_mpi(thread.rank, thread.reported_number(), name, thread.program->locations[thread.location], began,
                        ended);
}

void ReplayTrace::shared_window_accessed(const Thread& thread, const MemoryAccess& access) {
    outside_mpi(thread, access.stores ? "store" : "load", at(0), at(returns));
}

void ReplayTrace::call_began(const Thread& thread, const CallRequest& call) {
    began_[{thread.rank, thread.number}] = at(0);
    trace().call_begins(thread.rank, thread.reported_number(), call);
}

void ReplayTrace::call_returned(const Thread& thread) {
    trace().call_ended(thread.rank, thread.reported_number(), thread.answer, thread.program->locations[thread.location],
                       began_[{thread.rank, thread.number}], at(returns));
}

void ReplayTrace::never_ended(const std::vector<StuckCall>& calls) {
    for (const StuckCall& call : calls) {
        trace().call_never_ended({call.rank, call.thread, call.call, call.location, call.reason},
                                 began_[{call.rank, call.thread.value_or(0)}], at(1));
    }
}

void ReplayTrace::sync_began(const Thread& thread) { began_[{thread.rank, thread.number}] = at(0); }

void ReplayTrace::sync_ended(const Thread& thread) {
    outside_mpi(thread, name_of(thread.current()), began_[{thread.rank, thread.number}], at(returns));
}

}  // namespace rmasim::sim
