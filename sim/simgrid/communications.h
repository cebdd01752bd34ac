// Transfers as SimGrid's communications. Started from SimGrid's maestro: no actor is needed.
//
// In SimGrid 3.32 a communication of maestro's is in a list from when it is made to its first end, and every end looks
// through all of that list. So communications are made once for a pair of nodes, if that is possible, and started again
// and again: the list then is short. (Since 4.0 it is a set.)
#pragma once

#include "sim/platform/simgrid.h"

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

    void start(Node from, Node to, std::uint64_t bytes, Simgrid::Transfer& transfer);

private:
    struct UnderWay;
    struct Slab;

    static void watch_completions();
    void ended(UnderWay& under_way, bool arrived);

    const std::vector<simgrid::s4u::Host*>& hosts_;
    std::unique_ptr<Slab> slab_;
};

}  // namespace rmasim::sim
