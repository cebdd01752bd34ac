// The topology of a name of communicators: the neighbours of each rank, as MPI_CART_CREATE or
// MPI_DIST_GRAPH_CREATE_ADJACENT defines them.
#pragma once

#include "protocol/base/group.h"

#include <span>
#include <vector>

namespace rmasim::sim {

class ProcessTopology {
public:
    explicit ProcessTopology(bool cartesian) : cartesian_(cartesian) {}

    // Adds the neighbours of the next rank, as communicator ranks. A rank in no communicator has none.
    void add(std::span<const Rank> sources, std::span<const Rank> destinations) {
        ranks_.push_back({numbers_.size(), sources.size(), destinations.size()});
        numbers_.insert(numbers_.end(), sources.begin(), sources.end());
        numbers_.insert(numbers_.end(), destinations.begin(), destinations.end());
    }
    Neighbours of(Rank rank) const {
        const Range& range = ranks_[static_cast<std::size_t>(rank)];
        const std::span<const Rank> own(numbers_.data() + range.first, range.sources + range.destinations);
        return {own.first(range.sources), own.subspan(range.sources), cartesian_};
    }

private:
    struct Range {
        std::size_t first, sources, destinations;
    };
    bool cartesian_;
    std::vector<Range> ranks_;
    std::vector<Rank> numbers_;  // of all ranks: first the sources of a rank, then its destinations
};

}  // namespace rmasim::sim
