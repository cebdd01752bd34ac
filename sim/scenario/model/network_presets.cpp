#include "sim/scenario/model/network_presets.h"

#include <array>

namespace rmasim::sim {

namespace {

// What these sources share.
constexpr std::string_view culler =
    "D. Culler et al.: LogP: Towards a Realistic Model of Parallel Computation. PPoPP 1993";
constexpr std::string_view martin =
    "R. Martin, A. Vahdat, D. Culler, T. Anderson: Effects of Communication Latency, Overhead, and Bandwidth in a "
    "Cluster Architecture. ISCA 1997, Table 1";
constexpr std::string_view gerstenberger =
    "R. Gerstenberger, M. Besta, T. Hoefler: Enabling Highly-Scalable Remote Memory Access Programming with MPI-3 One "
    "Sided. SC 2013";
constexpr std::string_view tukey =
    "Netgauge output of the cluster Tukey at Argonne, 2013, in the CODES simulator "
    "(github.com/codes-org/codes, tests/conf/ng-mpi-tukey.dat)";
constexpr std::string_view de_sensi =
    "D. De Sensi et al.: Noise in the Clouds: Influence of Network Performance Variability on Application Scalability. "
    "Proc. ACM Meas. Anal. Comput. Syst. 6(3), 2022 (github.com/DanieleDeSensi/cloud_noise, "
    "simulations/loggp_params.py)";
constexpr std::string_view as_reported = "latency L, gap g and overhead o as reported, bandwidth 1 / G";
constexpr std::string_view as_measured = "latency L, gap g and overhead o as reported, bandwidth of bulk transfers";
constexpr std::string_view active_messages = "measured with active messages; nothing within a node";
constexpr std::string_view fitted = "fitted to MPI ping-pongs of two nodes; nothing within a node";

constexpr std::array<NetworkPreset, 9> presets{{
    {"cm5-1993", 1993, "Thinking Machines CM-5", 6000, 0.04, 4000, 2000,
     "L 6 us, o 2 us, g 4 us: 5 MB/s a processor across the bisection, in messages of 20 bytes",
     "latency L, gap g and overhead o as reported, bandwidth 20 bytes in g", "G: LogP has short messages only", culler},
    {"berkeley-now-1997", 1997, "Berkeley NOW: Myrinet, UltraSPARC workstations", 5000, 0.304, 5800, 2900,
     "L 5.0 us, o 2.9 us, g 5.8 us, 38 MB/s", as_measured, active_messages, martin},
    {"meiko-cs2-1997", 1997, "Meiko CS-2", 7500, 0.376, 13'600, 1700, "L 7.5 us, o 1.7 us, g 13.6 us, 47 MB/s",
     as_measured, active_messages, martin},
    {"paragon-1997", 1997, "Intel Paragon", 6500, 1.128, 7600, 1800, "L 6.5 us, o 1.8 us, g 7.6 us, 141 MB/s",
     as_measured, active_messages, martin},
    {"gemini-2013", 2013, "Cray XE6, Gemini", 1000, 50, 416, 0,
     "a put of s bytes between nodes takes 0.16 ns s + 1 us with its completion; one every 416 ns",
     "latency the constant part (an upper bound: it includes the completion), bandwidth 1 / 0.16 ns, gap 416 ns",
     "CPU time apart from the gap: overhead 0", gerstenberger},
    {"infiniband-tukey-2013", 2013, "InfiniBand, MVAPICH", 4539, 16.1, 1080, 1122,
     "half a round trip 6.782 us, o_s 1.104 us, o_r 1.140 us, g 1.080 us, G 0.497 ns/byte (1 byte; g 2 bytes; G 4 MB)",
     "latency half a round trip without o_s and o_r, overhead their mean, bandwidth 1 / G",
     "the nodes' hardware; medium sizes are slower than g and G say", tukey},
    {"efa-aws-2022", 2022, "AWS, HPC instances with EFA, 100 Gb/s", 28'000, 47.1, 0, 0,
     "L 28 us, o 0, g 0, G 0.17 ns/byte", as_reported, fitted, de_sensi},
    {"infiniband-azure-2022", 2022, "Azure, HPC instances with 100 Gb/s InfiniBand", 1300, 93, 1500, 150,
     "L 1.3 us, o 0.15 us, g 1.5 us, G 0.086 ns/byte", as_reported, fitted, de_sensi},
    {"slingshot-alps-2022", 2022, "Alps (CSCS), HPE Slingshot", 1900, 101.3, 0, 230,
     "L 1.9 us, o 0.23 us, g 0, G 0.079 ns/byte", as_reported, fitted, de_sensi},
}};

}  // namespace

const std::vector<std::pair<std::string_view, const NetworkPreset*>>& network_presets() {
    static const std::vector<std::pair<std::string_view, const NetworkPreset*>> choices = [] {
        std::vector<std::pair<std::string_view, const NetworkPreset*>> all;
        for (const NetworkPreset& preset : presets) all.emplace_back(preset.name, &preset);
        return all;
    }();
    return choices;
}

void apply(const NetworkPreset& preset, NetworkSettings& network) {
    network.latency_ns = preset.latency_ns;
    network.bandwidth_gbps = preset.bandwidth_gbps;
    network.gap_ns = preset.gap_ns;
    network.overhead_ns = preset.overhead_ns;
}

std::vector<std::string> changed_from(const NetworkPreset& preset, const NetworkSettings& network) {
    std::vector<std::string> changed;
    if (network.latency_ns != preset.latency_ns) changed.emplace_back("latency_ns");
    if (network.bandwidth_gbps < preset.bandwidth_gbps || network.bandwidth_gbps > preset.bandwidth_gbps) {
        changed.emplace_back("bandwidth_gbps");
    }
    if (network.gap_ns != preset.gap_ns) changed.emplace_back("gap_ns");
    if (network.overhead_ns != preset.overhead_ns) changed.emplace_back("overhead_ns");
    return changed;
}

}  // namespace rmasim::sim
