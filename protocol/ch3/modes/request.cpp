#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/progress.h"

namespace rmasim::ch3 {

void RequestedOperations::begin(const Request&) { poke(engine_); }

void RequestedOperations::begin_message() { poke(engine_); }

WaitReason RequestedOperations::reason(Call call, OpId op) const {
    const OperationElement& element = engine_.ops[op];
    return {call, element.window, Awaited::request, element.target};
}

}  // namespace rmasim::ch3
