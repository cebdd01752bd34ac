#include "sim/timed/counts/accounting.h"

#include "protocol/base/nic.h"
#include "sim/scenario/families/family.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// True if the CPU computes the new elements. REPLACE, NO_OP and COMPARE_AND_SWAP only copy them.
bool computes(OpKind kind, ReduceOp reduce) {
    return reduce != ReduceOp::replace && reduce != ReduceOp::no_op && accumulates(kind) &&
           kind != OpKind::compare_and_swap;
}

// Returns the number of elements whose data the packet carries. A long operation may be sent as several packets, and a
// packet's data may be in its header or in an earlier packet.
std::uint32_t elements_in(const Packet& packet) {
    const auto carried = static_cast<std::uint32_t>(packet.data_bytes / bytes_of(packet.region.datatype));
    return carried == 0 ? packet.region.count : std::min(carried, packet.region.count);
}

}  // namespace

CostAccounting::CostAccounting(const Scenario& scenario, RunRanks& ranks, Trace* trace, Breakdowns by)
    : scenario_(scenario), ranks_(ranks), trace_(trace),
      ranks_per_node_(static_cast<Rank>(scenario.platform.ranks_per_node)),
      header_bytes_(static_cast<std::uint64_t>(scenario.platform.network.header_bytes)), cpu_(scenario),
      tables_(scenario.windows.size()) {
    if (scenario.expect.by_pair) by.pair = true;
    if (by.rank || by.pair) breakdown_.emplace(by, ranks.range());
    apart_ = ranks_per_node_ > 1 || breakdown_;
    if (scenario.family->traits.queues_packets_between_calls) lock_requests_.emplace(ranks.range());
}

std::vector<std::string> CostAccounting::window_names() const {
    std::vector<std::string> names;
    for (const WindowSettings& window : scenario_.windows) names.push_back(window.name);
    return names;
}

void CostAccounting::packet_received(Rank rank, const Packet& packet, Time at) {
    if (!lock_requests_ || !scenario_.family->meaning().lock(packet).asks) return;
    lock_requests_->requested(rank, packet.window, packet.source, at);
}

void CostAccounting::waited(RankState& rank, Awaited awaited, Time time) {
    const Cause cause = cause_of(awaited);
    cpu_.wait(rank, cause, time);
    if (awaited == Awaited::operation_element || awaited == Awaited::target_element) {
        element_wait_[awaited == Awaited::operation_element ? 0 : 1] += time;
    }
}

void CostAccounting::collect(RunResult& result) const {
    const PacketVocabulary& packets = packets_of(scenario_);
    result.messages = counts_.total();
    result.message_bytes = counts_.wire_bytes();
    result.by_kind = counts_.by_kind(packets);
    result.by_reason =
        reasons_.collect(counts_, packets, scenario_.family->reasons(), scenario_.platform.network.reorder_ns == 0);
    result.between_nodes = between_nodes_.by_kind(packets);
    if (breakdown_) breakdown_->collect(result, packets);
    result.shared_memory = shared_memory_;
    result.caches = caches_;
    result.lock_waits = lock_waits_;
    const bool with_counters = scenario_.family->calls().contains(Call::win_alloc_sync_objects);
    for (std::size_t i = 0; i < cause_count; ++i) {
        if (static_cast<Cause>(i) == Cause::wait_counter && !with_counters) continue;
        if (static_cast<Cause>(i) == Cause::walk && scenario_.costs.walk_slot_ns == 0) continue;
        if (static_cast<Cause>(i) == Cause::wait_thread && !scenario_.threads_may_block) continue;
        result.time_spent_ns.emplace_back(name_of(static_cast<Cause>(i)), to_ns(cpu_.spent()[i]));
    }
}

void CostAccounting::collect_tables(RunResult& result) const { tables_.collect(result, window_names()); }

void CostAccounting::packet_sent(const Packet& packet) {
    const std::uint64_t bytes = wire_bytes(packet);
    counts_.add(packet, bytes);
    reasons_.sent(packet);
    if (apart_) count_apart(packet, bytes);
}

void CostAccounting::count_apart(const Packet& packet, std::uint64_t bytes) {
    if (ranks_per_node_ > 1 && is_between_nodes(packet)) between_nodes_.add(packet, bytes);
    if (breakdown_) breakdown_->sent(packet, bytes);
}

// Counts the packet only at its target, since the sending process has counted everything else. The answer of a NIC does
// not count as a packet.
void CostAccounting::packet_received_from_remote(const Packet& packet) {
    if (!nic::is_answer(packet.kind)) breakdown_->received(packet, wire_bytes(packet));
}

