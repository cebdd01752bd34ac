// The verdict of a run: one sentence, which is in the first line of each report.
#pragma once

#include "sim/timed/outcome.h"

#include <cstddef>
#include <string>

namespace rmasim::sim {

// Returns one sentence. If the run did not end well, the sentence gives the reason and its count. Otherwise it has the
// use of time with the largest share, and the scarcest resource: fall-backs of LOCK_ALL, elements that were freed for
// other targets, calls that waited for elements, exhausted pools, or the fullest pool.
// `failed_expectations` is the number of differences from the scenario's expectations.
std::string verdict_of(const RunResult& result, std::size_t failed_expectations);

// True if calls found the local pool `pool` exhausted and did not wait, because the global pool had elements.
bool global_pool_stood_in(const std::string& pool, const std::map<std::string, PoolUse>& elements);

}  // namespace rmasim::sim
