// The times of work in memory that the ranks of a node share: mutexes, memory barriers, caches, and operations without
// a packet.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/counts/time_use.h"

#include <cstdint>

namespace rmasim::sim {

// Work that takes CPU time (Cpu::charge).
struct Work {
    Cause cause;
    Time time;
};

class NodeCosts {
public:
    explicit NodeCosts(const Costs& costs);

    Work mutex() const { return {Cause::mutex, mutex_}; }
    Work mem_sync() const { return {Cause::mem_sync, mem_sync_}; }
    Work write_back(std::uint32_t lines) const { return {Cause::cache, lines * write_back_line_}; }
    Work invalidate(std::uint32_t lines) const { return {Cause::cache, lines * invalidate_line_}; }
    // An operation without a packet: its begin, and its loads and stores.
    Work begin_direct() const { return {Cause::copy, begin_}; }
    Work access_directly(std::uint32_t bytes) const;

private:
    Time mutex_, mem_sync_, write_back_line_, invalidate_line_, begin_;
    // The time for each byte depends on the number of bytes, because small regions stay in caches.
    std::uint32_t small_bytes_, medium_bytes_;
    std::int64_t small_fs_, medium_fs_, large_fs_;  // femtoseconds per byte
};

}  // namespace rmasim::sim
