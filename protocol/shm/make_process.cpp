#include "protocol/shm/make_process.h"

#include "protocol/shm/engine.h"

namespace rmasim::shm {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::shm
