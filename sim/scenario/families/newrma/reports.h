// Reports on runs of family newrma that cannot finish.
#pragma once

#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

class NewRmaReports final : public WaitReports {
public:
    std::vector<LockAtTarget> locks_awaited(const Process& target) const override;
    std::vector<TreeNode> tree_nodes(const Process& process) const override;

protected:
    bool loss_explains(const SuspectedLoss& lost) const override;
};

}  // namespace rmasim::sim
