#include "protocol/ch4/make_process.h"

#include "protocol/ch4/engine.h"

namespace rmasim::ch4 {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
                                      const std::vector<bool>& dynamic) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world, dynamic);
}

}  // namespace rmasim::ch4
