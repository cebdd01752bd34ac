// The description (described.h) of the settings of family newrma, New RMA.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/families/pool_settings.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<newrma::Cleanup>, 2> cleanups{
    {{"restore", newrma::Cleanup::restore}, {"flush", newrma::Cleanup::flush}}};
inline constexpr std::array<Named<newrma::RestoreOp>, 2> restore_ops{
    {{"until_free", newrma::RestoreOp::until_free}, {"until_empty", newrma::RestoreOp::until_empty}}};

inline constexpr std::array<Named<LockOrder>, 3> lock_orders{{{"fifo", LockOrder::fifo},
                                                              {"readers_first", LockOrder::readers_first},
                                                              {"holders_first", LockOrder::holders_first}}};

inline constexpr Rule<std::uint32_t> tree_or_none{[](const std::uint32_t& fan_out) { return fan_out != 1; },
                                                  "0 for no tree, or a fan-out of at least 2"};

void describe(auto& visit, Described<newrma::Optimizations> auto& optimizations) {
    auto& [single_op, piggyback, lazy_free, complete_rides, drop_empty] = optimizations;
    visit.flag("single_op", single_op);
    visit.flag("piggyback", piggyback);
    visit.flag("lazy_free", lazy_free);
    visit.flag("complete_rides", complete_rides);
    visit.flag("drop_empty", drop_empty);
}

void describe(auto& visit, Described<newrma::Config> auto& config) {
    // `of_windows` has no key of its own: its settings are in `windows.NAME.protocol`.
    auto& [slots, op_pool, target_pool, piggyback_threshold, single_op_threshold, optimizations, cleanup, restore_op,
           lock_buffer, lock_all_requests, pscw_tree, accumulate_ordering, eager_limit, rendezvous_threshold,
           lock_order, message_eager_bytes, message_part_bytes, collectives, of_windows] = config;
    visit.number("slots", slots, table_slots);
    visit.group("op_pool", op_pool, at_least_one_element);
    visit.group("target_pool", target_pool, at_least_one_element);
    visit.number("piggyback_threshold", piggyback_threshold, IntegerBounds{0, 1'048'576});
    visit.number("single_op_threshold_bytes", single_op_threshold, IntegerBounds{0, 16'777'216});
    visit.group("optimizations", optimizations);
    visit.choice("cleanup", cleanup, cleanups);
    visit.choice("restore_op", restore_op, restore_ops);
    visit.group("lock_buffer", lock_buffer);
    visit.number("lock_all_requests", lock_all_requests, IntegerBounds{1, 16'777'216});
    visit.number("pscw_tree", pscw_tree, IntegerBounds{0, 65'536}, tree_or_none);
    visit.flag("accumulate_ordering", accumulate_ordering);
    visit.number("eager_limit_bytes", eager_limit, IntegerBounds{0, newrma::no_limit_bytes});
    visit.number("rendezvous_threshold_bytes", rendezvous_threshold, IntegerBounds{0, newrma::no_limit_bytes});
    visit.choice("lock_order", lock_order, lock_orders);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
