// Explains why a run cannot be shared. A test compares the explanation with can_be_shared().
#include "sim/timed/partition/check_partition.h"

#include "sim/machine/exchange/node_partitions.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/setting_names.h"
#include "sim/timed/event_order.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::string_view one_process = "; or one process, -j 1";

class Obstacles {
public:
    Obstacles(const Scenario& scenario, const Partitioning& run) : scenario_(scenario), run_(run) {}

    void raise_any() {
        options();
        network();
        machine();
        windows();
        complaints_.raise_any();
    }

private:
    void refuse_if(bool stands, const std::string& location, const std::string& found, std::string_view allowed) {
        if (!stands) return;
        complaints_.attempt([&] { throw BadInput(location, found, std::string(allowed) + std::string(one_process)); });
    }

    void options() {
        refuse_if(run_.checked, "--check-invariants", "several processes",
                  "no --check-invariants, because an invariant compares ranks of different processes");
        refuse_if(scenario_.semantics != Semantics::off, "semantics",
                  fmt::format("\"{}\"", name_in(memory_models, scenario_.semantics)),
                  "\"off\", because the memory checker compares accesses of ranks of different processes");
        refuse_if(scenario_.faults.any(), "faults", "some",
                  "no faults, because faults of different processes must be recorded in the order of time");
    }

    void network() {
        const NetworkSettings& network = scenario_.platform.network;
        refuse_if(network.model == NetworkModel::flow, "platform.network.model", "\"flow\"",
                  "\"loggp\", because under \"flow\" packets of different processes use the same links");
        refuse_if(network.reorder_ns != 0, "platform.network.reorder_ns", std::to_string(network.reorder_ns),
                  "0, because several processes can simulate a run only if the packets of each pair of ranks keep "
                  "their order");
        refuse_if(lookahead(scenario_) == 0, "platform.network.latency_ns", "0",
                  "at least 1, because the processes of a run exchange packets once per latency");
    }

    void machine() {
        const PlatformSettings& platform = scenario_.platform;
        refuse_if(platform.topology != Topology::cluster, "platform.topology",
                  fmt::format("\"{}\"", name_in(topologies, platform.topology)),
                  "\"cluster\", because SimGrid computes the routes of other topologies in one process");
        refuse_if(scenario_.family->traits.needs_mutexes, "protocol.family",
                  fmt::format("\"{}\"", scenario_.family->name()),
                  "another family, because a rank of this family takes a mutex of another rank without a packet");
        const Rank nodes =
            NodePartitions(scenario_.ranks, static_cast<Rank>(platform.ranks_per_node), run_.processes).nodes();
        if (nodes >= run_.processes) return;
        complaints_.attempt([&] {
            throw BadInput("ranks",
                           fmt::format("{} on {} {}, for {} processes", scenario_.ranks, nodes,
                                       nodes == 1 ? "node" : "nodes", run_.processes),
                           "at least one node for each process, because all ranks of a node are in one process");
        });
    }

    void windows() {
        for (const WindowSettings& window : scenario_.windows) {
            const std::string location = "windows." + window.name;
            refuse_if(window.shared, location + ".shared", "true",
                      "false, because the model of shared memory needs the events of all nodes in the order of time");
        }
    }

    const Scenario& scenario_;
    const Partitioning& run_;
    Complaints complaints_;
};

}  // namespace

void require_partitionable(const Scenario& scenario, const Partitioning& run) { Obstacles(scenario, run).raise_any(); }

}  // namespace rmasim::sim
