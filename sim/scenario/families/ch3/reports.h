// Reports on runs of family ch3 that cannot finish.
#pragma once

#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

class Ch3Reports final : public WaitReports {
public:
    std::vector<LockAtTarget> locks_awaited(const Process& target) const override;
    // The rank whose message the window's oldest pending ibarrier lacks.
    Rank awaited_in_background(const Process& process, WindowId window) const override;

protected:
    bool loss_explains(const SuspectedLoss& lost) const override;
};

}  // namespace rmasim::sim
