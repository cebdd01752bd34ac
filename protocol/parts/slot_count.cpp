#include "protocol/parts/slot_count.h"

namespace rmasim {

void SlotCount::one_more() { ++value_; }

void SlotCount::one_less() { --value_; }

}  // namespace rmasim
