// Reads and changes the settings of a random program that runs on New RMA.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/untimed/fuzz/program/random_program.h"

namespace rmasim::property {

inline const newrma::Config& config_of(const fuzz::RandomProgram& program) {
    return sim::settings_as<newrma::Config>(*program.settings);
}

inline void configure(fuzz::RandomProgram& program, const newrma::Config& config) {
    program.settings = sim::make_settings(config);
}

inline fuzz::RandomProgram program_of_ranks(Rank ranks, std::uint32_t words = 0) {
    fuzz::RandomProgram program;
    program.begin(ranks, words);
    return program;
}

// Chooses pool sizes from `sizes`, and settings that affect the use of elements.
template <std::size_t count>
void randomize_pools(sim::Random& random, const PoolSize (&sizes)[count], newrma::Config& config) {
    config.op_pool = element_of(random, sizes);
    config.target_pool = element_of(random, sizes);
    config.lock_all_requests = 1 + below<std::uint32_t>(random, 3);
    config.piggyback_threshold = below<std::uint32_t>(random, 4);
}

}  // namespace rmasim::property
