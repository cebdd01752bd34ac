#include "sim/frontend/library/result_json.h"

#include "sim/frontend/library/verdict.h"
#include "sim/frontend/library/witness_json.h"
#include "sim/scenario/model/network_presets.h"
#include "sim/scenario/read/settings_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

Json elements_json(const RunResult& result) {
    Json pools = Json::object();
    for (const auto& [name, use] : result.elements) {
        pools[name] = {{"size", use.size},
                       {"high_water", use.high_water},
                       {"times_exhausted", use.times_exhausted},
                       {"time_waited_ns", use.time_waited_ns}};
    }
    return pools;
}

// The statistics of operation tables, by window.
Json tables_json(const RunResult& result) {
    Json windows = Json::object();
    for (const TableUse& use : result.tables) {
        Json fall_backs{{"count", use.fall_backs}, {"total_ns", use.fall_backs_ns}};
        if (use.fall_backs > 0) fall_backs["needed_by"] = Json(use.needed_by);
        windows[use.window] = {{"slots", use.slots},
                               {"longest_list", use.max_list_length},
                               {"searches", use.searches},
                               {"elements_compared", use.elements_compared},
                               {"slots_walked", use.slots_walked},
                               {"targets_restored", use.targets_restored},
                               {"targets_made_again", use.targets_made_again},
                               {"unlocks_without_lock", use.unlocks_without_lock},
                               {"fall_backs", std::move(fall_backs)}};
    }
    return windows;
}

Json fall_backs_json(const std::vector<FallBack>& fall_backs) {
    Json first = Json::array();
    for (const FallBack& one : fall_backs) {
        first.push_back({{"rank", one.rank},
                         {"window", one.window},
                         {"call", one.call},
                         {"needed_by", one.needed_by},
                         {"at_ns", one.at_ns}});
        if (one.took_ns) first.back()["took_ns"] = *one.took_ns;
    }
    return first;
}

Json memory_json(const MemoryUse& use) {
    return {{"total", use.total}, {"engine", use.engine},           {"tables", use.tables},
            {"pools", use.pools}, {"pools_bound", use.pools_bound}, {"total_of_least_rank", use.min_total}};
}

Json caches_json(const CacheCounts& use) {
    return {{"flushes", use.flushes},
            {"lines_written_back", use.lines_written_back},
            {"invalidations", use.invalidations},
            {"lines_invalidated", use.lines_invalidated}};
}

Json shared_memory_json(const SharedMemoryUse& use) {
    Json mem_syncs = Json::object();
    for (std::size_t sync_point = 0; sync_point < mem_sync_count; ++sync_point) {
        if (use.mem_syncs[sync_point] > 0)
            mem_syncs[name_of(static_cast<MemSync>(sync_point))] = use.mem_syncs[sync_point];
    }
    return {
        {"direct_operations", use.direct_operations},           {"mem_syncs", std::move(mem_syncs)},
        {"stores_drained", use.machine.stores_drained},         {"loads_overtaken", use.machine.loads_overtaken},
        {"lines_written_back", use.machine.lines_written_back}, {"lines_invalidated", use.machine.lines_invalidated}};
}

Json traffic_json(const std::vector<Traffic>& traffic, std::uint64_t Traffic::*figure) {
    Json of_ranks = Json::array();
    for (const Traffic& one : traffic) of_ranks.push_back(one.*figure);
    return of_ranks;
}

// The figures by rank. Each list is ordered by rank.
Json ranks_json(const RankFigures& figures) {
    Json json{{"messages_sent", traffic_json(figures.traffic, &Traffic::messages_sent)},
              {"bytes_sent", traffic_json(figures.traffic, &Traffic::bytes_sent)},
              {"messages_for_it", traffic_json(figures.traffic, &Traffic::messages_for_it)},
              {"bytes_for_it", traffic_json(figures.traffic, &Traffic::bytes_for_it)}};
    json["time_spent"] = Json::object();
    for (const auto& [cause, ns] : figures.time_spent_ns) json["time_spent"][cause + "_ns"] = ns;
    return json;
}

