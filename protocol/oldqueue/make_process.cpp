#include "protocol/oldqueue/make_process.h"

#include "protocol/oldqueue/engine.h"

namespace rmasim::oldqueue {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::oldqueue
