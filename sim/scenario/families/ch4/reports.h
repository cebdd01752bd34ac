// Reports on runs of family ch4 that cannot finish.
#pragma once

#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

class Ch4Reports final : public WaitReports {
public:
    std::vector<LockAtTarget> locks_awaited(const Process& target) const override;
    // The origins of accumulates whose data the target awaits.
    std::vector<Rank> data_awaited(const Process& target) const override;

protected:
    // Every request has an answer, so the loss of the request or of the answer may be the reason. The loss of an UNLOCK
    // delays the answers to other ranks that request the lock.
    bool loss_explains(const SuspectedLoss& lost) const override;
};

}  // namespace rmasim::sim
