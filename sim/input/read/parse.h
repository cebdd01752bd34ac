// From a scenario file to a Scenario: the entry points. Everything here raises BadInput.
#pragma once

#include "sim/input/json/errors.h"
#include "sim/input/json/json.h"
#include "sim/input/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The JSON of a file. Its place is "line 3, column 7" where it is no JSON, and the path where it cannot be read.
Json read_scenario_file(const std::string& path);

// Every default filled in, every name resolved, every program compiled. Files that the scenario names are sought from
// `base_directory`, the scenario file's own.
Scenario parse_scenario(const Json& json, const std::string& base_directory);

// The steps of a schedule file: a list of texts, or an object that has one under "schedule".
std::vector<std::string> parse_schedule_file(const Json& json);

// Changes one setting, written "protocol.slots=4" or "windows.w.bytes=64" or "programs[0].calls[2].put.count=3". The
// value is JSON, or else taken as a text. Objects on the way are created; list items must be there.
void apply_setting(Json& json, const std::string& setting);

}  // namespace rmasim::sim
