#include "sim/timed/ranks/rank_progress.h"

#include "protocol/base/nic.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/ranks/rank_scheduler.h"

#include <algorithm>

namespace rmasim::sim {

RankProgress::RankProgress(RunParts& run, FaultInjection& faults, PacketPath& packets, RankScheduler& scheduler)
    : run_(run), faults_(faults), packets_(packets), scheduler_(scheduler), events_(run.events), cpu_(run.cpu),
      agents_(run.scenario) {
    if (!run.scenario.family->traits.needs_mutexes) return;
    mutexes_ = std::make_unique<TimedMutexes>(run.loop, run.cpu, run.ranks, run.scenario.ranks);
}

void RankProgress::arrived(const Packet& packet, Time now) {
    RankState& rank = run_.ranks[packet.target];
    if (!faults_.alive(rank, now)) return faults_.drop(packet);
    if (nic::is_request(packet.kind)) [[unlikely]]
        return packets_.answer_by_nic(rank, packet, now);
    run_.accounting.packet_received(packet.target, packet, now);
    if (rank.calls == 0 && !rank.is_finished()) return arrived_outside_calls(rank, packet, now);
    const Time idle = now - rank.clock;
    wait_until(rank, now);
    handle_packet(rank, packet, idle);
    poll_after_event(rank);
}

void RankProgress::send_completed(const Packet& packet, Time now) {
    RankState& rank = run_.ranks[packet.source];
    if (!faults_.alive(rank, now)) return;
    if (rank.calls == 0 && !rank.is_finished()) return arrived_outside_calls(rank, packet, now);
    wait_until(rank, now);
    handle_send_completion(rank, packet);
    poll_after_event(rank);
}

void RankProgress::poll_after_event(RankState& rank) {
    rank.process->poll(Poller::rank);
    scheduler_.complete_calls(rank);
}

// Handles a packet. The rank was idle for the time `idle` before. A rank that waits for a long packet copies each
// segment when it arrives, so only the copy of the last segment takes time after the arrival. The NIC stores the data
// of its answer in the user's memory itself.
void RankProgress::handle_packet(RankState& rank, const Packet& packet, Time idle) {
    const Time began = rank.working_clock();
    if (!faults_.alive(rank, began)) return faults_.drop(packet);
    if (nic::is_answer(packet.kind)) [[unlikely]] {
        cpu_.complete(rank);
        return rank.process->deliver(packet);
    }
    cpu_.handle(rank, packet.data_bytes, idle);
    events_.packet_delivered(packet);
    rank.process->deliver(packet);
    events_.packet_handled(packet, rank.agent_at_work, began, rank.working_clock());
}

// Handles the completion of a send. This takes no CPU time, since the library finds completions while it polls for
// packets.
void RankProgress::handle_send_completion(RankState& rank, const Packet& packet) {
    if (!faults_.alive(rank, rank.working_clock())) return;
    events_.send_completed(packet);
    rank.process->send_completed(packet.op);
}

void RankProgress::handle_packet_or_completion(RankState& rank, const Packet& packet) {
    if (rank.is_own(packet)) handle_send_completion(rank, packet);
    else handle_packet(rank, packet);
}

void RankProgress::drain_inbox(RankState& rank) {
    rank.drain_inbox([&](const Packet& packet) { handle_packet_or_completion(rank, packet); });
}

void RankProgress::wait_until(RankState& rank, Time now) {
    const Time waited = now - rank.clock;
    if (waited <= 0) return;
    if (rank.calls == 0) {
        rank.clock = now;
        return;
    }
    Awaited awaited = Awaited::operations;
    bool first = true;
    rank.process->waiting().for_each([&](const WaitReason& reason) {
        if (first) awaited = reason.awaited;
        first = false;
    });
    // In an MPI function that SMPI executes (LiveSession), the rank waits for a message.
    if (first && run_.live != nullptr) awaited = Awaited::message;
    events_.process_waited(rank.rank(), awaited, rank.clock, now);
    run_.accounting.waited(rank, awaited, waited);
}

// Handles an event of a mutex. A dead rank keeps its mutexes.
void RankProgress::handle_mutex_event(Event event, Time now) {
    if (!faults_.alive(run_.ranks[event.packet().source], now)) return;
    const Rank next = mutexes_->handle(event.kind(), event.packet());
    if (next == no_rank || !faults_.alive(run_.ranks[next], now)) return;
    RankState& rank = run_.ranks[next];
    wait_until(rank, now);
    rank.process->make_progress();
    scheduler_.complete_calls(rank);
}

// Handles a packet that arrives, or a send that completes, while no thread of the rank is in a call.
void RankProgress::arrived_outside_calls(RankState& rank, const Packet& packet, Time now) {
    if (rank.polling > 0) return poll(rank, {&packet, 1}, now);
    const Progress progress = run_.scenario.progress;
    if (progress == Progress::agent && !agents_.periodic()) return poll_by_agent(rank, {&packet, 1}, now);
    rank.put_in_inbox(packet);
    if (progress == Progress::calls || rank.agent_scheduled) return;
    rank.agent_scheduled = true;
    run_.loop.schedule(agents_.next_look(rank.rank(), now), Event::of_rank(EventKind::wake_agent, rank.rank()));
}

// An agent that wakes up while the rank is inside MPI does nothing, because the rank makes progress itself.
void RankProgress::wake_agent(RankState& rank, Time now) {
    if (!faults_.alive(rank, now)) return;
    rank.agent_scheduled = false;
    if (rank.inbox_is_empty() || rank.calls > 0) return;
    const std::vector<Packet> packets = rank.take_inbox();
    poll_by_agent(rank, packets, now);
}

void RankProgress::begin_polling(RankState& rank, Thread& thread) {
    thread.polls = true;
    ++rank.polling;
    if (rank.calls > 0) return;
    const std::vector<Packet> packets = rank.take_inbox();
    poll(rank, packets, thread.clock);
}

void RankProgress::poll(RankState& rank, std::span<const Packet> packets, Time now) {
    rank.agent_at_work = true;
    rank.rare().agent_clock = std::max(rank.rare().agent_clock, now);
    for (const Packet& packet : packets) handle_packet_or_completion(rank, packet);
    rank.process->poll(Poller::rank);
    rank.agent_at_work = false;
}

void RankProgress::poll_by_agent(RankState& rank, std::span<const Packet> packets, Time now) {
    rank.agent_at_work = true;
    const Time began = std::max(rank.rare().agent_clock, now);
    rank.rare().agent_clock = began;
    // The CPU time of the timer's signals is added to the computation (Agents::stretched), so it is not charged here.
    if (!agents_.interrupts() || !agents_.periodic()) cpu_.charge(rank, Cause::agent, agents_.wake());
    for (const Packet& packet : packets) handle_packet_or_completion(rank, packet);
    const Poller poller = run_.scenario.agent.kind == AgentKind::process ? Poller::agent_process : Poller::agent;
    events_.poll_began(rank.rank(), poller);
    rank.process->poll(poller);
    events_.poll_ended(rank.rank());
    rank.agent_at_work = false;
    ++agent_looks_;
    events_.agent_polled(rank.rank(), began);
    if (agents_.interrupts()) rank.rare().interrupted += rank.rare().agent_clock - began;
}

}  // namespace rmasim::sim