void CostAccounting::table_searched(Rank rank, WindowId window, std::uint32_t steps) {
    tables_.searched(window, steps);
    cpu_.search(ranks_[rank], steps);
}

void CostAccounting::table_walked(Rank rank, WindowId window, std::size_t slots) {
    tables_.walked(window, slots);
    cpu_.walk(ranks_[rank], slots);
}

void CostAccounting::target_restored(Rank, WindowId window, Rank, WindowId) { tables_.restored(window); }

void CostAccounting::target_made_again(Rank, WindowId window, Rank) { tables_.made_again(window); }

void CostAccounting::fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by) {
    tables_.fall_back_began(rank, window, call, needed_by, to_ns(ranks_[rank].working_clock()));
}

void CostAccounting::fall_back_ended(Rank rank, WindowId window) {
    tables_.fall_back_ended(rank, window, to_ns(ranks_[rank].working_clock()));
}

void CostAccounting::queue_searched(Rank rank, std::uint32_t, std::uint32_t requests) {
    cpu_.search(ranks_[rank], requests);
}

void CostAccounting::op_posted(Rank rank, OpId, const Operation&) { cpu_.post(ranks_[rank]); }

void CostAccounting::op_applied(Rank rank, const Packet& packet) {
    if (packet.reduce == ReduceOp::replace) return;  // as in each PUT and GET
    if (nic_applies_ || !computes(op_kind_of(packet.kind), packet.reduce)) return;
    cpu_.reduce(ranks_[rank], elements_in(packet));
}

void CostAccounting::op_local(Rank rank, const Operation& operation) {
    RankState& state = ranks_[rank];
    const bool shared = scenario_.windows[operation.window].shared;
    // Family shm reports each part of an accumulate, and the mutexes that exclude other accumulates.
    const bool is_part = accumulates(operation.kind) && scenario_.family->traits.needs_mutexes;
    if (!is_part) cpu_.charge(state, cpu_.on_node().begin_direct());
    if (shared && accumulates(operation.kind) && !is_part) {
        cpu_.charge(state, cpu_.on_node().mutex());
        cpu_.charge(state, cpu_.on_node().mutex());
    }
    if (computes(operation.kind, operation.reduce)) cpu_.reduce(state, operation.region.count);
    else cpu_.charge(state, cpu_.on_node().access_directly(operation.region.bytes()));
    if (shared) ++shared_memory_.direct_operations;
}

void CostAccounting::mem_sync(Rank rank, MemSync sync_point) {
    if (scenario_.platform.memory.leaves_out(sync_point)) return;
    cpu_.charge(ranks_[rank], cpu_.on_node().mem_sync());
    ++shared_memory_.mem_syncs[static_cast<std::size_t>(sync_point)];
}

void CostAccounting::cache_flushed(Rank rank, WindowId, std::uint32_t lines) {
    ++caches_.flushes;
    caches_.lines_written_back += lines;
    cpu_.charge(ranks_[rank], cpu_.on_node().write_back(lines));
}

void CostAccounting::cache_invalidated(Rank rank, WindowId, std::uint32_t lines) {
    ++caches_.invalidations;
    caches_.lines_invalidated += lines;
    cpu_.charge(ranks_[rank], cpu_.on_node().invalidate(lines));
}

void CostAccounting::note_lock_wait(Rank rank, WindowId window, Rank origin) {
    const std::optional<Time> requested = lock_requests_->granted(rank, window, origin);
    // a lock on the rank's own window, which the rank tries to acquire repeatedly without a request
    if (!requested) return;
    const std::int64_t waited = to_ns(ranks_[rank].working_clock() - *requested);
    if (trace_ != nullptr) trace_->lock_wait(rank, waited, ranks_[rank].working_clock());
    ++lock_waits_.count;
    lock_waits_.total_ns += waited;
    lock_waits_.longest_ns = std::max(lock_waits_.longest_ns, waited);
}

void CostAccounting::lock_queued(Rank rank, WindowId window, Rank origin, LockType) {
    if (lock_requests_ && origin == rank) lock_requests_->requested(rank, window, origin, ranks_[rank].working_clock());
}

void CostAccounting::lock_granted(Rank rank, WindowId window, Rank origin, LockType) {
    if (lock_requests_) note_lock_wait(rank, window, origin);
}

void CostAccounting::unlock_without_lock(Rank, WindowId window, Rank) { tables_.unlocked_without_lock(window); }

}  // namespace rmasim::sim
