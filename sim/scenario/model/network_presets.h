// Published parameters of real networks, for platform.preset: latency, bandwidth, gap and overhead, with their sources.
//
// A preset sets these four members of NetworkSettings and nothing else. What ranks compute (Costs) and what packets
// carry besides data (header_bytes) stay as they are.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct NetworkPreset {
    std::string_view name;
    int year;
    std::string_view network;
    std::int64_t latency_ns;
    double bandwidth_gbps;
    std::int64_t gap_ns;
    std::int64_t overhead_ns;
    std::string_view reported;    // what the source says, in its units
    std::string_view derived;     // how the four numbers follow
    std::string_view leaves_out;  // what the source does not say
    std::string_view source;
};

// By year, then by name. Pairs, as choices of a setting are.
const std::vector<std::pair<std::string_view, const NetworkPreset*>>& network_presets();

void apply(const NetworkPreset& preset, NetworkSettings& network);

// The members that are no longer as the preset has them, such as "latency_ns".
std::vector<std::string> changed_from(const NetworkPreset& preset, const NetworkSettings& network);

}  // namespace rmasim::sim
