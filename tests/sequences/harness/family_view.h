// The internal state of a process that a sequence can print. It differs between families.
#pragma once

#include "protocol/base/process.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::seq {

// Prints the internal state. The defaults, for families without such state, print nothing. `process` must be of the
// scenario's family.
class FamilyView {
public:
    using Lines = std::vector<std::string>;
    virtual ~FamilyView() = default;
    // Windows, exposure epochs, targets, the own lock.
    virtual Lines state_of(const Process& /*process*/) const { return {}; }
    // Free elements of all pools: local levels of each window, then the global levels.
    virtual Lines pools_of(const Process& /*process*/) const { return {}; }
    // Used slots of each window's table.
    virtual Lines tables_of(const Process& /*process*/) const { return {}; }
    // Elements that are not in their pools.
    virtual Lines elements_out(const Process& /*process*/) const { return {}; }
};

// `scenario` must outlive the result.
std::unique_ptr<FamilyView> view_of(const sim::Scenario& scenario);

}  // namespace rmasim::seq
