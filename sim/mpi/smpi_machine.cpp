#include "sim/mpi/smpi_machine.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

// One cluster: each host has a link to the switch, with half of the latency.
std::string platform_xml(const Scenario& scenario) {
    const NetworkSettings& network = scenario.platform.network;
    const std::int64_t per_node = scenario.platform.ranks_per_node;
    const std::int64_t nodes = (scenario.ranks + per_node - 1) / per_node;
    return fmt::format(
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\">\n<cluster id=\"cluster\" prefix=\"node\" radical=\"0-{}\" suffix=\"\" "
        "speed=\"1Gf\" bw=\"{}Gbps\" lat=\"{}ns\" loopback_bw=\"{}Gbps\" loopback_lat=\"{}ns\"/>\n</platform>\n",
        nodes - 1, network.bandwidth_gbps, static_cast<double>(network.latency_ns) / 2, network.node_bandwidth_gbps,
        network.node_latency_ns);
}

std::string hosts(const Scenario& scenario) {
    std::string lines;
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        lines += fmt::format("node{}\n", rank / scenario.platform.ranks_per_node);
    }
    return lines;
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream stream(file);
    stream << text;
    if (!stream.flush()) throw std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(errno)));
}

}  // namespace

// As the SimGrid module sets the network (sim/machine/simgrid). SMPI adds nothing to it, and local computation takes no
// time.
std::vector<std::string> SmpiMachine::arguments(const Scenario& scenario) {
    std::string pattern = (fs::temp_directory_path() / "rmasim-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error(fmt::format("{}: {}", pattern, std::strerror(errno)));
    }
    folder_ = pattern;
    write(fs::path(folder_) / "platform.xml", platform_xml(scenario));
    write(fs::path(folder_) / "hosts", hosts(scenario));
    return {"rmasim",
            fmt::format("--cfg=smpi/np:{}", scenario.ranks),
            fmt::format("--cfg=smpi/hostfile:{}/hosts", folder_),
            "--cfg=smpi/privatization:dlopen",
            "--cfg=smpi/simulate-computation:no",
            "--cfg=contexts/factory:raw",
            "--cfg=network/model:CM02",
            "--cfg=network/latency-factor:1",
            "--cfg=network/bandwidth-factor:1",
            "--cfg=network/weight-S:0",
            "--cfg=network/TCP-gamma:0",
            "--cfg=network/crosstraffic:no",
            "--cfg=surf/precision:1e-12",
            "--log=root.thres:critical",
            fmt::format("--log=root.app:file:{}/log", folder_),
            "--",
            folder_ + "/platform.xml"};
}

void SmpiMachine::remove_files() {
    std::error_code gone;
    if (!folder_.empty()) fs::remove_all(folder_, gone);
}

}  // namespace rmasim::sim
