#include "sim/frontend/processes/result_figures_json.h"

#include "sim/frontend/processes/figures_json.h"

namespace rmasim::sim {

namespace {

// Calls `use(name, member)` for each member of the result that is transferred. The texts of a result are not
// transferred.
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

nlohmann::json figures_json(const RunResult& result) {
    nlohmann::json json = nlohmann::json::object();
    for_each_figure(result, Write{json});
    return json;
}

void read_figures(const nlohmann::json& json, RunResult& result) { for_each_figure(result, Read{json}); }

}  // namespace rmasim::sim
