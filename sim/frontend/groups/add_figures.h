// The combination of results: of independent groups of ranks, or of the partitions of a shared run.
#pragma once

#include "sim/timed/outcome.h"

#include <optional>

namespace rmasim::sim {

// Adds the figures of `next` to `sum`: sums, maxima, and figures by pair of ranks. No pair may be in both results. The
// ranks of `next` must follow those of `sum`: of ranks with equal memory, the first counts. Lists by rank, texts about
// single ranks, and groups are not changed.
void add_figures(RunResult& sum, RunResult&& next);

// Appends the lists by rank of `next` to those of `sum`.
void append_ranks(std::optional<RankFigures>& sum, const std::optional<RankFigures>& next);

}  // namespace rmasim::sim
