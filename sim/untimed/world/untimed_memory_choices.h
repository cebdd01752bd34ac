// Nondeterminism of shared memory in the untimed world. The choices (picks, choices.h) inside the current step
// determine which stores reach memory and which values loads return. If all choices are 0, memory is sequentially
// consistent: stores have left their buffers, and loads return the values in memory.
#pragma once

#include "sim/machine/memory/memory_choices.h"
#include "sim/untimed/world/choices.h"

#include <limits>

namespace rmasim::sim {

class UntimedMemoryChoices final : public MemoryChoices {
public:
    void pick_by(Choices& picks) { picks_ = &picks; }

    // Returns a time that is never reached: a store leaves its buffer only by a choice in `leaves_first`.
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return std::numeric_limits<std::int64_t>::max(); }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave> stores) override {
        return picks_->pick(stores.size() + 1);
    }
    std::size_t loads(Rank, std::span<const MayLoad> values) override { return picks_->pick(values.size()); }
    bool copies_at_once(Rank, std::uint64_t) override { return picks_->pick(2) == 0; }
    // Returns false: a rank may still load an old value after another rank's store has reached memory. If the stores of
    // other ranks limited the values that a rank may load, independent steps would not commute.
    bool forgets() const override { return false; }

private:
    Choices* picks_ = nullptr;
};

}  // namespace rmasim::sim
