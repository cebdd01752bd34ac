// Communications that have ended. SimGrid still touches one after its completion callback, so it is kept until the next
// one's; and where that saves something, it is kept to be started again.
//
// In SimGrid 3.32 a communication of maestro's is in a list from when it is made to its first end, and every end looks
// through all of that list. One that is started again is not in it any more. Its two hosts stay, so it is good for one
// pair of nodes, and only a pair that comes back to its place has one kept: random traffic seldom returns, and what is
// kept for nothing takes memory, and time where SimGrid's list lies between. Since 4.0 the list is a set.
#pragma once

#include "sim/platform/pair_places.h"

#include <simgrid/s4u/Comm.hpp>

#include <simgrid/version.h>  // wants others before it

#include <utility>
#include <vector>

namespace rmasim::sim {

#if SIMGRID_VERSION >= 40000

class EndedCommunications {
public:
    explicit EndedCommunications(std::uint64_t) {}
    simgrid::s4u::CommPtr take(NodeId, NodeId) { return nullptr; }
    void keep(NodeId, NodeId, simgrid::s4u::CommPtr communication) { last_ = std::move(communication); }

private:
    simgrid::s4u::CommPtr last_;
};

#else

class EndedCommunications {
public:
    explicit EndedCommunications(std::uint64_t nodes) : places_(nodes * nodes, most_places_bits) {}

    // One between these two that can be started, or null.
    simgrid::s4u::CommPtr take(NodeId from, NodeId to) {
        auto& place = places_.at(from, to);
        if (!place.is_of(from, to) || place.value.empty()) return nullptr;
        simgrid::s4u::CommPtr communication = std::move(place.value.back());
        place.value.pop_back();
        communication->set_state(simgrid::s4u::Activity::State::STARTING);
        return communication;
    }

    void keep(NodeId from, NodeId to, simgrid::s4u::CommPtr communication) {
        auto& place = places_.at(from, to);
        last_ = communication;
        if (place.is_of(from, to)) {
            place.value.push_back(std::move(communication));
        } else {
            place = {from, to, {}};
        }
    }

private:
    static constexpr int most_places_bits = 18;  // a communication has about a kilobyte

    PairPlaces<std::vector<simgrid::s4u::CommPtr>> places_;
    simgrid::s4u::CommPtr last_;
};

#endif

}  // namespace rmasim::sim
