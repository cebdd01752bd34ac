// The description (described.h) of the settings of family oldqueue, the old MPICH notes.
#pragma once

#include "protocol/oldqueue/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<oldqueue::UnlockKind>, 2> unlock_kinds{
    {{"acknowledged", oldqueue::UnlockKind::acknowledged}, {"local", oldqueue::UnlockKind::local}}};
inline constexpr std::array<Named<oldqueue::GrantOrder>, 3> grant_orders{{{"scan", oldqueue::GrantOrder::scan},
                                                                          {"queue", oldqueue::GrantOrder::queue},
                                                                          {"fifo", oldqueue::GrantOrder::fifo}}};
inline constexpr std::array<Named<oldqueue::LocalLock>, 2> local_locks{
    {{"loop", oldqueue::LocalLock::loop}, {"queued", oldqueue::LocalLock::queued}}};
inline constexpr std::array<Named<oldqueue::FenceKind>, 2> queue_fence_kinds{
    {{"barrier", oldqueue::FenceKind::barrier}, {"counts", oldqueue::FenceKind::counts}}};
inline constexpr std::array<Named<oldqueue::WindowInfo>, 3> window_infos{
    {{"given", oldqueue::WindowInfo::given},
     {"all_to_all", oldqueue::WindowInfo::all_to_all},
     {"lazy", oldqueue::WindowInfo::lazy}}};
inline constexpr std::array<Named<oldqueue::Serves>, 2> servings{
    {{"calls", oldqueue::Serves::calls}, {"synchronisation", oldqueue::Serves::synchronisation}}};

void describe(auto& visit, Described<oldqueue::Optimizations> auto& optimizations) {
    auto& [single_op, piggyback] = optimizations;
    visit.flag("single_op", single_op);
    visit.flag("piggyback", piggyback);
}

void describe(auto& visit, Described<oldqueue::Config> auto& config) {
    auto& [unlock, grant_order, local_lock, fence, eager_bytes, window_info, serves, optimizations, message_eager_bytes,
           message_part_bytes, collectives] = config;
    visit.choice("unlock", unlock, unlock_kinds);
    visit.choice("grant_order", grant_order, grant_orders);
    visit.choice("local_lock", local_lock, local_locks);
    visit.choice("fence", fence, queue_fence_kinds);
    visit.number("eager_bytes", eager_bytes, IntegerBounds{0, 16'777'216});
    visit.choice("window_info", window_info, window_infos);
    visit.choice("serves", serves, servings);
    visit.group("optimizations", optimizations);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
