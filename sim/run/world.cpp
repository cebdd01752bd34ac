// The world as the core sees it: packets go to the virtual network, reports become virtual time and trace.
#include "sim/run/simulation.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

void Simulation::send(const Packet& packet) {
    RankState& rank = state(packet.source);
    const Time began = rank.working_clock();
    cpu_.send(rank, packet.data_bytes);
    if (faults_ && !acts(rank, rank.working_clock())) return memory_.release(packet.payload);
    const std::uint64_t wire_bytes =
        static_cast<std::uint64_t>(scenario_.platform.network.header_bytes) + packet.data_bytes;
    counts_.add(packet, wire_bytes);
    if (is_between_nodes(packet)) between_nodes_.add(packet, wire_bytes);
    if (count_pairs_) pair_counts_[{packet.source, packet.target}].add(packet, wire_bytes);
    if (checker_) checker_->packet_sent(packet);
    if (trace_ != nullptr) trace_->sent(packet, rank.agent_at_work, began, rank.working_clock());
    if (faults_ && is_lost(packet)) return;
    // The rank and its agent share one way out, on which packets follow one another.
    rank.last_departure = std::max(rank.last_departure, rank.working_clock());
    network_->send(packet, wire_bytes, rank.last_departure);
}

void Simulation::assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) {
    state(rank).threads[thread].variables[variable] = value;
}

void Simulation::table_searched(Rank rank, WindowId, std::uint32_t steps) { cpu_.search(state(rank), steps); }

void Simulation::op_posted(Rank rank, OpId, const Operation&) { cpu_.post(state(rank)); }

void Simulation::op_local(Rank rank, const Operation& operation) {
    cpu_.copy(state(rank), operation.region.bytes());
    if (scenario_.windows[operation.window].shared) ++shared_memory_.direct_operations;
}

void Simulation::mem_sync(Rank rank, MemSync place) {
    if (scenario_.platform.memory.leaves_out(place)) return;
    cpu_.mem_sync(state(rank));
    ++shared_memory_.mem_syncs[static_cast<std::size_t>(place)];
    if (trace_ != nullptr) note(rank, fmt::format("MEM_SYNC {}", name_of(place)));
}

void Simulation::cache_flushed(Rank rank, WindowId, std::uint32_t lines) {
    ++caches_.flushes;
    caches_.lines_written_back += lines;
    cpu_.write_back(state(rank), lines);
}

void Simulation::cache_invalidated(Rank rank, WindowId, std::uint32_t lines) {
    ++caches_.invalidations;
    caches_.lines_invalidated += lines;
    cpu_.invalidate(state(rank), lines);
}

// The clock of shared memory. A thread outside the library has the event's time, which its rank's may be behind.
std::int64_t Simulation::now_ps(Rank rank) const {
    return std::max(now_, ranks_[static_cast<std::size_t>(rank)].working_clock());
}

void Simulation::note(Rank rank, const std::string& text) { trace_->note(rank, text, state(rank).working_clock()); }

void Simulation::window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: {} -> {}", scenario_.windows[window].name, from, to));
}

void Simulation::exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: exposure {} -> {}", scenario_.windows[window].name, from, to));
}

void Simulation::target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: target {} {} -> {}", scenario_.windows[window].name, target, from, to));
}

void Simulation::element_taken(Rank rank, WindowId, ElementKind kind, PoolLevel) {
    if (trace_ != nullptr) trace_->elements(rank, kind, +1, state(rank).working_clock());
}

void Simulation::element_freed(Rank rank, WindowId, ElementKind kind, PoolLevel) {
    if (trace_ != nullptr) trace_->elements(rank, kind, -1, state(rank).working_clock());
}

void Simulation::lock_queued(Rank rank, WindowId window, Rank origin, LockType type) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: {} lock of {} queued", scenario_.windows[window].name, name_of(type), origin));
}

void Simulation::lock_granted(Rank rank, WindowId window, Rank origin, LockType type) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: {} lock granted to {}", scenario_.windows[window].name, name_of(type), origin));
}

void Simulation::lock_released(Rank rank, WindowId window, Rank origin) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: lock released by {}", scenario_.windows[window].name, origin));
}

void Simulation::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    if (trace_ == nullptr) return;
    note(rank, fmt::format("{}: no room for the data of {}'s lock request", scenario_.windows[window].name, origin));
}

}  // namespace rmasim::sim