Json epoch_json(const ReportedEpoch& epoch) {
    Json json{{"rank", epoch.rank}};
    if (epoch.thread) json["thread"] = *epoch.thread;
    json["call"] = epoch.call;
    json["place"] = epoch.location;
    json["window"] = epoch.window;
    if (epoch.target != no_rank) json["target"] = epoch.target;
    if (!epoch.group.empty()) json["group"] = epoch.group;
    if (!epoch.closed_by.empty()) json.update({{"closed_by", epoch.closed_by}, {"closed_at", epoch.closed_at}});
    return json;
}

Json cycle_waits_json(const std::vector<CycleWait>& waits) {
    Json all = Json::array();
    for (const CycleWait& wait : waits) {
        Json& json = all.emplace_back(Json{
            {"rank", wait.rank}, {"call", wait.call}, {"place", wait.location}, {"for", wait.to}, {"what", wait.what}});
        if (!wait.window.empty()) json["window"] = wait.window;
        if (wait.lock_of != no_rank) json["lock_of"] = wait.lock_of;
        if (wait.taken) json["taken"] = epoch_json(*wait.taken);
    }
    return all;
}

Json stuck_json(const std::vector<StuckCall>& stuck) {
    Json calls = Json::array();
    for (const StuckCall& call : stuck) {
        Json json{{"rank", call.rank}};
        if (call.thread) json["thread"] = *call.thread;
        json.update({{"call", call.call}, {"place", call.location}, {"reason", call.reason}});
        if (!call.window.empty()) json["window"] = call.window;
        if (!call.awaited.empty()) json["awaited"] = call.awaited;
        for (const ReportedEpoch& epoch : call.epochs) json["epochs"].push_back(epoch_json(epoch));
        if (!call.page.empty()) json.update({{"fix", call.fix}, {"page", call.page}});
        calls.push_back(std::move(json));
    }
    return calls;
}

// The total number of losses, and the first entries of their list.
template <class Lost, class ToJson>
Json lost_json(std::uint64_t total, const std::vector<Lost>& lost, ToJson to_json) {
    constexpr std::size_t max_listed = 100;
    Json first = Json::array();
    for (std::size_t i = 0; i < std::min(lost.size(), max_listed); ++i) first.push_back(to_json(lost[i]));
    return {{"total", total}, {"first", std::move(first)}};
}

Json faults_json(const RunResult& result) {
    const LostCounts& total = result.lost_counts;
    Json json;
    json["ranks_died"] = lost_json(total.ranks, result.lost.dead, [](const DeadRank& dead) {
        return Json{{"rank", dead.rank}, {"when", dead.when}};
    });
    json["packets_lost"] = lost_json(total.packets, result.lost.packets, [](const LostPacket& lost) {
        return Json{{"packet", lost.packet_text()}, {"nth_of_pair", lost.nth}};
    });
    json["packets_to_the_dead"] = result.packets_to_the_dead;
    json["pools_shrunk"] = lost_json(total.pools, result.lost.shrunken, [](const ShrunkPool& pool) {
        return Json{{"rank", pool.rank}, {"pool", pool.name}, {"to", pool.to}, {"when", pool.when}};
    });
    return json;
}

void add_queue(Json& json, const RunResult& result) {
    const QueueResult& queue = *result.queue;
    json["queue"] = {{"max_requests", queue.max_requests},
                     {"max_bytes", queue.max_bytes},
                     {"looks", queue.looks},
                     {"rounds", queue.rounds},
                     {"requests_looked_at", queue.requests_looked_at}};
    const LockWaits& waits = result.lock_waits;
    json["lock_waits"] = {{"count", waits.count}, {"longest_ns", waits.longest_ns}, {"total_ns", waits.total_ns}};
}

