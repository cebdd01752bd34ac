#include "sim/mpi/smpi/smpi_machine.h"

#include "sim/machine/platform/bandwidth.h"
#include "sim/machine/platform/platform.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <xbt/log.h>
#include <simgrid/s4u/Engine.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

SmpiMachine* the_machine = nullptr;

// Raises BadInput if the process cannot have enough memory mappings. Without this check, SimGrid would end the process.
// Each rank needs a stack with a guard page. If each rank has a copy of the program, it also needs the copy's segments.
void require_room(Rank ranks, bool copies) {
    constexpr std::int64_t others = 1000;  // mappings for the process itself and for the program's allocations
    const std::int64_t of_rank = copies ? 7 : 2;
    std::int64_t max = 0;
    std::ifstream("/proc/sys/vm/max_map_count") >> max;
    if (max == 0 || ranks <= (max - others) / of_rank) return;
    throw BadInput("ranks", std::to_string(ranks),
                   fmt::format("at most {}: Linux allows a process {} memory mappings (vm.max_map_count), and each "
                               "rank needs {}",
                               (max - others) / of_rank, max, of_rank));
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream stream(file);
    stream << text;
    if (!stream.flush()) throw std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(errno)));
}

}  // namespace

// The arguments make SMPI add no time to messages, because sim/machine/simgrid sets the times of the network. They also
// make computation take no time in SMPI.
std::vector<std::string> SmpiMachine::arguments(const Scenario& scenario, bool copies,
                                                std::function<void(Simgrid&)> then) {
    require_room(scenario.ranks, copies);
    std::string pattern = (fs::temp_directory_path() / "rmasim-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error(fmt::format("{}: {}", pattern, std::strerror(errno)));
    }
    folder_ = pattern;
    scenario_ = &scenario;
    then_ = std::move(then);
    the_machine = this;
    return {"rmasim",
            fmt::format("--cfg=smpi/np:{}", scenario.ranks),
            fmt::format("--cfg=smpi/hostfile:{}/hosts", folder_),
            copies ? "--cfg=smpi/privatization:dlopen" : "--cfg=smpi/privatization:no",
            "--cfg=smpi/simulate-computation:no",
            "--cfg=contexts/factory:raw",
            "--log=root.thres:critical",
            "--",
            platform_of_smpi};
}

void SmpiMachine::build() {
    const NetworkSettings& network = scenario_->platform.network;
    Machine machine = machine_of(scenario_->platform, scenario_->ranks);
    machine.within_node = LinkProperties{network.node_bandwidth_gbps * bytes_per_second_of_gbps,
                                         static_cast<double>(network.node_latency_ns) / 1e9};
    simgrid_ = make_simgrid(machine);
    const std::vector<std::string> hosts = simgrid_->hosts();
    std::string lines;
    for (Rank rank = 0; rank < scenario_->ranks; ++rank) {
        lines += hosts[static_cast<std::size_t>(rank / scenario_->platform.ranks_per_node)] + '\n';
    }
    write(fs::path(folder_) / "hosts", lines);
    // SimGrid has printed its messages about the platform. Later messages are written to a file, because rmasim itself
    // reports errors of the run.
    ::xbt_log_control_set(fmt::format("root.app:file:{}", log()).c_str());
    // SMPI reports the exit codes of ranks as warnings (SmpiWorld::note_ended).
    ::xbt_log_control_set("smpi.thres:warning");
    then_(*simgrid_);
}

std::string SmpiMachine::missing_function() const {
    std::ifstream file(log());
    constexpr std::string_view words = "Not yet implemented: P";
    for (std::string line; std::getline(file, line);) {
        const std::size_t at = line.find(words);
        if (at != std::string::npos) return line.substr(at + words.size(), line.find('.', at) - at - words.size());
    }
    return {};
}

void SmpiMachine::remove_files() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace rmasim::sim

// Replaces a function of SimGrid's library, which calls it when an argument of an MPI function is wrong, before the
// process aborts. SimGrid's function prints the return addresses on the stack, which differ from run to run. The report
// of the run names the call instead.
extern "C" void xbt_backtrace_display_current() {}

extern "C" void load_platform(const simgrid::s4u::Engine&) { rmasim::sim::the_machine->build(); }
