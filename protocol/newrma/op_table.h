// The operation table of a window (design, "Data structures" 1).
#pragma once

#include "protocol/newrma/elements.h"
#include "protocol/parts/slot_table.h"

namespace rmasim::newrma {

using OpTable = SlotTable<TargetElement>;

}  // namespace rmasim::newrma
