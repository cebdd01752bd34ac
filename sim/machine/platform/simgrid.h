// The interface to SimGrid: builds a machine, returns its routes and links, transfers packets and provides a clock.
// This header needs no SimGrid header. sim/machine/simgrid implements it in a separate module, which is loaded when the
// first Simgrid is created (decision 0020).
#pragma once

#include "sim/machine/engine/simgrid_clock.h"
#include "sim/machine/platform/route.h"
#include "sim/machine/platform/shapes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rmasim::sim {

// Every link of a regular machine is full duplex: each direction has the whole bandwidth.
struct LinkProperties {
    double bytes_per_second = 0;
    double latency_s = 0;
};

// A star: each node has its own link up to the switch and its own link down from it. Each link has half of the latency,
// so a route between two nodes has exactly the given latency.
struct StarShape {};

// The user's platform XML. Nodes are its hosts in natural order of their names (host2 before host10). Hosts beyond the
// last node stay idle.
struct MachineFile {
    std::string path;
};

struct Machine {
    NodeId nodes = 1;
    LinkProperties links;  // of every link; not used with a platform file
    std::variant<StarShape, TorusShape, FatTreeShape, DragonflyShape, MachineFile> shape;
    // A link from each node to itself, for packets that other code (SMPI) sends there; a platform file has its own.
    std::optional<LinkProperties> within_node{};
};

class Simgrid : public SimgridClock {
public:
    // SimGrid's route, each number rounded once. `from` and `to` differ. Raises BadInput if a platform file has no
    // route between the two.
    virtual Route route(NodeId from, NodeId to) const = 0;

    // SimGrid's names of the nodes, in the order of the nodes.
    virtual std::vector<std::string> hosts() const = 0;

    struct Link {
        std::string name;
        void* link;            // SimGrid's object
        LinkProperties whole;  // before any fault changed it
    };
    virtual std::vector<Link> links() const = 0;  // sorted by name
    virtual void set_bandwidth(const Link& link, double bytes_per_second) = 0;
    virtual void set_latency(const Link& link, double latency_s) = 0;  // for packets that begin from now on

    // A packet in flight. Its address must not change until it has ended.
    class Transfer {
    public:
        // Called when the transfer ends. Must not throw. `arrived` is false if a link on the route failed.
        virtual void ended(bool arrived) = 0;

    protected:
        ~Transfer() = default;
    };
    // Sends a packet. `from` and `to` differ. SimGrid sends at least one byte.
    virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Transfer& transfer) = 0;
};

// Builds the machine in the existing engine, or in one of its own. Raises BadInput at "platform.file" if SimGrid cannot
// load that file, std::logic_error while another Simgrid exists (the engine is a singleton), and std::runtime_error if
// the module cannot be loaded.
std::unique_ptr<Simgrid> make_simgrid(const Machine& machine);

}  // namespace rmasim::sim
