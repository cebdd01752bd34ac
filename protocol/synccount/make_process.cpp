#include "protocol/synccount/make_process.h"

#include "protocol/synccount/engine.h"

namespace rmasim::synccount {

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, sizes, config, world);
}

}  // namespace rmasim::synccount
