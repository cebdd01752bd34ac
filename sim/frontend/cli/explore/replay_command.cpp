#include "sim/frontend/cli/run/replay_command.h"

#include "sim/frontend/cli/explore/failure_exit_code.h"
#include "sim/frontend/cli/input/source_locations.h"
#include "sim/frontend/cli/run/run_outputs.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/replay.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

std::string outcome_of(const Replay& replayed) {
    return replayed.failed ? std::string(name_of(*replayed.failed)) : "finished";
}

void print_text(const Scenario& scenario, const Replay& replayed) {
    Text text;
    for (const std::string& line : replayed.transcript) text.line("{}", line);
    text.line("");
    text.line("{}: {} after {}, {}", scenario.title(), outcome_of(replayed), counted(replayed.steps, "step"),
              counted(replayed.messages, "message"));
    const int width = name_width(replayed.by_kind);
    for (const auto& [kind, count] : replayed.by_kind) text.line("  {:<{}} {:>14}", kind, width, grouped(count));
    print(text.take());
}

Json json_of(const Scenario& scenario, const Replay& replayed) {
    Json json;
    json["scenario"] = scenario.name;
    if (!scenario.variant.empty()) json["variant"] = scenario.variant;
    json["version"] = RMASIM_VERSION;
    json["seed"] = scenario.seed;
    json["ranks"] = scenario.ranks;
    json["outcome"] = outcome_of(replayed);
    json["steps"] = replayed.steps;
    json["messages"] = {{"total", replayed.messages}, {"bytes", replayed.message_bytes}, {"by_kind", replayed.by_kind}};
    if (replayed.failed) json["what"] = replayed.what;
    json["transcript"] = replayed.transcript;
    return json;
}

}  // namespace

int replay_command(const Scenario& scenario, const RunOptions& options) {
    if (!options.breakdown.empty()) {
        throw BadInput("--breakdown", options.breakdown.front(),
                       "no --breakdown, because a schedule is replayed without virtual time");
    }
    RunOutputs outputs(options, scenario, true);
    const Replay replayed = replay(scenario, scenario.schedule, "schedule",
                                 {outputs.trace(), [&](const WindowMemory& memory) { outputs.write_memory(memory); }});
    outputs.end();
    if (options.format == "json") {
        print(json_of(scenario, replayed).dump(2) + '\n');
    } else {
        print_text(scenario, replayed);
    }
    if (replayed.failed) {
        Text text;
        text.line("{}: {}: {}", scenario.title(), outcome_of(replayed), replayed.what.front());
        for (std::size_t i = 1; i < replayed.what.size(); ++i) text.line("  {}", replayed.what[i]);
        complain(SourceLocations(options.file, options.changes).located(text.take()));
    }
    return replayed.failed ? exit_code_of(scenario, *replayed.failed) : success;
}

}  // namespace rmasim::sim
