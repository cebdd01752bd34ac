#include "sim/frontend/cli/group_piece_json.h"

#include "sim/frontend/processes/figures_json.h"
#include "sim/frontend/processes/result_figures_json.h"

namespace rmasim::sim {

nlohmann::json piece_json(const GroupsResult& piece) {
    nlohmann::json sum = figures_json(piece.sum);
    if (const auto& report = piece.sum.semantics) sum["semantics"] = {report->model, report->count, report->accesses};
    if (const auto& checked = piece.sum.checked) {
        sum["checked"] = {checked->calls, checked->operations, checked->lock_grants};
    }
    return {{"first", piece.first},       {"count", piece.count},     {"by_outcome", piece.sum.groups->by_outcome},
            {"sum", std::move(sum)},      {"digests", piece.digests}, {"concern", static_cast<int>(piece.concern)},
            {"concerns", piece.concerns}, {"moved", piece.moved}};
}

GroupsResult piece_of_groups(const nlohmann::json& json) {
    GroupsResult piece;
    json.at("first").get_to(piece.first);
    json.at("count").get_to(piece.count);
    const nlohmann::json& sum = json.at("sum");
    read_figures(sum, piece.sum);
    if (sum.contains("semantics")) {
        semantics::Report& report = piece.sum.semantics.emplace();
        sum.at("semantics").at(0).get_to(report.model);
        sum.at("semantics").at(1).get_to(report.count);
        sum.at("semantics").at(2).get_to(report.accesses);
    }
    if (sum.contains("checked")) {
        const nlohmann::json& checked = sum.at("checked");
        piece.sum.checked = {checked.at(0), checked.at(1), checked.at(2)};
    }
    GroupOutcomes& groups = piece.sum.groups.emplace();
    groups.count = piece.count;
    json.at("by_outcome").get_to(groups.by_outcome);
    json.at("digests").get_to(piece.digests);
    piece.concern = static_cast<GroupsResult::Concern>(json.at("concern").get<int>());
    json.at("concerns").get_to(piece.concerns);
    json.at("moved").get_to(piece.moved);
    return piece;
}

}  // namespace rmasim::sim
