// The readers of a scenario's parts, each in its own file. parse.h is the interface. For sim/scenario/read only. All of
// them raise BadInput.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Reads `params`. The scope has the parameters in the order of the file, then rank and size. A parameter may use
// earlier ones.
Scope parse_params(const JsonValue& scenario);
// Reads `groups`, and adds `group` and `groups` to the names of the scenario's expressions. `group`: the number of the
// group that is read.
void parse_groups(const JsonValue& value, std::int64_t group, Scenario& scenario);
// Raises BadInput for settings that would make groups depend on each other. Call it after the platform and the schedule
// are read.
void check_groups(const Scenario& scenario);
// Reads `platform`. `ranks`: the topology must have enough nodes for them.
PlatformSettings parse_platform(const JsonValue& value, Rank ranks, const std::string& base_directory);
// Reads the family's name in `protocol`, and sets the family with its default settings.
void choose_family(const JsonValue& value, Scenario& scenario);
// Reads the family's settings in `protocol`. Call it after choose_family.
void parse_protocol(const JsonValue& value, Scenario& scenario);
// Reads `communicators`, and adds "row.rank" and "row.size" to the names of the scenario's expressions. Call it after
// `ranks` and the platform are read.
void parse_communicators(const JsonValue& value, Scenario& scenario);
std::vector<WindowSettings> parse_buffers(const JsonValue& value, Rank ranks);
void parse_windows(const JsonValue& value, Scenario& scenario);  // call it after the buffers are read

// The names of the variants. Their settings and expectations are only checked when a variant is run.
std::vector<std::string> parse_variants(const JsonValue& value);

// The ranks and windows of `scenario` must be read before these are called.
Expectations parse_expectations(const JsonValue& value, const Scenario& scenario);
FaultSettings parse_faults(const JsonValue& value, const Scenario& scenario);  // also after the platform and protocol
void parse_programs(const JsonValue& value, Scenario& scenario);

}  // namespace rmasim::sim
