// Sends packets as SimGrid communications. The communications are started by SimGrid's maestro (its main context), so
// no SimGrid actor is needed.
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
    bool any() const;  // true if a communication is in flight
    // Suspends the communications whose latency has not passed. Must be called before a link's latency changes, so that
    // packets in flight keep the latency with which they started.
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
