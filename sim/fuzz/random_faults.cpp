#include "sim/fuzz/random_faults.h"

#include "sim/fuzz/random_program.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace rmasim::fuzz {

namespace {

std::string pool_name(const RandomFault& fault) {
    const char* const stem = fault.element == ElementKind::operation ? "op" : "target";
    if (fault.level == PoolLevel::global) return fmt::format("{}.global", stem);
    return fmt::format("{}.local.w{}", stem, fault.window);
}

std::optional<RandomFault> draw_shrink(Rng& rng, const RandomProgram& program, RandomFault fault) {
    fault.kind = RandomFault::Kind::shrink;
    fault.element = chance(rng, 50) ? ElementKind::operation : ElementKind::target;
    fault.level = chance(rng, 50) ? PoolLevel::local : PoolLevel::global;
    fault.window = static_cast<WindowId>(below(rng, program.windows));
    const newrma::Config& config = program.config;
    const PoolSize& pool = fault.element == ElementKind::operation ? config.op_pool : config.target_pool;
    const bool local = fault.level == PoolLevel::local;
    const std::uint32_t size = local ? pool.local : pool.global;
    const std::uint32_t elsewhere = local ? pool.global : pool.local;
    if (size == 0 || (size == 1 && elsewhere == 0)) return std::nullopt;
    const std::uint32_t least = elsewhere == 0 ? 1 : 0;
    fault.to = least + static_cast<std::uint32_t>(below(rng, size - least));
    return fault;
}

}  // namespace

std::vector<RandomFault> draw_faults(Rng& rng, const RandomProgram& program) {
    if (!chance(rng, 30)) return {};
    const auto ranks = static_cast<std::uint64_t>(program.ranks);
    RandomFault fault;
    fault.rank = static_cast<Rank>(below(rng, ranks));
    fault.other = fault.rank;
    fault.nth = 1 + static_cast<std::uint32_t>(below(rng, 30));  // programs have some dozen calls a rank
    if (chance(rng, 50)) {
        const auto shrink = draw_shrink(rng, program, fault);
        return shrink ? std::vector{*shrink} : std::vector<RandomFault>{};
    }
    fault.kind = chance(rng, 50) ? RandomFault::Kind::loss : RandomFault::Kind::death;
    if (fault.kind == RandomFault::Kind::loss) fault.other = static_cast<Rank>(below(rng, ranks));
    return {fault};
}

sim::FaultSettings settings_of(const std::vector<RandomFault>& faults) {
    sim::FaultSettings settings;
    for (const RandomFault& fault : faults) {
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
                    {rank, when, pool_name(fault), fault.element, fault.level, fault.window, fault.to});
                break;
        }
    }
    return settings;
}

sim::Json faults_of(const std::vector<RandomFault>& faults) {
    sim::Json json = sim::Json::object();
    for (const RandomFault& fault : faults) {
        const std::string rank = std::to_string(fault.rank);
        switch (fault.kind) {
            case RandomFault::Kind::loss:
                json["losses"].push_back({{"from", rank}, {"to", std::to_string(fault.other)}, {"nth", fault.nth}});
                break;
            case RandomFault::Kind::death: json["deaths"].push_back({{"ranks", rank}, {"at_call", fault.nth}}); break;
            case RandomFault::Kind::shrink:
                json["shrinks"].push_back(
                    {{"ranks", rank}, {"pool", pool_name(fault)}, {"to", fault.to}, {"at_call", fault.nth}});
                break;
        }
    }
    return json;
}

}  // namespace rmasim::fuzz
