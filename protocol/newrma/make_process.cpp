#include "protocol/newrma/make_process.h"

#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::newrma
