// The check whether a run can be shared. Scenarios that pass it are executed node by node
// (Simulation::nodes_interact_by_packets_only). A test compares this check with that function.
#include "sim/timed/check_partition.h"

#include "sim/checkers/usage/rules_needed.h"
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

using usage::Rule;

constexpr std::string_view one_process = "; or one process, -j 1";

class Obstacles {
public:
    Obstacles(const Scenario& scenario, const Partitioning& run) : scenario_(scenario), run_(run) {}

    void raise_any() {
        options();
        network();
        machine();
        windows();
        rules();
        complaints_.raise_any();
    }

private:
    void refuse_if(bool stands, const std::string& location, const std::string& found, std::string_view allowed) {
        if (!stands) return;
        complaints_.attempt([&] { throw BadInput(location, found, std::string(allowed) + std::string(one_process)); });
    }

    void options() {
        refuse_if(run_.checked, "--check-invariants", "several processes",
                  "none: invariants compare ranks at each event");
        refuse_if(scenario_.semantics != Semantics::off, "semantics",
                  fmt::format("\"{}\"", name_in(memory_models, scenario_.semantics)),
                  "\"off\": the memory model compares the accesses of all ranks");
        refuse_if(scenario_.faults.any(), "faults", "some", "none: they are noted in the order of time");
    }

    void network() {
        const NetworkSettings& network = scenario_.platform.network;
        refuse_if(network.model == NetworkModel::flow, "platform.network.model", "\"flow\"",
                  "\"loggp\": packets of all nodes contend for links");
        refuse_if(network.reorder_ns != 0, "platform.network.reorder_ns", std::to_string(network.reorder_ns),
                  "0: packets keep their order");
        refuse_if(lookahead(scenario_) == 0, "platform.network.latency_ns", "0",
                  "at least 1: within the latency no process can reach another");
    }

    void machine() {
        const PlatformSettings& platform = scenario_.platform;
        refuse_if(platform.topology != Topology::cluster, "platform.topology",
                  fmt::format("\"{}\"", name_in(topologies, platform.topology)),
                  "\"cluster\": routes come from one SimGrid");
        refuse_if(scenario_.family->needs_mutexes(), "protocol.family", fmt::format("\"{}\"", scenario_.family->name()),
                  "another family: mutexes are taken in no time");
        const Rank nodes =
            NodePartitions(scenario_.ranks, static_cast<Rank>(platform.ranks_per_node), run_.processes).nodes();
        if (nodes >= run_.processes) return;
        complaints_.attempt([&] {
            throw BadInput("ranks",
                           fmt::format("{} on {} {}, for {} processes", scenario_.ranks, nodes,
                                       nodes == 1 ? "node" : "nodes", run_.processes),
                           "at least a node for each process: ranks of a node share its memory and ports");
        });
    }

    void windows() {
        for (const WindowSettings& window : scenario_.windows) {
            const std::string location = "windows." + window.name;
            refuse_if(window.shared, location + ".shared", "true", "false: its memory is that of a whole node");
            refuse_if(window.dynamic, location + ".dynamic", "true", "false: what is attached is looked up at once");
        }
    }

    void rules() {
        const std::vector<usage::Rules> needed = usage::rules_needed(scenario_);
        for (std::size_t window = 0; window < needed.size(); ++window) {
            const std::string location = "windows." + scenario_.windows[window].name;
            const auto refuse = [&](Rule rule, const char* found, const char* allowed) {
                refuse_if(needed[window].contains(rule), location, found, allowed);
            };
            refuse(Rule::groups_match, "POST or START with \"nocheck\" or \"noput\"",
                   "no such asserts: whether they hold is seen by comparing two ranks");
            refuse(Rule::locks_apart, "locks beside FENCE or POST, or with \"nocheck\"",
                   "either: whether they stay apart is seen by comparing two ranks");
            refuse(Rule::not_updated, "a fence with \"noput\"",
                   "no such assert: whether it holds is seen by what others do to the window");
            refuse(Rule::fences_agree, "fences with asserts, called by ranks that may differ",
                   "no asserts, or one program for all: whether ranks agree is seen by comparing them");
            refuse(Rule::calls_match, "WIN_CREATE or WIN_FREE, and fences, called by ranks that may differ",
                   "one program for all, without choices: whether they match is seen by comparing ranks");
            refuse(Rule::peers_agree, "WIN_CHANGE_COMM", "none: whether ranks agree is seen by comparing them");
        }
        refuse_if(usage::collectives_may_differ(scenario_), "programs",
                  "collective calls, made by ranks that may differ",
                  "one program for all, without choices: whether they match is seen by comparing ranks");
    }

    const Scenario& scenario_;
    const Partitioning& run_;
    Complaints complaints_;
};

}  // namespace

void require_partitionable(const Scenario& scenario, const Partitioning& run) { Obstacles(scenario, run).raise_any(); }

}  // namespace rmasim::sim
