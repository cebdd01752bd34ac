// Puts together what parts of a run came to: groups of ranks that never meet, or the shares of several processes.
#pragma once

#include "sim/timed/outcome.h"

#include <optional>

namespace rmasim::sim {

// Adds what is a sum, a maximum, or by pair of ranks, of pairs that only one of the two has. `next` follows `sum`: of
// ranks with equal memory the first counts. Neither lists by rank, nor words about single ranks, nor groups.
void add_figures(RunResult& sum, RunResult&& next);

// Lists by rank: those of `next` behind those of `sum`.
void append_ranks(std::optional<RankFigures>& sum, const std::optional<RankFigures>& next);

}  // namespace rmasim::sim
