// The settings of MPICH's device ch4, as scenarios write them.
#pragma once

#include "protocol/ch4/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<ch4::Native>, 2> natives{
    {{"none", ch4::Native::none}, {"put_get", ch4::Native::put_get}}};

void describe(auto& visit, Described<ch4::Config> auto& config) {
    auto& [native, flush_progress_interval, mem_efficient, mended, message_eager_bytes, collectives] = config;
    visit.choice("native", native, natives);
    visit.number("flush_progress_interval", flush_progress_interval, IntegerBounds{0, INT32_MAX});
    visit.flag("mem_efficient", mem_efficient);
    visit.flag("mended", mended);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
