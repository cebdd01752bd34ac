#include "tests/property/counter_wraparound.h"

#include "protocol/newrma/engine.h"
#include "protocol/oldqueue/engine.h"
#include "protocol/shm/engine.h"

namespace rmasim::property {

std::unique_ptr<Process> CounterWraparound::make(const sim::Scenario& scenario, Rank rank, const World& world) const {
    const auto windows = static_cast<WindowId>(scenario.windows.size());
    if (of_.name() == "newrma") {
        const auto& config = sim::settings_as<newrma::Config>(*scenario.protocol);
        return std::make_unique<newrma::Engine>(rank, scenario.ranks, windows, config, world, start_);
    }
    if (of_.name() == "oldqueue") {
        const auto& config = sim::settings_as<oldqueue::Config>(*scenario.protocol);
        return std::make_unique<oldqueue::Engine>(rank, scenario.ranks, windows, config, world, start_);
    }
    const auto& config = sim::settings_as<shm::Config>(*scenario.protocol);
    return std::make_unique<shm::Engine>(rank, scenario.ranks, windows, config, world, start_);
}

}  // namespace rmasim::property
