// The accounting of a run. This class receives the events of the run. It counts packets by kind, and charges CPU time
// for the reported work.
#pragma once

#include "protocol/base/counts.h"
#include "sim/checkers/trace/trace.h"
#include "sim/programs/watcher.h"
#include "sim/timed/costs/cpu.h"
#include "sim/timed/counts/breakdown.h"
#include "sim/timed/counts/lock_requests.h"
#include "sim/timed/counts/reason_counts.h"
#include "sim/timed/counts/table_counts.h"
#include "sim/timed/outcome.h"
#include "sim/timed/ranks/run_ranks.h"

#include <array>
#include <optional>

namespace rmasim::sim {

class CostAccounting final : public Watcher {
public:
    // `scenario`, `ranks` and `trace` must outlive this object. `trace` may be null. `by` selects the breakdowns
    // (counts per rank or per pair of ranks). If the scenario's expectations name a pair, packets are always counted
    // per pair.
    CostAccounting(const Scenario& scenario, RunRanks& ranks, Trace* trace, Breakdowns by);

    Cpu& cpu() { return cpu_; }
    // Must be called whenever windows have been added to the scenario; allocates counts for these windows.
    void windows_created() { tables_.make_room(scenario_.windows.size()); }
    // Returns the size of a packet on the wire: its data and its header.
    std::uint64_t wire_bytes(const Packet& packet) const { return header_bytes_ + packet.data_bytes; }
    std::uint64_t packets_sent() const { return counts_.total(); }
    // Records that a rank inside a call was idle for `time`, because it waited for `awaited`.
    void waited(RankState& rank, Awaited awaited, Time time);

    // Counts a packet that has arrived from a rank that another process simulates. Must be called only if packets are
    // counted per rank.
    void packet_received_from_remote(const Packet& packet);
    // Records that a packet has arrived at `rank`. The rank may handle the packet much later.
    void packet_received(Rank rank, const Packet& packet, Time at);
    // The NIC, not the CPU, applies the operations that are reported between the calls of these two functions.
    void nic_begins() { nic_applies_ = true; }
    void nic_ends() { nic_applies_ = false; }

    // Sets the fields of `result` for packets, CPU time, shared memory and caches.
    void collect(RunResult& result) const;
    // Sets the fields of `result` for each table of target elements: the numbers of searches, of elements that were
    // freed for another target (restored), and of LOCK_ALLs that locked every process instead (fall-backs).
    void collect_tables(RunResult& result) const;
    // Returns the rank's time by use; null if times are not counted per rank.
    TimeUse* time_of(Rank rank) { return breakdown_ ? breakdown_->time_of(rank) : nullptr; }
    // Returns the sum of the times of all ranks, by use of time.
    const TimeUse& time_spent() const { return cpu_.spent(); }
    // Returns the total time for which calls of all ranks have waited for a pool element of this kind.
    Time element_wait(ElementKind kind) const { return element_wait_[static_cast<std::size_t>(kind)]; }

    // ---- Events (Watcher).
    void packet_sent(const Packet& packet) override;
    void table_searched(Rank, WindowId, std::uint32_t steps) override;
    void table_walked(Rank, WindowId, std::size_t slots) override;
    void target_restored(Rank, WindowId, Rank target, WindowId needed_by) override;
    void target_made_again(Rank, WindowId, Rank target) override;
    void fall_back_began(Rank, WindowId, Call, WindowId needed_by) override;
    void fall_back_ended(Rank, WindowId) override;
    void queue_searched(Rank, std::uint32_t rounds, std::uint32_t requests) override;
    void op_posted(Rank, OpId, const Operation&) override;
    void op_applied(Rank, const Packet&) override;
    void op_local(Rank, const Operation&) override;
    void mem_sync(Rank, MemSync sync_point) override;
    void cache_flushed(Rank, WindowId, std::uint32_t lines) override;
    void cache_invalidated(Rank, WindowId, std::uint32_t lines) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void unlock_without_lock(Rank, WindowId, Rank origin) override;

private:
    void note_lock_wait(Rank rank, WindowId window, Rank origin);
    void count_apart(const Packet& packet, std::uint64_t bytes);
    bool is_between_nodes(const Packet& packet) const {
        return packet.source / ranks_per_node_ != packet.target / ranks_per_node_;
    }
    std::vector<std::string> window_names() const;

    const Scenario& scenario_;
    RunRanks& ranks_;
    Trace* trace_;
    Rank ranks_per_node_;
    std::uint64_t header_bytes_;
    Cpu cpu_;
    bool nic_applies_ = false;
    Counts counts_;
    ReasonCounts reasons_;
    bool apart_ = false;  // true if packets are counted by node, rank or pair
    Counts between_nodes_;
    std::optional<Breakdown> breakdown_;  // by rank or pair
    TableCounts tables_;
    SharedMemoryUse shared_memory_;
    CacheCounts caches_;
    std::optional<LockRequests> lock_requests_;  // only in families with a queue of requests
    LockWaits lock_waits_;
    std::array<Time, 2> element_wait_{};  // by ElementKind
};

}  // namespace rmasim::sim
