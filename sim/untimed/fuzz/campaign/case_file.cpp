#include "sim/untimed/fuzz/campaign/case_file.h"

#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/sequential_model.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

using sim::Json;

Json words_in(std::span<const std::byte> window) {
    Json words = Json::array();
    for (std::size_t at = 0; at < window.size(); at += 8) words.push_back(load(window.subspan(at, 8), Datatype::int64));
    return words;
}

// Returns the expected final contents of all windows of all ranks, including the windows for results. Zeros are
// omitted, unless the finding is wrong memory.
Json memory_of(const RandomProgram& program, bool with_zeros) {
    SequentialModel model(program);
    model.run();
    Json memory = Json::array();
    const auto add = [&](Rank rank, const Json& location, std::span<const std::byte> contents) {
        const bool zeros = std::all_of(contents.begin(), contents.end(), [](std::byte b) { return b == std::byte{0}; });
        if (contents.empty() || (zeros && !with_zeros)) return;
        Json entry{{"ranks", std::to_string(rank)}};
        entry.update(location);
        if (entry.value("disp", 0) == 0) entry.erase("disp");
        entry["datatype"] = "int64";
        entry["values"] = words_in(contents);
        memory.push_back(std::move(entry));
    };
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            add(rank, written_location(program, id, rank, 0), model.window(rank, id));
        }
        add(rank, {{"win", "results"}}, results_window(program, rank, model.results(rank)));
    }
    return memory;
}

}  // namespace

Json case_of(const RandomProgram& program, const Finding& finding, const std::string& name) {
    const ProgramRunner runner(program);
    sim::UntimedWorld world(runner.scenario());
    Json scenario = scenario_of(program);
    scenario["name"] = name;
    scenario["about"] = fmt::format("Found by rmasim fuzz ({}): {}", name_of(finding.symptom), finding.what.front());
    scenario["expect"] = {{"memory", memory_of(program, finding.symptom == Symptom::memory)}};
    scenario["schedule"] = sim::words_of(world, finding.order);
    return scenario;
}

}  // namespace rmasim::fuzz
