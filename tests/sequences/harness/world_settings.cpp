#include "tests/sequences/harness/world_settings.h"

#include "protocol/newrma/config.h"
#include "protocol/shm/config.h"
#include "sim/families/family.h"
#include "tests/sequences/harness/bad_sequence.h"

#include <utility>

namespace rmasim::seq {

namespace {

std::uint32_t size_in(Arguments& arguments, const char* key, std::uint32_t otherwise) {
    return static_cast<std::uint32_t>(arguments.take_setting(key, std::int64_t{otherwise}));
}

// `key=first/second`
using Two = std::pair<std::uint32_t, std::uint32_t>;
Two two_in(Arguments& arguments, const std::string& key, Two otherwise) {
    const auto text = arguments.take_setting(key);
    if (!text) return otherwise;
    const auto slash = text->find('/');
    if (slash == std::string::npos) throw BadSequence(key + " is two numbers, as in 2/8");
    return {static_cast<std::uint32_t>(number_in(text->substr(0, slash))),
            static_cast<std::uint32_t>(number_in(text->substr(slash + 1)))};
}

PoolSize pool_in(Arguments& arguments, const char* key, PoolSize otherwise) {
    const auto [local, global] = two_in(arguments, key, {otherwise.local, otherwise.global});
    return {local, global};
}

// True for `yes`, which is the default, false for `no`.
bool one_of(Arguments& arguments, const std::string& key, const std::string& yes, const std::string& no) {
    const std::string value = arguments.take_setting(key).value_or(yes);
    if (value != yes && value != no) throw BadSequence(key + " is " + yes + " or " + no + ", not '" + value + "'");
    return value == yes;
}

newrma::Config config_in(Arguments& arguments) {
    newrma::Config config;
    config.slots = size_in(arguments, "slots", config.slots);
    config.op_pool = pool_in(arguments, "op_pool", config.op_pool);
    config.target_pool = pool_in(arguments, "target_pool", config.target_pool);
    config.piggyback_threshold = size_in(arguments, "piggyback_threshold", config.piggyback_threshold);
    config.single_op_threshold_bytes = size_in(arguments, "single_op_threshold", config.single_op_threshold_bytes);
    auto& optimizations = config.optimizations;
    optimizations.single_op = arguments.take_switch("single_op", optimizations.single_op);
    optimizations.piggyback = arguments.take_switch("piggyback", optimizations.piggyback);
    optimizations.lazy_free = arguments.take_switch("lazy_free", optimizations.lazy_free);
    optimizations.complete_rides = arguments.take_switch("complete_rides", optimizations.complete_rides);
    config.cleanup =
        one_of(arguments, "cleanup", "restore", "flush") ? newrma::Cleanup::restore : newrma::Cleanup::flush;
    const auto [operations, bytes] =
        two_in(arguments, "lock_buffer", {config.lock_buffer.operations, config.lock_buffer.bytes});
    config.lock_buffer = {operations, bytes};
    config.lock_all_requests = size_in(arguments, "lock_all_requests", config.lock_all_requests);
    config.pscw_tree = size_in(arguments, "pscw_tree", config.pscw_tree);
    config.accumulate_ordering = arguments.take_switch("accumulate_ordering", config.accumulate_ordering);
    if (config.slots < 1) throw BadSequence("slots is at least 1");
    if (config.lock_all_requests < 1) throw BadSequence("lock_all_requests is at least 1");
    if (config.pscw_tree == 1) throw BadSequence("pscw_tree is 0 (no tree) or at least 2");
    return config;
}

shm::Config shm_config_in(Arguments& arguments) {
    shm::Config config;
    config.fence = one_of(arguments, "fence", "barrier", "counts") ? shm::FenceKind::barrier : shm::FenceKind::counts;
    config.region_bytes = size_in(arguments, "region_bytes", 0);
    return config;
}

void take_protocol(Arguments& arguments, sim::Scenario& scenario) {
    const std::string name = arguments.take_setting("family").value_or("");
    if (name != "newrma" && name != "shm") throw BadSequence("family is newrma or shm, not '" + name + "'");
    scenario.family = &sim::family_named(name);
    scenario.protocol =
        name == "shm" ? sim::make_settings(shm_config_in(arguments)) : sim::make_settings(config_in(arguments));
}

// Threads without programs: the commands of the sequence make their calls.
std::vector<sim::Program> threads() {
    constexpr std::size_t threads_of_a_rank = 4;
    return std::vector<sim::Program>(threads_of_a_rank);
}

}  // namespace

sim::Scenario scenario_in(Arguments& arguments) {
    sim::Scenario scenario;
    scenario.ranks = static_cast<Rank>(arguments.take_setting("ranks", std::int64_t{2}));
    take_protocol(arguments, scenario);
    const auto windows = arguments.take_setting("windows", std::int64_t{1});
    const auto bytes = arguments.take_setting("bytes", std::int64_t{4096});
    const auto node =
        arguments.take_setting("node", std::int64_t{scenario.family->shares_one_node() ? scenario.ranks : 1});
    if (scenario.ranks < 1 || windows < 1 || node < 1 || bytes < 0) {
        throw BadSequence("ranks, windows and node are at least 1");
    }
    for (std::int64_t id = 0; id < windows; ++id) {
        scenario.windows.push_back({"w" + std::to_string(id), static_cast<std::uint64_t>(bytes), node > 1});
    }
    scenario.platform.ranks_per_node = node;
    scenario.platform.memory.order = sim::MemoryOrder::sc;
    scenario.platform.network.reorder_ns = one_of(arguments, "transport", "ordered", "unordered") ? 0 : 1;
    scenario.programs = {threads()};
    scenario.program_of_rank.assign(static_cast<std::size_t>(scenario.ranks), 0);
    return scenario;
}

}  // namespace rmasim::seq
