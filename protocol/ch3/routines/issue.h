// CHECK and ISSUE: what is sent to a target, with which flags (CH3-CHECK-1 to CH3-CHECK-7, CH3-ISSUE-1 to CH3-ISSUE-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// CHECK. False: nothing can be issued to the target now.
bool check_target(EngineState& engine, Window& window, TargetElement& target);

// ISSUE, in parts: after a READ, while too many responses are missing, the caller makes progress and calls `go_on`
// again. Meanwhile nothing else issues (CH3-PROG-5).
class Issue {
public:
    Issue(EngineState& engine, Window& window, TargetElement& target)
        : engine_(engine), window_(window), target_(target), may_(!engine.issuing) {
        if (may_) engine.issuing = true;
    }
    ~Issue() {
        if (may_) engine_.issuing = false;
    }
    Issue(const Issue&) = delete;
    Issue& operator=(const Issue&) = delete;

    // True if progress is wanted before it goes on.
    bool go_on();

private:
    PacketFlag flags_of(const OperationElement& op);
    void send(OperationElement& op, PacketFlag flags);
    bool issue_first();

    EngineState& engine_;
    Window& window_;
    TargetElement& target_;
    bool may_;
    bool first_ = true;  // operation of this ISSUE
};

// The first operation of the list has been sent for good.
void finish_first(EngineState& engine, Window& window, TargetElement& target, PacketFlag flags);
// It is complete, and the observer knows: its request is done, and it is gone.
void close_op(EngineState& engine, OperationElement& op);
// All units of a READ are answered.
void complete_op(EngineState& engine, OperationElement& op);

}  // namespace rmasim::ch3
