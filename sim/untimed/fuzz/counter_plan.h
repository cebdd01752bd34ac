// What an episode of a random program with synchronisation counters is made of: counters, and channels that lower them.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <vector>

namespace rmasim::fuzz {

struct PlannedCounter {
    Rank owner = no_rank;
    ThreadId thread = 0;
    std::uint32_t handle = 0;  // variables
    std::uint32_t request = 0;
    std::int64_t count = 0;
    bool restart = false;
    bool frees = false;  // halo: it counts targets that may be operated on, not origins that have
};

// A request of operations of an origin to the owner of a counter, which lowers it once a round.
struct Channel {
    Rank origin = no_rank;
    Rank target = no_rank;
    ThreadId thread = 0;      // of the origin
    std::size_t counter = 0;  // of the episode
    SyncModes modes = SyncModes::none;
    bool restart = false;
    std::uint32_t handle = 0;  // variables
    std::uint32_t request = 0;
    std::uint32_t tag = 0;  // of the message that brings the handle
};

struct Episode {
    enum class Kind : std::uint8_t { gather, halo, chain };
    Kind kind = Kind::gather;
    WindowId window = 0;
    int unit = 0;
    bool early = false;  // START, and INIT, of its counters may come after signals
    std::uint64_t rounds = 1;
    std::vector<PlannedCounter> counters;
    std::vector<Channel> channels;
};

}  // namespace rmasim::fuzz
