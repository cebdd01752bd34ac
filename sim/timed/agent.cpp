#include "sim/timed/agent.h"

#include "sim/timed/simulation.h"

#include <algorithm>

namespace rmasim::sim {

Time Agents::next_look(Rank rank, Time now) const {
    // A random stream that no other code uses.
    constexpr std::uint64_t phase_stream = std::uint64_t{1} << 62;
    Random random(seed_, static_cast<std::uint64_t>(rank) + phase_stream);
    const auto phase = static_cast<Time>(random.below(static_cast<std::uint64_t>(interval_)));
    if (now <= phase) return phase;
    return phase + (now - phase + interval_ - 1) / interval_ * interval_;
}

// From the first signal on, a computation can use only `interval_` - `wake_` of each interval.
Time Agents::stretched(Rank rank, Time began, Time time) const {
    if (!interrupts_ || !periodic() || wake_ == 0) return time;
    const Time before_first = next_look(rank, began) - began;
    if (time <= before_first) return time;
    const Time computing = interval_ - wake_;
    return time + (time - before_first + computing - 1) / computing * wake_;
}

// Handles a packet that arrives, or a send that completes, while no thread of the rank is in a call.
void Simulation::arrived_outside_calls(RankState& rank, const Packet& packet, Time now) {
    if (rank.polling > 0) return poll(rank, {&packet, 1}, now);
    const bool at_once = scenario_.progress == Progress::agent && !agents_.periodic();
    if (!at_once) rank.put_in_inbox(packet);
    if (at_once) return poll_by_agent(rank, {&packet, 1}, now);
    if (scenario_.progress == Progress::calls || rank.agent_scheduled) return;
    rank.agent_scheduled = true;
    loop_.schedule(agents_.next_look(rank.rank(), now), Event::of_rank(EventKind::wake_agent, rank.rank()));
}

// An agent that wakes up while the rank is inside MPI does nothing, because the rank makes progress itself.
void Simulation::wake_agent(RankState& rank, Time now) {
    if (faults_ && !alive_at(rank, now)) return;
    rank.agent_scheduled = false;
    if (rank.inbox_is_empty() || rank.calls > 0) return;
    const std::vector<Packet> packets = rank.take_inbox();
    poll_by_agent(rank, packets, now);
}

// Begins a computation that polls. The rank itself makes progress, and the CPU time of progress is a part of the
// computation.
void Simulation::begin_polling(RankState& rank, Thread& thread) {
    thread.polls = true;
    ++rank.polling;
    if (rank.calls > 0) return;
    const std::vector<Packet> packets = rank.take_inbox();
    poll(rank, packets, thread.clock);
}

void Simulation::poll(RankState& rank, std::span<const Packet> packets, Time now) {
    rank.agent_at_work = true;
    rank.rare().agent_clock = std::max(rank.rare().agent_clock, now);
    for (const Packet& packet : packets) handle_packet_or_completion(rank, packet);
    rank.process->poll(Poller::rank);
    rank.agent_at_work = false;
}

void Simulation::poll_by_agent(RankState& rank, std::span<const Packet> packets, Time now) {
    rank.agent_at_work = true;
    const Time began = std::max(rank.rare().agent_clock, now);
    rank.rare().agent_clock = began;
    // The CPU time of the timer's signals is added to the computation (Agents::stretched), so it is not charged here.
    if (!agents_.interrupts() || !agents_.periodic()) cpu_.charge(rank, Cause::agent, agents_.wake());
    for (const Packet& packet : packets) handle_packet_or_completion(rank, packet);
    const Poller poller = scenario_.agent.kind == AgentKind::process ? Poller::agent_process : Poller::agent;
    events_.poll_began(rank.rank(), poller);
    rank.process->poll(poller);
    events_.poll_ended(rank.rank());
    rank.agent_at_work = false;
    ++agent_looks_;
    events_.agent_polled(rank.rank(), began);
    if (agents_.interrupts()) rank.rare().interrupted += rank.rare().agent_clock - began;
}

}  // namespace rmasim::sim
