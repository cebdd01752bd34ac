// Reports on runs of family oldqueue that cannot finish.
#pragma once

#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

class OldQueueReports final : public WaitReports {
public:
    // The locks for which requests in the target's queue wait.
    std::vector<LockAtTarget> locks_awaited(const Process& target) const override;

protected:
    bool loss_explains(const SuspectedLoss& lost) const override;
};

}  // namespace rmasim::sim
