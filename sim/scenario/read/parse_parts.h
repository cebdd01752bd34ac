// The readers of a scenario's parts. Each reader has its own file. All of them raise BadInput. parse.h is the
// interface. For sim/scenario/read only.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Reads `params`. The scope has the parameters in the order of the file, then rank and size. The value of a parameter
// may use the parameters before it.
Scope parse_params(const JsonValue& scenario);
// Reads `groups`, and adds `group` and `groups` to the names of the scenario's expressions. `group` is the number of
// the group that is read.
void parse_groups(const JsonValue& value, std::int64_t group, Scenario& scenario);
// Raises BadInput for settings by which groups would depend on each other. Call this function after the platform and
// the schedule are read.
void check_groups(const Scenario& scenario);
// Reads `platform`. The topology must have enough nodes for `ranks` ranks.
PlatformSettings parse_platform(const JsonValue& value, Rank ranks, const std::string& base_directory);
// Set the scenario's family, with the family's default settings. The second function reads the family's name in
// `protocol`. Some defaults depend on the platform, which must be read before.
void choose_family(const Family& family, Scenario& scenario);
void choose_family(const JsonValue& value, Scenario& scenario);
// Reads the family's settings in `protocol`. Call this function after `choose_family`.
void parse_protocol(const JsonValue& value, Scenario& scenario);
// Reads `communicators`, and adds "row.rank" and "row.size" to the names of the scenario's expressions. Call this
// function after `ranks` and the platform are read.
void parse_communicators(const JsonValue& value, Scenario& scenario);
// Reads `operators`. The expressions may use the parameters among the names of `params`.
std::vector<ReductionOperator> parse_operators(const JsonValue& value, const Scope& params);
std::vector<WindowSettings> parse_buffers(const JsonValue& value, Rank ranks);
void parse_windows(const JsonValue& value, Scenario& scenario);  // call this function after the buffers are read

// The names of the variants. The settings and expectations of a variant are checked only when the variant is run.
std::vector<std::string> parse_variants(const JsonValue& value);

// Call the following functions after the ranks and windows of `scenario` are read.
Expectations parse_expectations(const JsonValue& value, const Scenario& scenario);
// Call this function after the platform and the protocol of `scenario` are read, too.
FaultSettings parse_faults(const JsonValue& value, const Scenario& scenario);
void parse_programs(const JsonValue& value, Scenario& scenario);
// Notes which windows get other communicators by WIN_CHANGE_COMM. Call it before `parse_programs`, since any rank may
// be a target on such a window.
void note_group_changes(const Json& programs, Scenario& scenario);

}  // namespace rmasim::sim
