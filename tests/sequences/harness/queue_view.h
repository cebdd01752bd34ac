// The state of family oldqueue that a sequence can print: locks and the queue.
#pragma once

#include "tests/sequences/harness/family_view.h"

namespace rmasim::seq {

// Returns a view of processes of family oldqueue. `scenario` must outlive the view.
std::unique_ptr<FamilyView> queue_view_of(const sim::Scenario& scenario);

}  // namespace rmasim::seq
