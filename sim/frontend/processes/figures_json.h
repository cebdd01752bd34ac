// Conversions between members of results and JSON, in both directions. This header includes all of nlohmann/json.
#pragma once

#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PoolUse, size, high_water, times_exhausted, time_waited_ns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TableUse, window, slots, max_list_length, searches, elements_compared, slots_walked,
                                   targets_restored, targets_made_again, unlocks_without_lock, fall_backs,
                                   fall_backs_ns, needed_by)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemoryUse, engine, tables, pools, pools_bound, total, min_total)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MutexCounts, taken, contended)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CacheCounts, flushes, lines_written_back, invalidations, lines_invalidated)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemoryCounts, stores_drained, loads_overtaken, lines_written_back, lines_invalidated)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SharedMemoryUse, any_window, direct_operations, mem_syncs, machine)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(QueueResult, max_requests, max_bytes, looks, rounds, requests_looked_at)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CounterResult, window, allocated, sent, applied, resets, lost, vacuous, negative,
                                   lowest)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LockWaits, count, longest_ns, total_ns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Traffic, messages_sent, bytes_sent, messages_for_it, bytes_for_it)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RankFigures, traffic, time_spent_ns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LostCounts, ranks, packets, pools)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Difference, what, expected, got)

}  // namespace rmasim::sim