Json access_json(const semantics::ReportedAccess& access) {
    Json json{{"what", access.what}, {"rank", access.rank}};
    if (access.thread) json["thread"] = *access.thread;
    json["place"] = access.location;
    json["bytes"] = {access.first_byte, access.end_byte};
    if (!access.window.empty()) json["window"] = access.window;
    if (!access.operation.empty()) {
        json["op"] = access.operation;
        json["datatype"] = access.datatype;
    }
    if (!access.epoch.empty()) {
        json["epoch"] = access.epoch;
        json["ended_by"] = access.ended_by;
    }
    json["time_ns"] = access.time_ns;
    return json;
}

Json semantics_json(const semantics::Report& report) {
    Json findings = Json::array();
    for (const semantics::ReportedFinding& found : report.findings) {
        Json& one = findings.emplace_back(Json{{"id", found.id},
                                               {"rule", found.rule},
                                               {"model", found.model},
                                               {"rank", found.target},
                                               {found.in_buffer ? "buffer" : "win", found.memory},
                                               {"targets", found.targets},
                                               {"bytes", {found.first_byte, found.end_byte}},
                                               {"same_bytes", found.same_bytes},
                                               {"accesses", {access_json(found.first), access_json(found.second)}},
                                               {"first_ranks", found.first_ranks},
                                               {"second_ranks", found.second_ranks},
                                               {"times", found.times},
                                               {"missing", found.missing},
                                               {"remedy", found.remedy},
                                               {"page", found.page}});
        if (!found.attached_at.empty()) one["attached_at"] = found.attached_at;
        if (!found.part.empty()) one["part"] = found.part;
        if (!found.declared_at.empty()) one["declared_at"] = found.declared_at;
        if (found.predicted) one["predicted"] = true;
    }
    Json json{{"model", report.model},
              {"accesses", report.accesses},
              {"total", report.count},
              {"findings", std::move(findings)}};
    if (!report.notes.empty()) json["notes"] = report.notes;
    if (report.ordered.by_lock > 0) json["ordered_by_lock"] = report.ordered.by_lock;
    if (report.ordered.by_match > 0) json["ordered_by_match"] = report.ordered.by_match;
    if (report.suppressed > 0) json["suppressed"] = report.suppressed;
    if (report.loads_and_stores != semantics::Seen::all) {
        json["loads_and_stores"] = report.loads_and_stores == semantics::Seen::none ? "unseen" : "seen where watched";
    }
    if (!report.witnesses.empty()) json["witnesses"] = witnesses_json(report.witnesses);
    return json;
}

Json counters_json(const RunResult& result) {
    Json windows = Json::object();
    for (const CounterResult& use : result.counters) {
        windows[use.window] = {{"allocated", use.allocated},     {"signals_sent", use.sent},
                               {"signals_applied", use.applied}, {"resets", use.resets},
                               {"lowest", use.lowest},           {"lost", use.lost},
                               {"vacuous", use.vacuous},         {"negative", use.negative}};
    }
    return windows;
}

// The source of the network's values, and the names of the values that the scenario changes.
Json preset_json(const NetworkPreset& preset, const NetworkSettings& network) {
    return {{"name", preset.name},
            {"network", preset.network},
            {"source", preset.source},
            {"changed", changed_from(preset, network)}};
}

Json groups_json(const GroupOutcomes& groups) {
    Json json{{"count", groups.count}, {"by_outcome", Json(groups.by_outcome)}};
    if (groups.reported) json["reported"] = *groups.reported;
    return json;
}

Json moved_json(const std::vector<Difference>& moved) {
    Json differences = Json::array();
    for (const Difference& one : moved) {
        differences.push_back({{"what", one.what}, {"expected", one.expected}, {"got", one.got}});
    }
    return differences;
}

}  // namespace

