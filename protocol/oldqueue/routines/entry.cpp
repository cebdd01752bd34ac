#include "protocol/oldqueue/routines/entry.h"

#include "protocol/oldqueue/routines/look.h"

namespace rmasim::oldqueue {

Entry::Entry(EngineState& engine, Window& window, Call call) : engine_(engine), window_(&window), call_(call) {
    window.calls.enter(call);
    enter();
}

Entry::Entry(EngineState& engine) : engine_(engine) { enter(); }

void Entry::enter() {
    ++engine_.calls;
    if (serves()) ++engine_.serving;
    look(engine_, Looker::rank);
}

Entry::~Entry() {
    if (window_ != nullptr) window_->calls.leave(call_);
    --engine_.calls;
    if (serves()) --engine_.serving;
}

}  // namespace rmasim::oldqueue
