// The interface to SimGrid. SimGrid builds a machine, returns its routes and links, transfers packets and provides a
// clock. This header includes no header of SimGrid. The module in sim/machine/simgrid implements the interface. The
// module is loaded when the first Simgrid is created (decision 0020).
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

// The properties of the links of a regular machine. Every link is full duplex: each direction has the whole bandwidth.
struct LinkProperties {
    double bytes_per_second = 0;
    double latency_s = 0;
};

// A star: each node has its own link to the switch, and its own link from the switch. Each link has half of the
// latency, so a route between two nodes has exactly the given latency.
struct StarShape {};

// The user's platform file in XML. The nodes are the hosts of the file, in natural order of their names (host2 before
// host10). If the file has more hosts than the run has nodes, the last hosts stay idle.
struct MachineFile {
    std::string path;
};

struct Machine {
    NodeId nodes = 1;
    LinkProperties links;  // of each link; a star has the latency of a route; unused with a platform file
    std::variant<StarShape, TorusShape, FatTreeShape, DragonflyShape, MachineFile> shape;
    // The properties of the link from each node to itself. Only SMPI sends packets over this link. Nullopt if the
    // machine is a platform file, because such a file defines these links itself.
    std::optional<LinkProperties> within_node{};
};

class Simgrid : public SimgridClock {
public:
    // Returns the route that SimGrid uses between two nodes, with its latency and bandwidth rounded to integers. `from`
    // and `to` must differ. Raises BadInput if a platform file has no route between the two nodes.
    virtual Route route(NodeId from, NodeId to) const = 0;

    // Returns SimGrid's names of the nodes (hosts), in the order of the nodes.
    virtual std::vector<std::string> hosts() const = 0;

    struct Link {
        std::string name;
        void* link;            // SimGrid's object
        LinkProperties whole;  // the properties before any fault changed them
    };
    virtual std::vector<Link> links() const = 0;  // sorted by name
    virtual void set_bandwidth(const Link& link, double bytes_per_second) = 0;
    virtual void set_latency(const Link& link, double latency_s) = 0;  // applies to packets that are sent later

    // A packet in flight. The address of the Transfer must not change before `ended` is called.
    class Transfer {
    public:
        // Called when the transfer ends. Must not throw. `arrived` is false if a link on the route failed.
        virtual void ended(bool arrived) = 0;

    protected:
        ~Transfer() = default;
    };
    // Sends a packet. `from` and `to` must differ. If `bytes` is 0, SimGrid sends one byte.
    virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Transfer& transfer) = 0;
};

// Builds the machine in SimGrid's engine, and creates the engine if none exists. Raises BadInput at "platform.file" if
// SimGrid cannot load that file. Raises std::logic_error while another Simgrid exists, since the engine is a singleton.
// Raises std::runtime_error if the module cannot be loaded.
std::unique_ptr<Simgrid> make_simgrid(const Machine& machine);

}  // namespace rmasim::sim
