#include "sim/timed/event_prefetcher.h"

#include "protocol/base/prefetch.h"

#include <algorithm>
#include <span>

namespace rmasim::sim {

namespace {

// The number of bytes at the beginning of a process that are prefetched. A packet accesses about this number of bytes.
// Smaller and larger values make runs slower.
constexpr std::size_t process_bytes = 768;
// The maximum number of bytes of variables that are prefetched: enough for a program with a few arrays.
constexpr std::size_t variable_bytes = 512;

void prefetch_variables(const Thread& thread) {
    const std::size_t bytes = std::min(thread.variables.size_bytes(), variable_bytes);
    const auto* const first = reinterpret_cast<const char*>(thread.variables.data());
    for (std::size_t at = 0; at < bytes; at += cache_line_bytes) prefetch_line(first + at);
}

bool brings_packet(Event event) { return event.kind() == EventKind::deliver || event.kind() == EventKind::reach_nic; }
bool touches_rank(Event event) { return event.kind() == EventKind::deliver || event.kind() == EventKind::run_rank; }

void prefetch_first(const RankState& rank, const Packet& packet) {
    rank.process->waiting().prefetch_first();
    rank.process->prefetch_first(packet);
}

// Prefetches a thread and its coroutine frame only if the packet may make a call return. Few packets do.
void prefetch_second(const RankState& rank, const Packet& packet) {
    if (!rank.process->prefetch_second(packet)) return;
    prefetch<sizeof(Thread)>(rank.threads().data());
    rank.process->waiting().prefetch_frame();
}

}  // namespace

void EventPrefetcher::prefetch_first_of_step(const RankState& rank, std::size_t thread) const {
    if (live_ == nullptr) prefetch_variables(rank.threads()[thread]);
    else live_->prefetch(rank.rank(), LivePrograms::PrefetchStage::first);
    rank.process->prefetch_first_of_call();
}

void EventPrefetcher::prefetch_second_of_step(const RankState& rank) const {
    if (live_ != nullptr) live_->prefetch(rank.rank(), LivePrograms::PrefetchStage::second);
    rank.process->prefetch_second_of_call();
}

// Prefetches the memory of later events in five stages. Each stage needs the data of the stage before. The stages
// prefetch: the packet; the rank, which has a pointer to its process; the process; the data of the process that the
// packet accesses; and the data to which these point. A stage prefetches for the event that is a fixed number of events
// ahead. This distance is large enough for the data to arrive in time, and small enough for the data to be still in the
// cache.
void EventPrefetcher::prefetch_events(const EventQueue<Event>& queue) const {
    constexpr std::size_t packet = 32, rank = 24, process = 16, touched = 8, behind = 4;
    if (const Event* const at = queue.ahead(packet); at != nullptr && at->has_packet()) {
        prefetch_line(at->address());
    }
    if (const Event* const at = queue.ahead(rank)) {
        if (at->kind() == EventKind::deliver || at->kind() == EventKind::reach_nic)
            network_.prefetch_for(at->packet().target);
        if (touches_rank(*at)) prefetch_line(&rank_of(*at));
    }
    if (const Event* const at = queue.ahead(process); at != nullptr && touches_rank(*at)) {
        if (at->kind() == EventKind::run_rank) prefetch<sizeof(Thread)>(&rank_of(*at).threads()[at->thread()]);
        prefetch<process_bytes>(rank_of(*at).process.get());
    }
    if (const Event* const at = queue.ahead(touched)) {
        if (at->kind() == EventKind::deliver) prefetch_first(rank_of(*at), at->packet());
        else if (at->kind() == EventKind::run_rank) prefetch_first_of_step(rank_of(*at), at->thread());
    }
    if (const Event* const at = queue.ahead(behind)) {
        if (at->kind() == EventKind::deliver) prefetch_second(rank_of(*at), at->packet());
        else if (at->kind() == EventKind::run_rank) prefetch_second_of_step(rank_of(*at));
    }
}

// Prefetches the memory of later nodes, in the same five stages as prefetch_events(). Each stage prefetches for all
// events of a node. If the node has one rank, the stages for the rank and its process use only the first event. If the
// rank's program runs, this is the first event.
void EventPrefetcher::prefetch_nodes(const NodeQueue& queue) const {
    constexpr std::size_t packet = 6, rank = 4, process = 3, touched = 2, behind = 1, max = 32;
    const std::size_t max_ranks = scenario_.platform.ranks_per_node == 1 ? 1 : max;
    const auto few = [&](std::size_t distance, std::size_t at_most) {
        const std::span<const TimedEvent> dues = queue.ahead(distance);
        return dues.first(std::min(dues.size(), at_most));
    };
    for (const TimedEvent& due : few(packet, max)) {
        if (due.event.has_packet()) prefetch_line(due.event.address());
    }
    for (const TimedEvent& due : few(rank, max_ranks)) {
        network_.prefetch_for(due.event.has_packet() ? due.event.packet().target : due.event.rank());
        prefetch_line(&rank_of(due.event));
    }
    for (const TimedEvent& due : few(process, max_ranks)) {
        const RankState& at = rank_of(due.event);
        if (due.event.kind() == EventKind::run_rank) prefetch<sizeof(Thread)>(&at.threads()[due.event.thread()]);
        prefetch<process_bytes>(at.process.get());
    }
    for (const auto& [time, node, event] : few(touched, max)) {
        if (brings_packet(event)) prefetch_first(rank_of(event), event.packet());
        else if (event.kind() == EventKind::run_rank) prefetch_first_of_step(rank_of(event), event.thread());
    }
    for (const auto& [time, node, event] : few(behind, max)) {
        if (brings_packet(event)) prefetch_second(rank_of(event), event.packet());
        else if (event.kind() == EventKind::run_rank) prefetch_second_of_step(rank_of(event));
    }
}

}  // namespace rmasim::sim
