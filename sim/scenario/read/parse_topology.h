// The reader of the topology of communicators, `cart` or `graph`. For sim/scenario/read only.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/communicators.h"
#include "sim/scenario/program/ranks.h"

#include <optional>

namespace rmasim::sim {

// Reads the topology of the communicators of `split`, whose object in the file is `communicator`. Returns nullopt if
// the object has neither `cart` nor `graph`. Raises BadInput if the extents of a grid do not give the size of a
// communicator, or if the sources and destinations of a graph are not the same edges.
std::optional<ProcessTopology> read_topology(const JsonObject& communicator, const Split& split, RankReader& reader);

}  // namespace rmasim::sim
