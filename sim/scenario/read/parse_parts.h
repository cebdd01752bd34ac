// Readers of the parts of a scenario, each in its own file; see parse.h. For sim/scenario/read only.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The parameters, in the order of the file, then rank and size. Each may use those before it.
Scope parse_params(const JsonValue& scenario);
// Reads `groups`, and lets the scenario's expressions say `group` and `groups`. `group`: which one is read.
void parse_groups(const JsonValue& value, std::int64_t group, Scenario& scenario);
// Refuses what would let groups meet. Needs the platform and the schedule.
void check_groups(const Scenario& scenario);
// Needs `ranks`, because the topology must have enough nodes.
PlatformSettings parse_platform(const JsonValue& value, Rank ranks, const std::string& base_directory);
// The family that the object names, with its defaults; then its settings.
void choose_family(const JsonValue& value, Scenario& scenario);
void parse_protocol(const JsonValue& value, Scenario& scenario);
// Needs `ranks` and the platform. Lets the scenario's expressions say "row.rank" and "row.size".
void parse_communicators(const JsonValue& value, Scenario& scenario);
std::vector<WindowSettings> parse_buffers(const JsonValue& value, Rank ranks);
void parse_windows(const JsonValue& value, Scenario& scenario);  // after the buffers

// The names of the variants, whose settings and expectations are checked when they are read for a run.
std::vector<std::string> parse_variants(const JsonValue& value);

// These need the ranks and windows of `scenario`, which must have been read before.
Expectations parse_expectations(const JsonValue& value, const Scenario& scenario);
FaultSettings parse_faults(const JsonValue& value, const Scenario& scenario);  // and the network, and the pools
void parse_programs(const JsonValue& value, Scenario& scenario);

}  // namespace rmasim::sim
