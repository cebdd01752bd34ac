// The internal state of a process that a sequence can print. The state depends on the family.
#pragma once

#include "protocol/base/process.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::seq {

// Prints the internal state of a process as lines. The default functions return no lines: they are for families without
// such state. `process` must be of the scenario's family.
class FamilyView {
public:
    using Lines = std::vector<std::string>;
    virtual ~FamilyView() = default;
    // Returns the states of windows, exposure epochs, targets and the own lock.
    virtual Lines state_of(const Process& /*process*/) const { return {}; }
    // Returns the numbers of free elements of all pools: first the local levels of each window, then the global levels.
    virtual Lines pools_of(const Process& /*process*/) const { return {}; }
    // Returns the used slots of each window's operation table.
    virtual Lines tables_of(const Process& /*process*/) const { return {}; }
    // Returns the elements that are not in their pools.
    virtual Lines elements_out(const Process& /*process*/) const { return {}; }
};

// `scenario` must outlive the result.
std::unique_ptr<FamilyView> view_of(const sim::Scenario& scenario);

}  // namespace rmasim::seq
