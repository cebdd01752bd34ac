// The settings of the shared-memory notes, as scenarios write them.
#pragma once

#include "protocol/shm/config.h"
#include "sim/input/json/described.h"
#include "sim/input/model/limits.h"
#include "sim/input/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<shm::FenceKind>, 2> fence_kinds{
    {{"barrier", shm::FenceKind::barrier}, {"counts", shm::FenceKind::counts}}};

inline constexpr Rule<std::uint64_t> none_or_an_element{
    [](const std::uint64_t& bytes) { return bytes == 0 || bytes >= shm::least_region_bytes; },
    "0 for one mutex a window, or at least 8 bytes, the largest element's"};

void describe(auto& visit, Described<shm::Config> auto& config) {
    auto& [fence, region_bytes] = config;
    visit.choice("fence", fence, fence_kinds);
    visit.number("region_bytes", region_bytes, limits::window_bytes, none_or_an_element);
}

}  // namespace rmasim::sim
