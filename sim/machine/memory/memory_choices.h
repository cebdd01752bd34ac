// The nondeterminism of memory that is not sequentially consistent: when a store leaves its buffer, and which value a
// load returns. `run` decides by random numbers and the clock (timed_memory_choices.h). `explore` and `fuzz` treat each
// decision as a choice among alternatives (sim/untimed/world/untimed_memory_choices.h).
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/word.h"

#include <cstdint>
#include <span>

namespace rmasim::sim {

// A store of another rank, still in its buffer, to a word that is about to be accessed: the oldest such store of the
// rank.
struct MayLeave {
    Rank rank = no_rank;
    std::size_t index = 0;  // position in the rank's buffer
    std::int64_t leaves_at_ps = 0;
};

// A value that a load may return: the current value in memory, or an earlier one.
struct MayLoad {
    Bytes bytes = 0;
    std::uint64_t newest = 0;  // serials of the last and the first store that overwrote the value; 0: current value
    std::uint64_t oldest = 0;
    std::int64_t overwritten_at_ps = 0;  // time of the first of these stores
};

class MemoryChoices {
public:
    virtual ~MemoryChoices() = default;
    virtual std::int64_t now_ps(Rank) const { return 0; }
    // The time at which a store of `rank` leaves its buffer, unless something (a MEM_SYNC, a full buffer) forces it out
    // earlier.
    virtual std::int64_t leaves_at_ps(Rank rank, std::uint64_t serial) = 0;
    // Chooses the buffered store to a word that reaches memory next, when `by` accesses the word at `moment_ps`.
    // `stores` has ascending ranks and is not empty. Returns an index, or stores.size() if no store reaches memory
    // before the access. Called again after each store.
    virtual std::size_t leaves_first(Rank by, std::int64_t moment_ps, std::span<const MayLeave> stores) = 0;
    // Chooses the value that a load of `by` returns, as an index. `values` has the current value first, then older and
    // older ones.
    virtual std::size_t loads(Rank by, std::span<const MayLoad> values) = 0;
    // True if the rank's n-th update of a window's copy reaches the other copy at once (protocol/memmodel/copies.h).
    virtual bool copies_at_once(Rank, std::uint64_t /*nth*/) { return true; }
    // True if a node keeps at most MemorySettings::stale_words old values. Otherwise it keeps all.
    virtual bool forgets() const { return true; }
};

// Memory choices for sequentially consistent memory: every access observes all earlier stores.
class AtOnce final : public MemoryChoices {
public:
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return 0; }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave>) override { return 0; }
    std::size_t loads(Rank, std::span<const MayLoad>) override { return 0; }
};

}  // namespace rmasim::sim
