// The parts of a scenario, one function and one file each; see parse.h. For sim/input/read only.
#pragma once

#include "sim/input/json/json_reader.h"
#include "sim/input/model/scenario.h"

namespace rmasim::sim {

// `ranks` is known by then: topologies must have room for their nodes.
PlatformSettings parse_platform(const JsonValue& value, Rank ranks, const std::string& base_directory);
void parse_protocol(const JsonValue& value, Scenario& scenario);
std::vector<WindowSettings> parse_windows(const JsonValue& value);

// These look at what `scenario` holds already: ranks and windows.
Expectations parse_expectations(const JsonValue& value, const Scenario& scenario);
FaultSettings parse_faults(const JsonValue& value, const Scenario& scenario);  // and the network, and the pools
void parse_programs(const JsonValue& value, Scenario& scenario);

}  // namespace rmasim::sim
