// CHECK and ISSUE: send operations and closing packets to a target, with their flags (CH3-CHECK-1 to CH3-CHECK-7,
// CH3-ISSUE-1 to CH3-ISSUE-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Executes CHECK, which updates the target's state before ISSUE. Returns false if no operation can be issued to the
// target now.
bool check_target(EngineState& engine, Window& window, TargetElement& target);

// Executes ISSUE in steps. If too many responses are missing after an operation that fetches data (READ),
// `continue_issuing` returns. The caller then makes progress and calls `continue_issuing` again. No other ISSUE can run
// as long as this object exists (CH3-PROG-5).
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

    // Returns true if the caller must make progress and call `continue_issuing` again.
    bool continue_issuing();

private:
    PacketFlag flags_of(const OperationElement& op);
    void send(OperationElement& op, PacketFlag flags);
    bool issue_first();

    EngineState& engine_;
    Window& window_;
    TargetElement& target_;
    bool may_;
    bool first_ = true;  // true until the first operation of this ISSUE
};

// Removes the first operation of the issue list, which will not be sent again, and frees its element.
void finish_first(EngineState& engine, Window& window, TargetElement& target, PacketFlag flags);
// Reports an operation that fetches data (READ) as complete, because all of its units are answered.
void complete_op(EngineState& engine, OperationElement& op);

}  // namespace rmasim::ch3
