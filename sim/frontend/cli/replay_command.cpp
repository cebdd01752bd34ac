#include "sim/frontend/cli/replay_command.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/cli/source_locations.h"
#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/cli/name_column.h"
#include "sim/frontend/cli/run_outputs.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/replay.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

std::string outcome_of(const Replay& played) {
    return played.failed ? std::string(name_of(*played.failed)) : "finished";
}

void print_text(const Scenario& scenario, const Replay& played) {
    Text text;
    for (const std::string& line : played.transcript) text.line("{}", line);
    text.line("");
    text.line("{}: {} after {}, {}", scenario.title(), outcome_of(played), counted(played.steps, "step"),
              counted(played.messages, "message"));
    const int width = name_width(played.by_kind);
    for (const auto& [kind, count] : played.by_kind) text.line("  {:<{}} {:>14}", kind, width, grouped(count));
    print(text.take());
}

Json json_of(const Scenario& scenario, const Replay& played) {
    Json json;
    json["scenario"] = scenario.name;
    if (!scenario.variant.empty()) json["variant"] = scenario.variant;
    json["version"] = RMASIM_VERSION;
    json["seed"] = scenario.seed;
    json["ranks"] = scenario.ranks;
    json["outcome"] = outcome_of(played);
    json["steps"] = played.steps;
    json["messages"] = {{"total", played.messages}, {"bytes", played.message_bytes}, {"by_kind", played.by_kind}};
    if (played.failed) json["what"] = played.what;
    json["transcript"] = played.transcript;
    return json;
}

}  // namespace

int replay_command(const Scenario& scenario, const RunOptions& options) {
    if (!options.breakdown.empty()) {
        throw BadInput("--breakdown", options.breakdown.front(), "nothing: a schedule is replayed untimed");
    }
    RunOutputs outputs(options, scenario, true);
    const Replay played = replay(scenario, scenario.schedule, "schedule",
                                 {outputs.trace(), [&](const WindowMemory& memory) { outputs.write_memory(memory); }});
    outputs.end();
    if (options.format == "json") {
        print(json_of(scenario, played).dump(2) + '\n');
    } else {
        print_text(scenario, played);
    }
    if (played.failed) {
        Text text;
        text.line("{}: {}: {}", scenario.title(), outcome_of(played), played.what.front());
        for (std::size_t i = 1; i < played.what.size(); ++i) text.line("  {}", played.what[i]);
        complain(SourceLocations(options.file, options.changes).located(text.take()));
    }
    return played.failed ? exit_code_of(scenario, *played.failed) : success;
}

}  // namespace rmasim::sim
