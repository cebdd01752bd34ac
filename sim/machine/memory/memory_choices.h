// The interface for choices in memory that is not sequentially consistent: when a store leaves its buffer, and which
// value a load returns. `rmasim run` chooses by random numbers and the clock (timed_memory_choices.h). In `rmasim
// explore` and `rmasim fuzz`, the search or the random scheduler makes each choice
// (sim/untimed/world/untimed_memory_choices.h).
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/word.h"

#include <cstdint>
#include <span>

namespace rmasim::sim {

// A buffered store to a word that another rank is about to access. Only the oldest store of `rank` to the word is
// listed.
struct MayLeave {
    Rank rank = no_rank;
    std::size_t index = 0;  // position in the rank's buffer
    std::int64_t leaves_at_ps = 0;
};

// A value that a load may return: the current value in memory, or an earlier value of the same word.
struct MayLoad {
    Bytes bytes = 0;
    // Serial numbers of stores. `newest` is the last store, and `oldest` the first store, that overwrote a byte of the
    // value. Both are 0 for the current value.
    std::uint64_t newest = 0;
    std::uint64_t oldest = 0;
    std::int64_t overwritten_at_ps = 0;  // time of the store with serial `oldest`
};

class MemoryChoices {
public:
    virtual ~MemoryChoices() = default;
    virtual std::int64_t now_ps(Rank) const { return 0; }
    // Returns the time at which a store of `rank` leaves the rank's store buffer and reaches memory. A MEM_SYNC or a
    // full buffer may make the store leave earlier.
    virtual std::int64_t leaves_at_ps(Rank rank, std::uint64_t serial) = 0;
    // Rank `by` is about to access a word at `moment_ps`. Chooses which of the buffered `stores` to this word reaches
    // memory next. `stores` has ascending ranks and is not empty. Returns an index, or stores.size() if no store
    // reaches memory before the access. After each store that reaches memory, this function is called again for the
    // remaining stores.
    virtual std::size_t leaves_first(Rank by, std::int64_t moment_ps, std::span<const MayLeave> stores) = 0;
    // Chooses the value that a load by rank `by` returns. Returns an index in `values`, which has the current value
    // first, then the older values from the newest to the oldest.
    virtual std::size_t loads(Rank by, std::span<const MayLoad> values) = 0;
    // True if the rank's n-th update of one copy of a window reaches the other copy (private or public) at once
    // (protocol/memmodel/shadow/copies.h).
    virtual bool copies_at_once(Rank, std::uint64_t /*nth*/) { return true; }
    // True if a node keeps at most MemorySettings::stale_words old values. False if a node keeps all old values.
    virtual bool forgets() const { return true; }
};

// Makes the choices for which memory is sequentially consistent: every access observes all earlier stores.
class AtOnce final : public MemoryChoices {
public:
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return 0; }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave>) override { return 0; }
    std::size_t loads(Rank, std::span<const MayLoad>) override { return 0; }
};

}  // namespace rmasim::sim
