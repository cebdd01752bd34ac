#include "sim/untimed/fuzz/program/random_faults.h"

#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_threads.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace rmasim::fuzz {

namespace {

// Returns the pool of the program's family that a fault shrinks; null if there is none.
const sim::Pool* find(const std::vector<sim::Pool>& pools, const RandomFault& fault, PoolLevel level) {
    const auto found = std::find_if(pools.begin(), pools.end(), [&](const sim::Pool& pool) {
        return pool.kind == fault.element && pool.level == level &&
               (level == PoolLevel::global || pool.window == fault.window);
    });
    return found == pools.end() ? nullptr : &*found;
}

std::string pool_name(const RandomProgram& program, const RandomFault& fault) {
    return find(program.family->counters.pools(*program.settings, window_names(program)), fault, fault.level)->name;
}

std::uint32_t size_of(const sim::Pool* pool) { return pool == nullptr ? 0 : pool->size; }

// Returns the number of elements that a window has at least in the pool of the other level.
std::uint32_t size_elsewhere(const std::vector<sim::Pool>& pools, const RandomFault& fault) {
    if (fault.level == PoolLevel::local) return size_of(find(pools, fault, PoolLevel::global));
    std::optional<std::uint32_t> min;
    for (const sim::Pool& pool : pools) {
        if (pool.kind == fault.element && pool.level == PoolLevel::local)
            min = std::min(min.value_or(pool.size), pool.size);
    }
    return min.value_or(0);
}

std::optional<RandomFault> random_shrink(sim::Random& random, const RandomProgram& program, RandomFault fault) {
    fault.kind = RandomFault::Kind::shrink;
    fault.element = chance(random, 50) ? ElementKind::operation : ElementKind::target;
    fault.level = chance(random, 50) ? PoolLevel::local : PoolLevel::global;
    fault.window = any_window(random, program);
    const std::vector<sim::Pool> pools = program.family->counters.pools(*program.settings, window_names(program));
    const bool local = fault.level == PoolLevel::local;
    const std::uint32_t size = size_of(find(pools, fault, fault.level));
    const std::uint32_t min = size_elsewhere(pools, fault) == 0 || (local && needs_own_elements(program)) ? 1 : 0;
    if (size <= min) return std::nullopt;
    fault.to = min + below(random, size - min);
    return fault;
}

}  // namespace

bool faults_fit(const RandomProgram& program) {
    const std::vector<sim::Pool> pools = program.family->counters.pools(*program.settings, window_names(program));
    return std::all_of(program.faults.begin(), program.faults.end(), [&](const RandomFault& fault) {
        if (fault.kind != RandomFault::Kind::shrink) return true;
        const bool some_left = fault.to > 0 || size_elsewhere(pools, fault) > 0;
        return some_left && fault.to <= size_of(find(pools, fault, fault.level));
    });
}

std::vector<RandomFault> random_faults(sim::Random& random, const RandomProgram& program) {
    if (!chance(random, 30)) return {};
    RandomFault fault;
    fault.rank = any_rank(random, program);
    fault.other = fault.rank;
    fault.nth = 1 + below(random, 30U);  // programs have a few dozen calls per rank
    if (chance(random, 50)) {
        const auto shrink = random_shrink(random, program, fault);
        return shrink ? std::vector{*shrink} : std::vector<RandomFault>{};
    }
    fault.kind = chance(random, 50) ? RandomFault::Kind::loss : RandomFault::Kind::death;
    if (fault.kind == RandomFault::Kind::loss) fault.other = any_rank(random, program);
    return {fault};
}

sim::FaultSettings fault_settings_of(const RandomProgram& program) {
    sim::FaultSettings settings;
    for (const RandomFault& fault : program.faults) {
        const sim::RankSet rank = sim::RankSet::of({fault.rank});
        const sim::Moment when{std::nullopt, fault.nth};
        switch (fault.kind) {
            case RandomFault::Kind::loss:
                settings.losses.push_back(
                    {.from = rank, .to = sim::RankSet::of({fault.other}), .kind = {}, .nth = fault.nth});
                break;
            case RandomFault::Kind::death: settings.deaths.push_back({rank, when}); break;
            case RandomFault::Kind::shrink:
                settings.shrinks.push_back(
                    {rank, when, pool_name(program, fault), fault.element, fault.level, fault.window, fault.to});
                break;
        }
    }
    return settings;
}

sim::Json faults_of(const RandomProgram& program) {
    sim::Json json = sim::Json::object();
    for (const RandomFault& fault : program.faults) {
        const std::string rank = std::to_string(fault.rank);
        switch (fault.kind) {
            case RandomFault::Kind::loss:
                json["losses"].push_back({{"from", rank}, {"to", std::to_string(fault.other)}, {"nth", fault.nth}});
                break;
            case RandomFault::Kind::death: json["deaths"].push_back({{"ranks", rank}, {"at_call", fault.nth}}); break;
            case RandomFault::Kind::shrink:
                json["shrinks"].push_back(
                    {{"ranks", rank}, {"pool", pool_name(program, fault)}, {"to", fault.to}, {"at_call", fault.nth}});
                break;
        }
    }
    return json;
}

}  // namespace rmasim::fuzz
