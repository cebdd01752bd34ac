#include "sim/ranks/make_process.h"

#include "protocol/shm/engine.h"

namespace rmasim::sim {

std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, World world) {
    if (scenario.family == Family::shm) {
        std::vector<std::uint64_t> bytes;
        for (const WindowSettings& window : scenario.windows) bytes.push_back(window.bytes);
        return std::make_unique<shm::Engine>(rank, scenario.ranks, bytes, scenario.shm, world);
    }
    const auto windows = static_cast<WindowId>(scenario.windows.size());
    return std::make_unique<newrma::Engine>(rank, scenario.ranks, windows, scenario.protocol, world);
}

newrma::Engine* newrma_engine(Process& process) { return dynamic_cast<newrma::Engine*>(&process); }
const newrma::Engine* newrma_engine(const Process& process) { return dynamic_cast<const newrma::Engine*>(&process); }

}  // namespace rmasim::sim
