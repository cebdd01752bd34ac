#include "sim/timed/run_trace.h"

#include "sim/scenario/families/family.h"
#include "sim/timed/counts/time_use.h"

#include <fmt/core.h>

namespace rmasim::sim {

void RunTrace::call_began(const Thread& thread, const CallRequest& call) {
    trace().call_begins(thread.rank, thread.reported_number(), call);
}

void RunTrace::call_returned(const Thread& thread) {
    trace().call_ended(thread.rank, thread.reported_number(), thread.answer,
                       thread.program->location_text(thread.location), thread.call_began, now(thread.rank));
}

void RunTrace::hosted_call_ended(const Thread& thread, std::string_view function, Time began, Time ended) {
    trace().outside_mpi(thread.rank, thread.reported_number(), function, thread.program->location_text(thread.location),
                        began, ended);
}

void RunTrace::thread_computed(const Thread& thread, Time began) {
    trace().outside_mpi(thread.rank, thread.reported_number(), "compute", "", began, thread.clock);
}

void RunTrace::thread_waited(const Thread& thread, Time began) {
    trace().outside_mpi(thread.rank, thread.reported_number(), name_of(thread.current()),
                        thread.program->location_text(thread.location), began, thread.clock);
}

void RunTrace::process_waited(Rank rank, Awaited awaited, Time began, Time ended) {
    trace().waited(rank, name_of(cause_of(awaited)), began, ended);
}

void RunTrace::packet_charged(const Packet& packet, bool by_agent, Time began, Time ended) {
    trace().sent(packet, by_agent, began, ended);
}

void RunTrace::packet_handled(const Packet& packet, bool by_agent, Time began, Time ended) {
    trace().handled(packet, by_agent, began, ended);
}

void RunTrace::agent_polled(Rank rank, Time at) { trace().agent_looks(rank, at); }

void RunTrace::rank_died(Rank rank) { note(rank, "died"); }

void RunTrace::packet_lost(const Packet& packet) {
    note(packet.source, "lost: " + packets_of(scenario()).describe(packet));
}

void RunTrace::pool_shrunk(Rank rank, std::string_view pool, std::uint32_t size) {
    note(rank, fmt::format("{} shrinks to {}", pool, size));
}

}  // namespace rmasim::sim
