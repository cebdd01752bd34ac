// The description (described.h) of the settings of family shm, the shared-memory notes.
#pragma once

#include "protocol/shm/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<shm::FenceKind>, 2> fence_kinds{
    {{"barrier", shm::FenceKind::barrier}, {"counts", shm::FenceKind::counts}}};

inline constexpr std::array<Named<shm::MutexPer>, 2> mutex_uses{
    {{"request", shm::MutexPer::request}, {"block", shm::MutexPer::block}}};

inline constexpr Rule<std::uint64_t> none_or_an_element{
    [](const std::uint64_t& bytes) { return bytes == 0 || bytes >= shm::min_region_bytes; },
    "0 for one mutex per window, or at least 8 bytes, the size of the largest element"};

void describe(auto& visit, Described<shm::Config> auto& config) {
    auto& [fence, region_bytes, message_eager_bytes, message_part_bytes, collectives, mutex_per, defer_flush] = config;
    visit.choice("fence", fence, fence_kinds);
    visit.number("region_bytes", region_bytes, limits::window_bytes, none_or_an_element);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
    visit.choice("mutex_per", mutex_per, mutex_uses);
    visit.flag("defer_flush", defer_flush);
}

}  // namespace rmasim::sim
