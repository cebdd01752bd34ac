// The combination of several results: of independent groups of ranks, or of the partitions of a shared run.
#pragma once

#include "sim/timed/outcome.h"

#include <optional>

namespace rmasim::sim {

// Adds the figures of `next` to `sum`: sums, maxima, and figures by pair of ranks. No pair may be in both results. The
// ranks of `next` must follow those of `sum`. `sum` keeps the memory figures of the rank with the most memory, or of
// the first such rank. Lists by rank, texts about single ranks, and groups do not change.
void add_figures(RunResult& sum, RunResult&& next);

// Appends the lists by rank of `next` to those of `sum`.
void append_ranks(std::optional<RankFigures>& sum, const std::optional<RankFigures>& next);

}  // namespace rmasim::sim
