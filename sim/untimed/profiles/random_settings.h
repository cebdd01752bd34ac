// Random settings that several families have.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/sizes.h"
#include "sim/scenario/expression/picks.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/families/protocol_settings.h"
#include "sim/untimed/profiles/profile.h"

#include <algorithm>
#include <memory>

namespace rmasim::fuzz {

using sim::chance;
using sim::make_settings;
using sim::one_of;
using sim::Random;
using sim::settings_as;
using Settings = std::shared_ptr<const sim::ProtocolSettings>;

// A random size limit of eager messages. `next` is a copy of the caller's generator. The caller's further settings
// therefore do not depend on this choice.
std::uint32_t randomize_message_limit(Random next);
// A random size of the parts of messages. `next` has the same meaning.
std::uint32_t randomize_part_bytes(Random next);
// Random algorithms of collective calls. `next` is a copy of the caller's generator, so the caller's further settings
// do not depend on this choice.
CollectiveAlgorithms random_collective_algorithms(Random next);
// Generates sizes for single windows, in one program of three. `random` is a copy of the caller's generator, so the
// caller's further choices do not depend on the sizes. The function may also generate sizes for windows that the
// program does not have. These sizes have no effect.
void randomize_window_sizes(Random random, const PoolSize& op_pool, const PoolSize& target_pool,
                            SizesOfWindows& of_windows);

// A copy of `config` with at least one element in every local pool.
template <class Config>
Config with_elements_everywhere(Config config) {
    const auto at_least_one = [](std::uint32_t& local) { local = std::max<std::uint32_t>(local, 1); };
    at_least_one(config.op_pool.local);
    at_least_one(config.target_pool.local);
    for (auto& sizes : config.of_windows) {
        if (!sizes) continue;
        at_least_one(sizes->op_pool.local);
        at_least_one(sizes->target_pool.local);
    }
    return config;
}

}  // namespace rmasim::fuzz
