// Transfers as SimGrid's communications. Started from SimGrid's maestro: no actor is needed.
#pragma once

#include "sim/platform/simgrid.h"

#include <memory>

namespace simgrid::s4u {
class Host;
}  // namespace simgrid::s4u

namespace rmasim::sim {

class Communications {
public:
    Communications();
    ~Communications();
    Communications(const Communications&) = delete;
    Communications& operator=(const Communications&) = delete;

    void start(simgrid::s4u::Host* from, simgrid::s4u::Host* to, std::uint64_t bytes, Simgrid::Transfer& transfer);

private:
    struct UnderWay;
    struct Slab;

    static void watch_completions();
    void ended(UnderWay& under_way, bool arrived);

    std::unique_ptr<Slab> slab_;
};

}  // namespace rmasim::sim
