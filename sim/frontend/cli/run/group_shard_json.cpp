#include "sim/frontend/cli/run/group_shard_json.h"

#include "sim/frontend/processes/figures_json.h"
#include "sim/frontend/processes/result_figures_json.h"

namespace rmasim::sim {

nlohmann::json shard_json(const GroupsResult& shard) {
    nlohmann::json sum = figures_json(shard.sum);
    if (const auto& report = shard.sum.semantics) {
        sum["semantics"] = {report->model, report->count, report->accesses, report->ordered.by_lock,
                            report->ordered.by_match};
    }
    if (const auto& checked = shard.sum.checked) {
        sum["checked"] = {checked->calls, checked->operations, checked->lock_grants};
    }
    return {{"first", shard.first},       {"count", shard.count},     {"by_outcome", shard.sum.groups->by_outcome},
            {"sum", std::move(sum)},      {"digests", shard.digests}, {"concern", static_cast<int>(shard.concern)},
            {"concerns", shard.concerns}, {"moved", shard.moved}};
}

GroupsResult shard_of_groups(const nlohmann::json& json) {
    GroupsResult shard;
    json.at("first").get_to(shard.first);
    json.at("count").get_to(shard.count);
    const nlohmann::json& sum = json.at("sum");
    read_figures(sum, shard.sum);
    if (sum.contains("semantics")) {
        semantics::Report& report = shard.sum.semantics.emplace();
        sum.at("semantics").at(0).get_to(report.model);
        sum.at("semantics").at(1).get_to(report.count);
        sum.at("semantics").at(2).get_to(report.accesses);
        sum.at("semantics").at(3).get_to(report.ordered.by_lock);
        sum.at("semantics").at(4).get_to(report.ordered.by_match);
    }
    if (sum.contains("checked")) {
        const nlohmann::json& checked = sum.at("checked");
        shard.sum.checked = {checked.at(0), checked.at(1), checked.at(2)};
    }
    GroupOutcomes& groups = shard.sum.groups.emplace();
    groups.count = shard.count;
    json.at("by_outcome").get_to(groups.by_outcome);
    json.at("digests").get_to(shard.digests);
    shard.concern = static_cast<GroupsResult::Concern>(json.at("concern").get<int>());
    json.at("concerns").get_to(shard.concerns);
    json.at("moved").get_to(shard.moved);
    return shard;
}

}  // namespace rmasim::sim
