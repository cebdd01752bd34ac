#include "sim/frontend/cli/group_piece_json.h"

#include "sim/frontend/cli/figures_json.h"

namespace rmasim::sim {

namespace {

// Calls `use(name, member)` for each member of the sum that travels; its words stay behind.
template <class Result, class Use>
void for_each_figure(Result& sum, Use use) {
    use("time", sum.time);
    use("messages", sum.messages);
    use("message_bytes", sum.message_bytes);
    use("by_kind", sum.by_kind);
    use("kinds_by_reason", sum.by_reason.kinds);
    use("flags_by_reason", sum.by_reason.flags);
    use("between_nodes", sum.between_nodes);
    use("by_pair", sum.by_pair);
    use("bytes_by_pair", sum.bytes_by_pair);
    use("by_rank", sum.by_rank);
    use("elements", sum.elements);
    use("tables", sum.tables);
    use("memory", sum.memory);
    use("mutexes", sum.mutexes);
    use("caches", sum.caches);
    use("queue", sum.queue);
    use("lock_waits", sum.lock_waits);
    use("counters", sum.counters);
    use("agent_looks", sum.agent_looks);
    use("shared_memory", sum.shared_memory);
    use("wrong_values", sum.wrong_value_count);
    use("stale_reads", sum.stale_read_count);
    use("time_spent_ns", sum.time_spent_ns);
    use("with_faults", sum.with_faults);
    use("lost", sum.lost_counts);
    use("packets_to_the_dead", sum.packets_to_the_dead);
}

struct Write {
    nlohmann::json& json;

    template <class Figure>
    void operator()(const char* name, const Figure& figure) const {
        json[name] = figure;
    }
    template <class Figure>
    void operator()(const char* name, const std::optional<Figure>& figure) const {
        if (figure) json[name] = *figure;
    }
};

struct Read {
    const nlohmann::json& json;

    template <class Figure>
    void operator()(const char* name, Figure& figure) const {
        json.at(name).get_to(figure);
    }
    template <class Figure>
    void operator()(const char* name, std::optional<Figure>& figure) const {
        if (json.contains(name)) json.at(name).get_to(figure.emplace());
    }
};

}  // namespace

nlohmann::json piece_json(const GroupsResult& piece) {
    nlohmann::json sum = nlohmann::json::object();
    for_each_figure(piece.sum, Write{sum});
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
    for_each_figure(piece.sum, Read{sum});
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
