#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/core.h>

namespace rmasim::sim {

namespace {

struct FaultContext {
    const Scenario& scenario;
    RankReader ranks;
};

RankSet parse_ranks(const JsonObject& object, std::string_view key, FaultContext& context) {
    const auto value = object.find(key);
    if (!value) return RankSet::all();
    const std::string text = value->text(limits::max_rank_list_length, 1);
    return text == "all" ? RankSet::all() : RankSet::of(context.ranks.meant(text, value->location()));
}

PairDelay parse_delay(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"from", "to", "delay_ns", "jitter_ns"});
    PairDelay delay{.from = parse_ranks(object, "from", context), .to = parse_ranks(object, "to", context)};
    object.read("delay_ns", delay.delay_ns, limits::nanoseconds);
    object.read("jitter_ns", delay.jitter_ns, limits::nanoseconds);
    return delay;
}

std::vector<ProfilePoint> parse_profile(const JsonValue& value) {
    std::vector<ProfilePoint> points;
    for (const JsonValue& item : value.items(limits::max_profile_points, 1)) {
        const JsonObject object(item, {"at_ns", "percent"});
        const JsonValue at = object.at("at_ns");
        const std::int64_t min = points.empty() ? 0 : points.back().at_ns + 1;
        points.push_back(
            {at.integer({min, limits::max_nanoseconds}), object.at("percent").number(limits::link_percent)});
    }
    return points;
}

LinkDegradation parse_link(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"link", "bandwidth", "latency", "period_ns"});
    if (context.scenario.platform.network.model != NetworkModel::flow) {
        throw BadInput(value.location(), "a link in the network model \"loggp\"",
                       "no fault of a link, because only platform.network.model \"flow\" has links");
    }
    LinkDegradation link{.location = value.location() + ".link", .link = {}, .bandwidth = {}, .latency = {}};
    link.link = object.at("link").text(limits::max_name_length, 1);
    if (const auto bandwidth = object.find("bandwidth")) link.bandwidth = parse_profile(*bandwidth);
    if (const auto latency = object.find("latency")) link.latency = parse_profile(*latency);
    if (link.bandwidth.empty() && link.latency.empty()) object.at("bandwidth");
    const std::int64_t last = std::max(link.bandwidth.empty() ? 0 : link.bandwidth.back().at_ns,
                                       link.latency.empty() ? 0 : link.latency.back().at_ns);
    object.read("period_ns", link.period_ns, {last + 1, limits::max_nanoseconds});
    return link;
}

Straggler parse_straggler(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"ranks", "slowdown"});
    return {parse_ranks(object, "ranks", context), object.at("slowdown").number(limits::slowdown)};
}

Pause parse_pause(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"ranks", "at_ns", "for_ns", "every_ns"});
    Pause pause{.ranks = parse_ranks(object, "ranks", context)};
    pause.at_ns = object.at("at_ns").integer(limits::nanoseconds);
    pause.for_ns = object.at("for_ns").integer({1, limits::max_nanoseconds});
    object.read("every_ns", pause.every_ns, {pause.for_ns + 1, limits::max_nanoseconds});
    return pause;
}

PacketLoss parse_loss(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"from", "to", "kind", "nth", "percent"});
    PacketLoss loss{.from = parse_ranks(object, "from", context), .to = parse_ranks(object, "to", context), .kind = {}};
    if (const auto kind = object.find("kind")) {
        loss.kind = kind->text(limits::max_name_length, 1);
        if (!is_packet_name(loss.kind)) kind->fail(packet_kind_form);
    }
    const auto percent = object.find("percent");
    if (percent && object.has("nth")) value.fail("either \"nth\" or \"percent\", not both");
    object.read("nth", loss.nth, limits::nth);
    if (percent) {
        loss.percent = percent->number(limits::percent);
        loss.nth = 0;
    }
    return loss;
}

Moment parse_moment(const JsonObject& object) {
    const auto at_ns = object.find("at_ns");
    const auto at_call = object.find("at_call");
    if (at_ns.has_value() == at_call.has_value()) object.value().fail("exactly one of \"at_ns\" and \"at_call\"");
    if (at_call) return {std::nullopt, static_cast<std::uint64_t>(at_call->integer(limits::nth))};
    return {at_ns->integer(limits::nanoseconds), 0};
}

Death parse_death(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"ranks", "at_ns", "at_call"});
    return {parse_ranks(object, "ranks", context), parse_moment(object)};
}

PoolShrink parse_shrink(const JsonValue& value, FaultContext& context) {
    const JsonObject object(value, {"ranks", "pool", "to", "at_ns", "at_call"});
    const std::vector<Pool> pools = pools_of(context.scenario);
    const JsonValue name = object.at("pool");
    if (pools.empty()) {
        name.fail(fmt::format("no fault of a pool, because family {} has no pools", context.scenario.family->name()));
    }
    std::vector<std::pair<std::string_view, const Pool*>> named;
    for (const Pool& pool : pools) named.emplace_back(pool.name, &pool);
    const Pool& pool = *name.one_of(named);
    return {.ranks = parse_ranks(object, "ranks", context),
            .when = parse_moment(object),
            .pool = pool.name,
            .kind = pool.kind,
            .level = pool.level,
            .window = pool.window,
            .to = static_cast<std::uint32_t>(object.at("to").integer({0, pool.size}))};
}

template <class Fault, class Parse>
void parse_list(const JsonObject& object, std::string_view key, std::vector<Fault>& faults, FaultContext& context,
                Parse parse) {
    const auto list = object.find(key);
    if (!list) return;
    for (const JsonValue& item : list->items(limits::max_faults)) faults.push_back(parse(item, context));
}

}  // namespace

FaultSettings parse_faults(const JsonValue& value, const Scenario& scenario) {
    const JsonObject object(value,
                            {"delays", "links", "stragglers", "stalls", "pauses", "losses", "deaths", "shrinks"});
    FaultContext context{scenario, RankReader(scenario.ranks, scenario.scope)};
    FaultSettings faults;
    parse_list(object, "delays", faults.delays, context, parse_delay);
    parse_list(object, "links", faults.links, context, parse_link);
    parse_list(object, "stragglers", faults.stragglers, context, parse_straggler);
    parse_list(object, "stalls", faults.stalls, context, parse_pause);
    parse_list(object, "pauses", faults.pauses, context, parse_pause);
    parse_list(object, "losses", faults.losses, context, parse_loss);
    parse_list(object, "deaths", faults.deaths, context, parse_death);
    parse_list(object, "shrinks", faults.shrinks, context, parse_shrink);
    return faults;
}

}  // namespace rmasim::sim
