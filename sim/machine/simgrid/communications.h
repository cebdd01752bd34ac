// Transfers as SimGrid communications. They are started from SimGrid's maestro, so no actor is needed.
#pragma once

#include "sim/machine/platform/simgrid.h"

#include <memory>

namespace simgrid::s4u {
class Host;
}  // namespace simgrid::s4u

namespace rmasim::sim {

class Communications {
public:
    explicit Communications(const std::vector<simgrid::s4u::Host*>& hosts);
    ~Communications();
    Communications(const Communications&) = delete;
    Communications& operator=(const Communications&) = delete;

    void start(NodeId from, NodeId to, std::uint64_t bytes, Simgrid::Transfer& transfer);
    bool any() const;  // under way
    // Has to be called before a link's latency changes: packets that have begun keep the latency they began with.
    void pause_in_latency();

private:
    struct UnderWay;
    struct All;

    static void watch_completions();
    void pause_in_latency(UnderWay& one);
    simgrid::s4u::Host* host(NodeId node) const;
    void ended(UnderWay& under_way, bool arrived);

    const std::vector<simgrid::s4u::Host*>& hosts_;
    std::unique_ptr<All> all_;
};

}  // namespace rmasim::sim
