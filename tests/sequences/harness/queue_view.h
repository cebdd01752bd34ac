// The state of family oldqueue that a sequence can print: locks and the queue.
#pragma once

#include "tests/sequences/harness/family_view.h"

namespace rmasim::seq {

// `scenario` must outlive the result.
std::unique_ptr<FamilyView> queue_view_of(const sim::Scenario& scenario);

}  // namespace rmasim::seq
