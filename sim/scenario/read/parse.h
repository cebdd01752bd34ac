// The entry points of the scenario reader, which turns a file into a Scenario. Errors are raised as BadInput.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Reads a file as JSON. The location of an error is a position such as "line 3, column 7" if the text is not JSON, and
// the path of the file if it cannot be read or is too large.
Json read_scenario_file(const std::string& path);

// Adds lines and columns to an error of `parse_scenario` (sim/scenario/json/positions.h). Does nothing if the file
// cannot be read a second time.
void add_positions_in_file(BadInput& error, const std::string& path);

// Builds a Scenario: fills in all defaults, resolves all names and compiles all programs. Files named in the scenario
// are relative to `base_directory`, the folder of the scenario file. `group`: the number of the group, from 0.
Scenario parse_scenario(const Json& json, const std::string& base_directory, std::int64_t group = 0);

// The steps of a schedule file. The file is a list of strings, or an object with such a list under "schedule".
std::vector<std::string> parse_schedule_file(const Json& json);

// Changes one setting of a scenario: "protocol.slots=4", "windows.w.bytes=64" or "programs[0].calls[2].put.count=3". A
// value that is not JSON is a string. Missing objects on the path are created, but list items must exist. After an
// error the document is unchanged.
void apply_setting(Json& json, const std::string& setting);
// Changes the setting at `path` to `value`. `location`: the location for errors. After an error the document may be
// partly changed.
void apply_setting(Json& json, const std::string& path, const Json& value, const std::string& location);

}  // namespace rmasim::sim
