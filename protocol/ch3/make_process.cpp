#include "protocol/ch3/make_process.h"

#include "protocol/ch3/engine.h"

namespace rmasim::ch3 {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::ch3
