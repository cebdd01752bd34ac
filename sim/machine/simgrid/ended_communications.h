// A cache of communications that have ended. SimGrid still accesses a communication after its completion callback. So a
// communication that has ended is kept at least until the next communication ends. With SimGrid 3.32, other ended
// communications are also kept, so that they can be started again.
//
// Starting an ended communication again saves time with SimGrid 3.32. SimGrid 3.32 has a list of maestro's
// communications, each from its creation to its first end. Whenever a communication ends, SimGrid searches the whole
// list. A communication that is started again is not in that list. Its two hosts are fixed, so it can be used again
// only for the same pair of nodes. A communication is kept only if the slot in the cache already belongs to its pair of
// nodes. In random traffic, a pair is seldom repeated, and keeping every communication would only cost memory. SimGrid
// 4.0 has a set instead of the list, so with SimGrid 4.0 communications are not used again.
#pragma once

#include "sim/machine/platform/pair_cache.h"

#include <simgrid/s4u/Comm.hpp>

#include <simgrid/version.h>  // needs other headers before it

#include <utility>
#include <vector>

namespace rmasim::sim {

#if SIMGRID_VERSION >= 40000

class EndedCommunications {
public:
    explicit EndedCommunications(std::uint64_t) {}
    simgrid::s4u::CommPtr take(NodeId, NodeId) { return nullptr; }
    void keep(NodeId, NodeId, simgrid::s4u::CommPtr communication) { last_ = std::move(communication); }
    void keep_for_now(simgrid::s4u::CommPtr communication) { last_ = std::move(communication); }

private:
    simgrid::s4u::CommPtr last_;
};

#else

class EndedCommunications {
public:
    explicit EndedCommunications(std::uint64_t nodes) : cache_(nodes * nodes, max_slot_bits) {}

    // Returns an ended communication between these two nodes that can be started again; null if there is none.
    simgrid::s4u::CommPtr take(NodeId from, NodeId to) {
        auto& slot = cache_.at(from, to);
        if (!slot.is_of(from, to) || slot.value.empty()) return nullptr;
        simgrid::s4u::CommPtr communication = std::move(slot.value.back());
        slot.value.pop_back();
        communication->set_state(simgrid::s4u::Activity::State::STARTING);
        return communication;
    }

    void keep(NodeId from, NodeId to, simgrid::s4u::CommPtr communication) {
        auto& slot = cache_.at(from, to);
        last_ = communication;
        if (slot.is_of(from, to)) {
            slot.value.push_back(std::move(communication));
        } else {
            slot = {from, to, {}};
        }
    }
    // Keeps an ended communication until the next communication ends. This communication cannot be started again.
    void keep_for_now(simgrid::s4u::CommPtr communication) { last_ = std::move(communication); }

private:
    static constexpr int max_slot_bits = 18;  // 2^18 slots are about 256 MB: a communication takes a kilobyte

    PairCache<std::vector<simgrid::s4u::CommPtr>> cache_;
    simgrid::s4u::CommPtr last_;
};

#endif

}  // namespace rmasim::sim
