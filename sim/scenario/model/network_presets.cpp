#include "sim/scenario/model/network_presets.h"

#include <array>
#include <functional>

namespace rmasim::sim {

namespace {

// Texts that several presets share.
constexpr std::string_view tukey =
    "Netgauge output of the cluster Tukey at Argonne, 2013, in the CODES simulator "
    "(github.com/codes-org/codes, tests/conf/ng-mpi-tukey.dat)";
constexpr std::string_view de_sensi =
    "D. De Sensi et al.: Noise in the Clouds: Influence of Network Performance Variability on Application Scalability. "
    "Proc. ACM Meas. Anal. Comput. Syst. 6(3), 2022 (github.com/DanieleDeSensi/cloud_noise, "
    "simulations/loggp_params.py)";
constexpr std::string_view as_reported = "latency L, gap g and overhead o as reported, bandwidth 1 / G, rendezvous S";
constexpr std::string_view fitted_here = "`rmasim validate-times` fits them to the ping-pong and the bandwidths";
constexpr std::string_view not_validated = "not validated: no measurements of one-sided communication";
constexpr std::string_view validated = "compared with measurements: analysis/VALIDATION.md";
constexpr std::string_view fitted = "fitted to MPI ping-pongs between two nodes; no values within a node";

constexpr std::array<NetworkPreset, 12> presets{{
    {"infiniband-tukey-2013", 2013, "InfiniBand, MVAPICH", 4539, 16.1, 1080, 1122, 8192,
     "half a round trip 6.782 us, o_s 1.104 us, o_r 1.140 us, g 1.080 us, G 0.497 ns/byte (1 byte; g 2 bytes; G 4 MB); "
     "o_s rises from 2.7 to 20.4 us between 8 and 16 KiB",
     "latency half a round trip without o_s and o_r, overhead their mean, bandwidth 1 / G, rendezvous where o_s rises",
     "the nodes' hardware; medium sizes are slower than g and G predict", not_validated, tukey},
    {"aries-lanl-2018", 2018, "Cray XC of LANL, Cray Aries", 880, 78.166, 535, 118, 2'147'483'647,
     "half a round trip 1.20 us (8 bytes), 114.6 us (1 MiB); osu_put_bw 14.09 MB/s (8 bytes), at most 9517 MB/s",
     fitted_here, "two reports of 2016 and 2018; no one-sided latencies", "calibrated with two rows of osu_put_bw",
     "github.com/open-mpi/ompi pull request 4919; gist.github.com/hppritcha/6a3acd0c192fcfd082bd543fc98e6fe6, 2018"},
    {"aries-daint-2022", 2022, "Piz Daint (CSCS), Cray Aries", 500, 72.7, 6000, 0, 4096,
     "L 0.5 us, o 0, g 6 us, G 0.11 ns/byte, two nodes of a rack, S 4096 bytes", as_reported, fitted, not_validated,
     de_sensi},
    {"deep-est-2022", 2022, "DEEP-EST (Juelich), cluster partition, 100 Gb/s", 1600, 89.9, 5500, 350, 4096,
     "L 1.6 us, o 0.35 us, g 5.5 us, G 0.089 ns/byte, S 4096 bytes", as_reported, fitted, not_validated, de_sensi},
    {"efa-aws-2022", 2022, "AWS, HPC instances with EFA, 100 Gb/s", 28'000, 47.1, 0, 0, 65536,
     "L 28 us, o 0, g 0, G 0.17 ns/byte, one connection, two nodes of a rack, S 65536 bytes", as_reported, fitted,
     not_validated, de_sensi},
    {"ethernet-gcp-2022", 2022, "Google Cloud, HPC instances with gVNIC, 100 Gb/s", 23'000, 20.5, 0, 0, 65536,
     "L 23 us, o 0, g 0, G 0.39 ns/byte, one connection, S 65536 bytes", as_reported, fitted, not_validated, de_sensi},
    {"infiniband-azure-2022", 2022, "Azure, HPC instances with 100 Gb/s InfiniBand", 1300, 93, 1500, 150, 4096,
     "L 1.3 us, o 0.15 us, g 1.5 us, G 0.086 ns/byte, S 4096 bytes", as_reported, fitted, not_validated, de_sensi},
    {"infiniband200-azure-2022", 2022, "Azure, HPC instances with 200 Gb/s InfiniBand", 1700, 173.9, 1000, 0, 4096,
     "L 1.7 us, o 0, g 1 us, G 0.046 ns/byte, S 4096 bytes", as_reported, fitted, not_validated, de_sensi},
    {"oracle-2022", 2022, "Oracle Cloud, bare-metal HPC instances, 100 Gb/s", 1600, 80, 5000, 150, 4096,
     "L 1.6 us, o 0.15 us, g 5 us, G 0.1 ns/byte, two nodes of a rack, S 4096 bytes", as_reported, fitted,
     not_validated, de_sensi},
    {"slingshot-alps-2022", 2022, "Alps (CSCS), HPE Slingshot", 1900, 101.3, 0, 230, 4096,
     "L 1.9 us, o 0.23 us, g 0, G 0.079 ns/byte, two nodes of a rack, S 4096 bytes", as_reported, fitted, not_validated,
     de_sensi},
    {"gvnic-c2d-2023", 2023, "Google Cloud c2d-standard-2, gVNIC, TCP, 10 Gb/s", 27'079, 9.816, 5917, 4976, 32'768,
     "half a round trip 37.2 us (1 byte), 999.8 us (1 MiB); 8 bytes: osu_bw 1.14 MB/s, osu_bibw 1.59 MB/s; osu_bw at "
     "most 1227 MB/s",
     fitted_here, "kernel and MPI share a core: 23 us more from 64 bytes on", validated,
     "github.com/converged-computing/metrics-operator-experiments google/kubecon/osu-benchmarks/run1, 2023"},
    {"gvnic-c3-2023", 2023, "Google Cloud c3-standard-176, gVNIC, TCP, Tier 1", 13'742, 49.572, 2813, 1571, 32'768,
     "half a round trip 16.98 us (1 byte), 271.1 us (1 MiB); 8 bytes: osu_bw 2.42 MB/s, osu_bibw 4.92 MB/s; osu_bw at "
     "most 6196 MB/s",
     fitted_here, "a step of 15 us between 8 and 16 KiB", validated,
     "github.com/converged-computing/metrics-operator-experiments google/kubecon/lammps/run1, 2023"},
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
    network.rendezvous_bytes = preset.rendezvous_bytes;
}

bool is_invented(const PlatformSettings& platform) {
    const NetworkSettings &network = platform.network, usual;
    return platform.preset == nullptr && platform.topology != Topology::file &&
           network.latency_ns == usual.latency_ns && network.gap_ns == usual.gap_ns &&
           network.overhead_ns == usual.overhead_ns && std::equal_to<>()(network.bandwidth_gbps, usual.bandwidth_gbps);
}

std::vector<std::string> changed_from(const NetworkPreset& preset, const NetworkSettings& network) {
    std::vector<std::string> changed;
    if (network.latency_ns != preset.latency_ns) changed.emplace_back("latency_ns");
    if (network.bandwidth_gbps < preset.bandwidth_gbps || network.bandwidth_gbps > preset.bandwidth_gbps) {
        changed.emplace_back("bandwidth_gbps");
    }
    if (network.gap_ns != preset.gap_ns) changed.emplace_back("gap_ns");
    if (network.overhead_ns != preset.overhead_ns) changed.emplace_back("overhead_ns");
    if (network.rendezvous_bytes != preset.rendezvous_bytes) changed.emplace_back("rendezvous_bytes");
    return changed;
}

}  // namespace rmasim::sim
