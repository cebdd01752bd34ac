// The description (described.h) of the settings of family ch3, MPICH's CH3 device.
#pragma once

#include "protocol/ch3/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/families/pool_settings.h"

namespace rmasim::sim {

void describe(auto& visit, Described<ch3::Config> auto& config) {
    // `of_windows` has no key of its own: its settings are in `windows.NAME.protocol`.
    auto& [delay_issuing, slots, op_pool, target_pool, lock_buffer, piggyback_lock_bytes, scalable_fence_ranks,
           poke_responses, wait_responses, whole_bytes, flush_checks_once, fixed, message_eager_bytes,
           message_part_bytes, collectives, of_windows] = config;
    visit.flag("delay_issuing", delay_issuing);
    visit.number("slots", slots, table_slots);
    visit.group("op_pool", op_pool, at_least_one_element);
    visit.group("target_pool", target_pool, at_least_one_element);
    visit.group("lock_buffer", lock_buffer);
    visit.number("piggyback_lock_bytes", piggyback_lock_bytes, IntegerBounds{0, INT32_MAX});
    visit.number("scalable_fence_ranks", scalable_fence_ranks, IntegerBounds{1, INT32_MAX});
    visit.number("poke_responses", poke_responses, IntegerBounds{0, INT32_MAX});
    visit.number("wait_responses", wait_responses, IntegerBounds{-1, INT32_MAX});
    visit.number("whole_bytes", whole_bytes, IntegerBounds{0, INT32_MAX});
    visit.flag("flush_checks_once", flush_checks_once);
    visit.flag("fixed", fixed);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
