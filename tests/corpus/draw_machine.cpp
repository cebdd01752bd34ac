#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <vector>

namespace rmasim::corpus {

namespace {

using Numbers = std::initializer_list<std::int64_t>;

void maybe(Random& random, Json& json, const char* key, unsigned percent, Numbers numbers) {
    if (chance(random, percent)) json[key] = one_of(random, numbers);
}

void generate_shape(Random& random, Json& platform) {
    const char* const topology = one_of(random, {"torus", "fat_tree", "dragonfly", "file", "cluster"});
    platform["topology"] = topology;
    if (chance(random, 60)) {  // other sizes than those that fit best
        platform["torus"] = {{"dimensions", one_of<std::vector<int>>(random, {{2, 3, 2}, {5, 2}, {3, 1, 2, 2}})}};
        platform["fat_tree"] = {{"down", {2, 3, 2}}, {"up", {1, 2, 1}}, {"links", {1, 1, 2}}};
        platform["dragonfly"] = {{"groups", 2}, {"chassis", 2}, {"blades", 3}, {"nodes", 2}};
    }
    platform["file"] = one_of(random, {"uneven.xml", "oneway.xml"});
    if (chance(random, 40)) platform["network"]["model"] = "flow";
}

void generate_network(Random& random, Json& network) {
    maybe(random, network, "latency_ns", 50, {0, 1, 137, 1500, 20000});
    if (chance(random, 50)) network["bandwidth_gbps"] = one_of(random, {0.3, 8.0, 25.0, 99.9, 800.0});
    maybe(random, network, "gap_ns", 40, {0, 3, 77, 900});
    maybe(random, network, "overhead_ns", 40, {0, 1, 220});
    maybe(random, network, "node_latency_ns", 30, {0, 13, 3000});
    if (chance(random, 30)) network["node_bandwidth_gbps"] = one_of(random, {0.7, 40.0, 3000.0});
    maybe(random, network, "header_bytes", 30, {0, 1, 64, 1000});
    maybe(random, network, "reorder_ns", 20, {1, 400, 6000});
}

void generate_memory(Random& random, Json& memory, bool caches) {
    if (chance(random, 60)) memory["order"] = one_of(random, {"sc", "tso", "weak"});
    maybe(random, memory, "store_buffer", 40, {1, 2, 5});
    maybe(random, memory, "drain_ns", 40, {0, 1, 5000});
    maybe(random, memory, "stale_words", 30, {0, 1, 3});
    maybe(random, memory, "stale_ns", 30, {0, 20, 9000});
    if (caches && chance(random, 60)) {
        memory["coherent"] = false;
        memory["cache"] = one_of(random, {"write_back", "write_through"});
        memory["cache_lines"] = one_of<std::int64_t>(random, {1, 2, 512});
    }
    if (!chance(random, 35)) return;
    Json left_out = Json::array();
    for (auto left = 1 + random.below(3); left > 0; --left) {
        left_out.push_back(one_of(random, {"fence.before", "fence.after", "post.before", "start.after",
                                           "complete.before", "wait.after", "lock.after", "unlock.before",
                                           "lock_all.after", "unlock_all.before", "flush", "sync", "apply.before",
                                           "apply.after", "mutex.lock", "mutex.unlock"}));
    }
    memory["without_mem_sync"] = std::move(left_out);
}

void generate_costs(Random& random, Json& costs) {
    for (const char* key : {"call_ns", "post_op_ns", "search_step_ns", "issue_ns", "handle_ns", "mem_sync_ns",
                            "mutex_ns", "write_back_line_ns", "invalidate_line_ns"}) {
        maybe(random, costs, key, 30, {0, 1, 17, 333, 2500});
    }
    if (chance(random, 30)) costs["copy_gbps"] = one_of(random, {0.5, 7.0, 640.0});
}

// Adds links that become slower and faster, only for the model `flow`.
void generate_links(Random& random, Json& scenario) {
    if (scenario["platform"]["network"].value("model", "loggp") != "flow" || !chance(random, 70)) return;
    const auto course = [&random] {
        Json steps = Json::array();
        std::int64_t at = one_of<std::int64_t>(random, {0, 700});
        for (auto left = 1 + random.below(3); left > 0; --left, at += one_of<std::int64_t>(random, {1, 900, 4000})) {
            steps.push_back({{"at_ns", at}, {"percent", one_of(random, {0.5, 12.5, 50.0, 100.0, 300.0})}});
        }
        return steps;
    };
    for (auto left = 1 + random.below(2); left > 0; --left) {
        Json link{{"link", one_of(random, {"*", "*1*", "*[02]*", "l*"})}};
        link["bandwidth"] = course();
        if (chance(random, 60)) link["latency"] = course();
        if (chance(random, 40)) link["period_ns"] = one_of<std::int64_t>(random, {15000, 40000});
        scenario["faults"]["links"].push_back(link);
    }
}

std::string family_of(const Json& scenario) {
    const auto protocol = scenario.find("protocol");
    return protocol == scenario.end() ? "newrma" : protocol->value("family", "newrma");
}

}  // namespace

void generate_machine(Random& random, Json& scenario, bool shapes) {
    const std::string family = family_of(scenario);
    // Adding a member moves others, so references are taken after all members exist.
    for (const char* part : {"platform", "costs"}) {
        if (!scenario.contains(part)) scenario[part] = Json::object();
    }
    Json& platform = scenario["platform"];
    for (const char* part : {"network", "memory"}) {
        if (!platform.contains(part)) platform[part] = Json::object();
    }
    if (!platform.contains("ranks_per_node")) maybe(random, platform, "ranks_per_node", 30, {1, 2, 3});
    if (shapes) generate_shape(random, platform);
    generate_network(random, platform["network"]);
    generate_memory(random, platform["memory"], family == "shm");
    generate_costs(random, scenario["costs"]);
    scenario["seed"] = random.below(1000);
    if (chance(random, 25)) {
        scenario["progress"] = "agent";
        scenario["agent"] = {{"kind", one_of(random, {"thread", "signal"})},
                             {"interval_ns", one_of<std::int64_t>(random, {0, 700, 5000})},
                             {"wake_ns", one_of<std::int64_t>(random, {0, 60})}};
    }
    if (shapes) generate_links(random, scenario);
    if (!chance(random, 20)) return;
    scenario["semantics"] = one_of(random, {"separate", "unified"});
    if (scenario["semantics"] == "separate") scenario["propagation"] = one_of(random, {"eager", "lazy", "seeded"});
}

}  // namespace rmasim::corpus
