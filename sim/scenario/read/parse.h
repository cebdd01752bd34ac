// Reads a scenario file into a Scenario: the entry points. Everything here raises BadInput.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The JSON of a file. The place of an error is "line 3, column 7" if it is not JSON, and the path if it cannot be read
// or is too large.
Json read_scenario_file(const std::string& path);

// Adds lines and columns to an error of `parse_scenario`, if the file can be read again; see
// sim/scenario/json/positions.h.
void add_positions_in_file(BadInput& error, const std::string& path);

// Fills in all defaults, resolves all names and compiles all programs. Files named in the scenario are relative to
// `base_directory`, the folder of the scenario file. `group`: which of its groups, from 0, if it has several.
Scenario parse_scenario(const Json& json, const std::string& base_directory, std::int64_t group = 0);

// The steps of a schedule file: a list of texts, or an object that has one under "schedule".
std::vector<std::string> parse_schedule_file(const Json& json);

// Changes one setting: "protocol.slots=4", "windows.w.bytes=64" or "programs[0].calls[2].put.count=3". A value that is
// not JSON is taken as a string. Missing objects on the path are created; list items must exist.
void apply_setting(Json& json, const std::string& setting);
// The same for a path and a value. `place`: of errors. After an error the document is partly changed.
void apply_setting(Json& json, const std::string& path, const Json& value, const std::string& place);

}  // namespace rmasim::sim
