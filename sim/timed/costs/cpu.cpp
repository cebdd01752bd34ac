#include "sim/timed/costs/cpu.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rmasim::sim {

Cpu::Cpu(const Scenario& scenario)
    : call_(from_ns(scenario.costs.call_ns)), post_(from_ns(scenario.costs.post_op_ns)),
      search_step_(from_ns(scenario.costs.search_step_ns)), walk_slot_(from_ns(scenario.costs.walk_slot_ns)),
      send_(from_ns(scenario.costs.issue_ns + scenario.platform.network.overhead_ns)),
      handle_(from_ns(scenario.costs.handle_ns + scenario.platform.network.overhead_ns)),
      send_to_nic_(from_ns(scenario.costs.issue_ns + scenario.platform.nic.overhead_ns)),
      completion_(from_ns(scenario.platform.nic.completion_ns)), on_node_(scenario.costs),
      // 1024 bytes at G gigabits a second take 8,192,000 / G picoseconds.
      copy_per_kib_(static_cast<Time>(std::llround(8192000.0 / scenario.costs.copy_gbps))),
      copy_limit_bytes_(static_cast<std::uint32_t>(scenario.costs.copy_limit_bytes)),
      copy_segment_bytes_(static_cast<std::uint32_t>(scenario.costs.copy_segment_bytes)),
      short_bytes_(std::min(copy_limit_bytes_, copy_segment_bytes_)),
      reduce_fs_(std::llround(1e6 * scenario.costs.reduce_ns)) {}

void Cpu::raise_end_of_time() { throw std::overflow_error("virtual time exceeds its maximum of 106 days"); }

void Cpu::copy_long(RankState& rank, std::uint32_t bytes, Time idle) {
    if (bytes > copy_limit_bytes_) return;
    charge(rank, Cause::copy, copying(bytes) - std::clamp(idle, Time{0}, copy_after_first_segment(bytes)));
}

Time Cpu::with_extras(const RankState& rank, Time begin, Cause cause, Time work) {
    const Time time = extras_of(rank).faults != nullptr ? extras_of(rank).faults->stretched(begin, work) : work;
    note_of_rank(rank, cause, time);
    return time;
}

void Cpu::charge_with_extras(RankState& rank, Cause cause, Time time) {
    const Cause by = rank.agent_at_work ? Cause::agent : cause;
    charge_alone(rank, cause, with_extras(rank, rank.working_clock(), by, time));
}

void Cpu::note_of_rank(const RankState& rank, Cause cause, Time time) {
    if (TimeUse* const spent = extras_of(rank).time_spent) (*spent)[static_cast<std::size_t>(cause)] += time;
}

}  // namespace rmasim::sim
