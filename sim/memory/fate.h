// What a memory that is not sequentially consistent leaves open, and somebody has to decide: chance and a clock, or
// whoever plays every order.
#pragma once

#include "protocol/base/types.h"
#include "sim/memory/word.h"

#include <cstdint>
#include <span>

namespace rmasim::sim {

// The oldest store of another rank to a word that is about to be touched.
struct MayLeave {
    Rank rank = no_rank;
    std::size_t index = 0;  // in its buffer
    std::int64_t leaves_at_ps = 0;
};

// A value that a load may give: the one memory has, or one that was there before.
struct MayLoad {
    Bytes bytes = 0;
    std::uint64_t newest = 0;  // the last and the first store that overwrote it; 0: memory has it, or has it again
    std::uint64_t oldest = 0;
    std::int64_t overwritten_at_ps = 0;  // by the first
};

class Fate {
public:
    virtual ~Fate() = default;
    virtual std::int64_t now_ps(Rank) const { return 0; }
    // When a store of `rank` leaves its buffer, if nothing makes it leave before.
    virtual std::int64_t leaves_at_ps(Rank rank, std::uint64_t serial) = 0;
    // `by` touches a word at `moment_ps`. Which of the stores (ranks ascending, not empty) leaves its buffer first?
    // Their number: none of them leaves before. Asked again when one has left.
    virtual std::size_t leaves_first(Rank by, std::int64_t moment_ps, std::span<const MayLeave> stores) = 0;
    // Which of the values (what memory has, then older and older ones) does a load of `by` give?
    virtual std::size_t loads(Rank by, std::span<const MayLoad> values) = 0;
    // Whether the node forgets old values when it has MemorySettings::stale_words of them.
    virtual bool forgets() const { return true; }
};

// Whatever is touched is up to date: nobody can tell such a machine from a sequentially consistent one.
class AtOnce final : public Fate {
public:
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return 0; }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave>) override { return 0; }
    std::size_t loads(Rank, std::span<const MayLoad>) override { return 0; }
};

}  // namespace rmasim::sim
