#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/progress.h"

namespace rmasim::ch4 {

void RequestedOperations::begin(const Request&) { progress(engine_); }

void RequestedOperations::begin_message() { progress(engine_); }

WaitReason RequestedOperations::reason(Call call, OpId op) const {
    const OperationElement& element = engine_.operations[op];
    return {call, element.window, Awaited::request, element.target};
}

}  // namespace rmasim::ch4