Json result_json(const Scenario& scenario, const RunResult& result, const std::vector<Difference>& moved,
                 std::optional<double> wall_s) {
    Json json;
    json["scenario"] = scenario.name;
    if (!scenario.variant.empty()) json["variant"] = scenario.variant;
    json["version"] = RMASIM_VERSION;
    json["seed"] = result.seed;
    json["ranks"] = result.ranks;
    if (result.groups) json["groups"] = groups_json(*result.groups);
    else if (scenario.groups > 1) json["group"] = scenario.group;
    json["settings"] = settings_json(scenario);
    if (const NetworkPreset* preset = scenario.platform.preset) {
        json["network_preset"] = preset_json(*preset, scenario.platform.network);
    }
    json["outcome"] = name_of(result.outcome);
    json["verdict"] = verdict_of(result, moved.size());
    json["time_ns"] = to_ns(result.time);
    if (!result.computation.empty()) json["computation"] = result.computation;
    json["messages"] = {{"total", result.messages}, {"bytes", result.message_bytes}, {"by_kind", Json(result.by_kind)}};
    json["messages"]["by_reason"] = {{"kinds", Json(result.by_reason.kinds)}, {"flags", Json(result.by_reason.flags)}};
    if (!result.between_nodes.empty()) json["messages"]["between_nodes"] = Json(result.between_nodes);
    if (!result.by_pair.empty()) {
        json["messages"]["by_pair"] = Json(result.by_pair);
        json["messages"]["bytes_by_pair"] = Json(result.bytes_by_pair);
    }
    json["elements"] = elements_json(result);
    if (!result.tables.empty()) json["tables"] = tables_json(result);
    if (!result.fall_backs.empty()) json["fall_backs"] = fall_backs_json(result.fall_backs);
    if (result.mutexes) {
        json["mutexes"] = {{"taken", result.mutexes->taken}, {"contended", result.mutexes->contended}};
    }
    if (result.queue) add_queue(json, result);
    if (!result.counters.empty()) json["counters"] = counters_json(result);
    if (result.queue && result.agent_looks) json["agent"] = {{"looks", *result.agent_looks}};
    if (result.caches) json["caches"] = caches_json(*result.caches);
    json["memory_bytes_per_rank"] = memory_json(result.memory);
    if (result.shared_memory.any_window) json["shared_memory"] = shared_memory_json(result.shared_memory);
    json["time_spent"] = Json::object();
    for (const auto& [cause, ns] : result.time_spent_ns) json["time_spent"][cause + "_ns"] = ns;
    if (result.by_rank) json["by_rank"] = ranks_json(*result.by_rank);
    if (result.with_faults) json["faults"] = faults_json(result);
    if (!result.cause.empty()) json["cause"] = result.cause;
    if (!result.fix.empty()) json["fix"] = result.fix;
    if (!result.cycle.empty()) json["cycle"] = result.cycle;
    if (!result.cycle_waits.empty()) json["cycle_waits"] = cycle_waits_json(result.cycle_waits);
    if (!result.stuck.empty()) json["stuck"] = stuck_json(result.stuck);
    if (!result.notes.empty()) json["notes"] = result.notes;
    if (result.checked) {
        json["checked"] = {{"calls", result.checked->calls},
                           {"operations", result.checked->operations},
                           {"lock_grants", result.checked->lock_grants}};
    }
    if (result.violation) {
        json["violation"] = {{"invariant", name_of(result.violation->which)}, {"what", result.violation->what}};
    }
    if (result.semantics) json["semantics"] = semantics_json(*result.semantics);
    if (result.stale_read_count > 0) {
        json["stale_reads"] = {{"total", result.stale_read_count}, {"first", result.stale_reads}};
    }
    if (!moved.empty()) json["expectations_failed"] = moved_json(moved);
    json["digest"] = result.digest;
    if (wall_s) json["wall_s"] = *wall_s;
    return json;
}

}  // namespace rmasim::sim
