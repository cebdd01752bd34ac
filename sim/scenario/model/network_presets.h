// Published parameters of real networks for the setting platform.preset: latency, bandwidth, gap, overhead and the
// limit of the rendezvous, with their sources.
//
// A preset sets these five members of NetworkSettings and nothing else. In particular, it changes neither the CPU times
// of ranks (Costs) nor the size of packet headers (header_bytes).
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
    std::int64_t rendezvous_bytes;
    std::string_view reported;    // the values in the source, in the source's units
    std::string_view derived;     // the derivation of the five parameters from `reported`
    std::string_view leaves_out;  // costs that the source does not cover
    std::string_view one_sided;   // the comparison of one-sided times with measured ones
    std::string_view source;
};

// All presets with their names, ordered by year, then by name. The result may be used as the choices of a setting.
const std::vector<std::pair<std::string_view, const NetworkPreset*>>& network_presets();

// Sets the members of `network` that a preset has.
void apply(const NetworkPreset& preset, NetworkSettings& network);

// True if the network has the default parameters, which are invented.
bool is_invented(const PlatformSettings& platform);

// The names of the preset's members whose value in `network` differs from the preset, such as "latency_ns".
std::vector<std::string> changed_from(const NetworkPreset& preset, const NetworkSettings& network);

}  // namespace rmasim::sim
