// The entry points of the scenario reader, which turns a file into a Scenario. Errors are raised as BadInput.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Reads a file as JSON. If the text is not JSON, the location of the error is a position such as "line 3, column 7". If
// the file cannot be read or is too large, the location is the path of the file.
Json read_scenario_file(const std::string& path);

// Adds lines and columns to an error of `parse_scenario`. The function reads the file again. It does nothing if that
// fails.
void add_positions_in_file(BadInput& error, const std::string& path);

// Builds a Scenario: fills in all defaults, resolves all names and compiles all programs. Names of files in the
// scenario are relative to `base_directory`, the folder of the scenario file. `group` is the number of the group, from
// 0.
Scenario parse_scenario(const Json& json, const std::string& base_directory, std::int64_t group = 0);

// The steps of a schedule file. The file contains a list of strings, or an object with such a list as its member
// "schedule".
std::vector<std::string> parse_schedule_file(const Json& json);

// Changes one setting of a scenario. `setting` is a text such as "protocol.slots=4", "windows.w.bytes=64" or
// "programs[0].calls[2].put.count=3". A value that is not JSON is a string. Missing objects on the path are created,
// but items of lists must exist. If an error is raised, the document is unchanged.
void apply_setting(Json& json, const std::string& setting);
// Changes the setting at `path` to `value`. `location` is the location for errors. If an error is raised, the document
// may be partly changed.
void apply_setting(Json& json, const std::string& path, const Json& value, const std::string& location);

}  // namespace rmasim::sim
