#include "protocol/oldqueue/routines/entry.h"

#include "protocol/oldqueue/routines/look.h"

namespace rmasim::oldqueue {

Entry::Entry(EngineState& engine, Window& window, Call call) : engine_(engine), inside_(window.calls, call) {
    enter();
}

Entry::Entry(EngineState& engine) : engine_(engine) { enter(); }

void Entry::enter() {
    ++engine_.calls;
    if (serves()) ++engine_.serving;
    look(engine_, Looker::rank);
}

Entry::~Entry() {
    --engine_.calls;
    if (serves()) --engine_.serving;
}

}  // namespace rmasim::oldqueue
