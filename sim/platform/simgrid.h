// What rmasim asks of SimGrid: to build a machine, to name its routes and links, to carry packets over it, and to lead
// the clock. No SimGrid header is needed to use it: sim/simgrid implements it in a module of its own, which is loaded
// when the first one is made (decision 0020).
#pragma once

#include "sim/engine/simgrid_clock.h"
#include "sim/platform/route.h"
#include "sim/platform/shapes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace rmasim::sim {

// Every link of a regular machine is full duplex: each direction has the whole bandwidth.
struct LinkProperties {
    double bytes_per_second = 0;
    double latency_s = 0;
};

// A star: each node has a link of its own up to the switch and one down from it, each with half of the latency, so the
// way between two nodes has exactly the latency given.
struct StarShape {};

// The user's platform XML. Nodes are its hosts in natural order of their names (host2 before host10); hosts beyond the
// last node stay idle.
struct MachineFile {
    std::string path;
};

struct Machine {
    NodeId nodes = 1;
    LinkProperties links;  // of all but a platform file
    std::variant<StarShape, TorusShape, FatTreeShape, DragonflyShape, MachineFile> shape;
};

class Simgrid : public SimgridClock {
public:
    // As SimGrid says, each number rounded once. `from` and `to` differ. Raises BadInput when a platform file leads
    // nowhere between the two.
    virtual Route route(NodeId from, NodeId to) const = 0;

    struct Link {
        std::string name;
        void* link;            // SimGrid's
        LinkProperties whole;  // as the platform has it
    };
    virtual std::vector<Link> links() const = 0;  // by name
    virtual void set_bandwidth(const Link& link, double bytes_per_second) = 0;
    virtual void set_latency(const Link& link, double latency_s) = 0;

    // A packet on its way. It stays where it is until its end.
    class Transfer {
    public:
        // Nothing may pass out of it. Not `arrived`: a link failed under it.
        virtual void ended(bool arrived) = 0;

    protected:
        ~Transfer() = default;
    };
    // Between different nodes. SimGrid sends at least one byte.
    virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Transfer& transfer) = 0;
};

// Raises BadInput at "platform.file" for one that SimGrid cannot load, std::logic_error while another Simgrid exists
// (its engine is a singleton), and std::runtime_error when the module cannot be loaded.
std::unique_ptr<Simgrid> make_simgrid(const Machine& machine);

}  // namespace rmasim::sim
