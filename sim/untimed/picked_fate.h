// What a memory leaves open is a pick of the step that is being made. The first pick is the one after which nothing is
// left open: what has been stored reaches memory, and loads give what memory has.
#pragma once

#include "sim/memory/fate.h"
#include "sim/untimed/picks.h"

#include <limits>

namespace rmasim::sim {

class PickedFate final : public Fate {
public:
    void pick_by(Picks& picks) { picks_ = &picks; }

    // Not by itself.
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return std::numeric_limits<std::int64_t>::max(); }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave> stores) override {
        return picks_->pick(stores.size() + 1);
    }
    std::size_t loads(Rank, std::span<const MayLoad> values) override { return picks_->pick(values.size()); }
    // How much others store must not change what a rank can load: the steps would not commute.
    bool forgets() const override { return false; }

private:
    Picks* picks_ = nullptr;
};

}  // namespace rmasim::sim
