// Topologies of communicators in random programs: grids of one dimension, and graphs.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::fuzz {

// The neighbours of a process, as communicator ranks. In a grid, no_rank stands for MPI_PROC_NULL.
struct RandomNeighbours {
    Group sources, destinations;
    bool in_grid = false;

    // Returns the index of the destination of `source`, at `of_source`, whose data arrive from source `index`.
    // `of_source` has the neighbours of this source, and `own` is the receiver.
    std::size_t sent_as(std::size_t index, const RandomNeighbours& of_source, Rank own) const;
};
// Returns the neighbours of `rank`, which must be in a communicator of this split.
RandomNeighbours neighbours_of(const RandomProgram& program, std::size_t comm, Rank rank);

// Adds the topology of a split to its object in the scenario. `name` is the name of its communicators.
void write_topology(const RandomSplit& split, const std::string& name, nlohmann::ordered_json& communicator);

// Gives some of a program's communicators a topology.
void generate_topologies(std::uint64_t seed, std::vector<RandomSplit>& communicators);

}  // namespace rmasim::fuzz
