// The internal state of a process that a sequence can print: it differs between families.
#pragma once

#include "protocol/base/process.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::seq {

// The defaults, for families without such state, print nothing. `process` must be of the scenario's family.
class FamilyView {
public:
    using Lines = std::vector<std::string>;
    virtual ~FamilyView() = default;
    // Windows, exposure epochs, targets, the own lock.
    virtual Lines state_of(const Process& /*process*/) const { return {}; }
    // Free elements of all; local levels of each window, then the global ones.
    virtual Lines pools_of(const Process& /*process*/) const { return {}; }
    // Slots in use of each window's table.
    virtual Lines tables_of(const Process& /*process*/) const { return {}; }
    // Elements that are not in their pools.
    virtual Lines elements_out(const Process& /*process*/) const { return {}; }
};

// `scenario` outlives it.
std::unique_ptr<FamilyView> view_of(const sim::Scenario& scenario);

}  // namespace rmasim::seq
