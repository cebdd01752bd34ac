#include "sim/frontend/library/result_json.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/explore/witness.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

// Returns the result without three kinds of members. tests/sim/reports/test_reasons.py checks the reasons of packets.
// Every change of a class changes the size of the core's memory. The third kind is the scenario's own members. Under
// flow the digest is omitted, too: SimGrid decides which of two flows that end at the same time is first, and this
// decision also depends on earlier runs of the process.
std::string text_of(const Scenario& scenario, RunResult& result, const std::vector<Difference>& moved) {
    Json json = result_json(scenario, result, moved, std::nullopt);
    for (const char* key : {"version", "settings", "memory_bytes_per_rank", "scenario"}) json.erase(key);
    json["messages"].erase("by_reason");
    if (scenario.platform.network.model == NetworkModel::flow) json.erase("digest");
    return json.dump(1);
}

void run(const Scenario& scenario, Lines& lines) {
    TraceHead head = trace_head(scenario);
    head.scenario.clear();  // changes if a file is renamed
    head.protocol = "{}";   // changes with each new setting
    std::string traced;
    TraceWriter trace([&traced](std::string_view text) { traced += text; }, head, packets_of(scenario));
    auto [run, result] = execute(scenario, {.trace = &trace, .check = true, .by = {true, true}});
    if (result.semantics && result.semantics->count > 0) result.semantics->witnesses = find_witnesses(scenario);
    lines.add("{}", text_of(scenario, result, not_as_expected(scenario, *run, result, Compared::all)));
    trace.end();
    lines.add("{}", traced);
    if (!scenario.data) return;
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        for (SpaceId id = 0; id < scenario.spaces(); ++id) {
            run->memory().for_each_page(rank, id, [&](std::uint64_t first, std::span<const std::byte> page) {
                lines.add_bytes(fmt::format("rank {} window {} from {}: ", rank, id, first), page);
            });
        }
    }
}

}  // namespace

std::string timed_text(const Json& scenario, const std::string& folder, const Family* family) {
    Lines lines;
    lines.add_or_refusals([&] {
        Scenario read = parse_scenario(scenario, folder);
        if (family != nullptr) read.family = family;
        run(read, lines);
    });
    return lines.take();
}

}  // namespace rmasim::corpus
