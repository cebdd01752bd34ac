#include "sim/frontend/cli/input/program_file.h"

#include "sim/scenario/families/family.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr const char* form = "the program's file and its arguments: [\"./halo\", 1000]";

bool shares_one_node(const std::string& wanted) {
    const Family* const family = find_family(wanted);
    return family != nullptr && family->traits.shares_one_node;
}

// Changes the scenario if its family requires one node. All windows become shared. All ranks are put on one node,
// unless the scenario has ranks_per_node.
void put_on_one_node(Json& json) {
    const Json::json_pointer family("/protocol/family");
    if (!json.contains(family) || !json[family].is_string() || !shares_one_node(json[family])) return;
    json["windows"]["none"]["shared"] = true;
    if (!json["platform"].contains("ranks_per_node")) json["platform"]["ranks_per_node"] = json["ranks"];
}

}  // namespace

ProgramFile::ProgramFile(Json with_exec, const std::string& folder_of_file) : folder(folder_of_file) {
    const Json exec = with_exec["exec"];
    if (!exec.is_array() || exec.empty() || !exec[0].is_string()) throw BadInput("exec", exec.dump(), form);
    for (const Json& word : exec) {
        if (word.is_structured() || word.is_null()) throw BadInput("exec", word.dump(), form);
        command.push_back(word.is_string() ? word.get<std::string>() : word.dump());
    }
    command[0] = (std::filesystem::path(folder) / command[0]).string();
    with_exec.erase("exec");
    if (const auto found = with_exec.find("compute"); found != with_exec.end()) {
        compute = found->is_string() ? found->get<std::string>() : found->dump();
        with_exec.erase(found);
    }
    document = std::move(with_exec);
}

void refuse_program() {
    throw BadInput("exec", "an MPI program",
                   "a scenario with \"programs\"; only run, check, sweep, tune and compare also accept an MPI program. "
                   "A sweep over \"seed\" with \"faults\": {\"delays\": [{\"jitter_ns\": 30000}]} tries other orders");
}

Json scenario_of_program(Json settings) {
    for (const char* const key : {"programs", "windows", "buffers", "communicators", "schedule", "groups", "params"}) {
        if (!settings.contains(key)) continue;
        throw BadInput(key, "a value", "no value together with \"exec\", because the MPI program determines it");
    }
    settings["windows"] = {{"none", {{"bytes", 8}}}};
    settings["programs"] = Json::array({{{"ranks", "all"}, {"calls", Json::array()}}});
    put_on_one_node(settings);
    return settings;
}

}  // namespace rmasim::sim
