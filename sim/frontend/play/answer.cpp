#include "sim/frontend/play/answer.h"

#include "sim/frontend/cli/explore/exploration_json.h"
#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/library/run.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

namespace rmasim::sim {

namespace {

using Ordered = nlohmann::ordered_json;
using OnProgress = std::function<void(const PlayProgress&)>;

// The maximum number of packets in a run for which there is a trace. The trace needs a second run, which would take too
// long with more packets.
constexpr std::uint64_t max_traced_messages = 1'000'000;

struct Question {
    std::string scenario, variant;
    std::vector<std::string> settings;

    explicit Question(const nlohmann::json& json)
        : scenario(json.at("scenario")), variant(json.value("variant", "")), settings(json.at("settings")) {}

    // The scenarios of the request. Raises BadInput. An error in the text has a position in the text. An error that
    // only the settings cause has no position.
    GroupScenarios scenarios() const {
        GroupScenarios as_it_stands = without_settings();
        if (settings.empty()) return as_it_stands;
        Json json = document();
        for (const std::string& setting : settings) apply_setting(json, setting);
        return of(std::move(json));
    }

private:
    Json document() const {
        Json json = parse_json(scenario);
        ChosenVariant(json, variant).apply(json);
        return json;
    }
    GroupScenarios of(Json json) const {
        return {std::move(json), "", [name = variant](Scenario& read) { read.variant = name; }};
    }
    GroupScenarios without_settings() const {
        try {
            return of(document());
        } catch (BadInput& error) {
            if (Json::accept(scenario)) locate_in_text(error, scenario, variant);
            throw;
        }
    }
};

Ordered error_json(const BadInput& error) {
    Ordered json;
    if (error.line != 0) json = {{"line", error.line}, {"column", error.column}};
    json["text"] = error.what();
    return json;
}

Ordered errors_json(const BadInput& error) {
    Ordered all = Ordered::array({error_json(error)});
    for (const BadInput& other : error.others) all.push_back(error_json(other));
    return all;
}

Ordered errors_json(const std::string& text) { return Ordered::array({Ordered{{"text", text}}}); }

// Selects the ranks in the trace: all ranks, or as many of the first ranks as fit into `max_bytes`.
TraceSelection selection_of(const Scenario& scenario, std::uint64_t messages, std::uint64_t max_bytes) {
    constexpr std::uint64_t bytes_of_message = 750;  // the size of a packet in the trace, with its share of the calls
    constexpr Rank min = 4;
    TraceSelection selection{.max_bytes = max_bytes};
    if (messages * bytes_of_message <= max_bytes) return selection;
    const std::uint64_t of_rank = messages * bytes_of_message / static_cast<std::uint64_t>(scenario.ranks) + 1;
    const Rank shown = std::min(scenario.ranks, static_cast<Rank>(std::max<std::uint64_t>(max_bytes / of_rank, min)));
    if (shown == scenario.ranks) return selection;
    selection.ranks.emplace(static_cast<std::size_t>(shown));
    std::iota(selection.ranks->begin(), selection.ranks->end(), 0);
    return selection;
}

std::string trace_of(const Scenario& scenario, TraceSelection selection) {
    std::string text;
    TraceWriter trace([&text](std::string_view more) { text += more; }, trace_head(scenario), packets_of(scenario),
                      std::move(selection));
    execute_in_time(scenario, {.trace = &trace});
    trace.end();
    return text;
}

// Makes the answer by concatenation of the texts of the result and the trace. The texts are long JSON, so the function
// does not parse them again.
std::string run(const Question& question, const nlohmann::json& json) {
    const GroupScenarios scenarios = question.scenarios();
    const Scenario& scenario = scenarios.first();
    const bool apart = scenario.ranks <= json.at("breakdown_up_to").get<Rank>();
    const library::Run run = library::run_text(
        question.scenario, "",
        {.settings = question.settings, .by_rank = apart, .by_pair = apart, .variant = question.variant});
    std::string answer = R"({"result":)" + run.json;
    const std::uint64_t max_bytes = json.at("trace_bytes");
    if (max_bytes > 0 && scenarios.count() == 1 && run.messages <= max_traced_messages) {
        answer += R"(,"trace":)" + trace_of(scenario, selection_of(scenario, run.messages, max_bytes));
    }
    return answer + '}';
}

std::string explore(const Question& question, std::uint64_t limit, const OnProgress& on_progress) {
    const Scenario scenario = question.scenarios().take_first();
    if (scenario.groups > 1) {
        throw BadInput("groups", std::to_string(scenario.groups), "1, because Explore explores only one group");
    }
    Explorer explorer(scenario, {.limit = limit});
    explorer.on_progress = [&on_progress](const Exploration& found, double done) {
        on_progress({found.runs, found.failing_runs, done});
        return std::optional<EndedBy>();
    };
    Exploration found = explorer.explore();
    add_witnesses(found, scenario);
    const ExplorationWords words = words_of(scenario, found, orders_in_words(scenario, found));
    return Ordered{{"exploration", exploration_json(scenario, found, words, {0, 0})}}.dump();
}

std::string answer(const nlohmann::json& json, const OnProgress& on_progress) {
    const Question question(json);
    const std::string what = json.at("do");
    if (what == "run") return run(question, json);
    if (what == "explore") return explore(question, json.at("limit"), on_progress);
    question.scenarios();
    return "{}";
}

}  // namespace

std::string play_answer(const std::string& question, const OnProgress& on_progress) {
    Ordered errors;
    try {
        return answer(nlohmann::json::parse(question), on_progress);
    } catch (const BadInput& error) {
        errors = errors_json(error);
    } catch (const std::bad_alloc&) {
        errors = errors_json("this run needs more memory than the 4 GB that a page can have: use `rmasim run`");
    } catch (const std::exception& error) {
        errors = errors_json(error.what());
    }
    return Ordered{{"errors", errors}}.dump();
}

}  // namespace rmasim::sim
