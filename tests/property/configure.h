// The settings of a program that runs on New RMA, changed in place.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::property {

inline const newrma::Config& config_of(const fuzz::RandomProgram& program) {
    return sim::settings_as<newrma::Config>(*program.settings);
}

inline void configure(fuzz::RandomProgram& program, const newrma::Config& config) {
    program.settings = sim::make_settings(config);
}

}  // namespace rmasim::property
