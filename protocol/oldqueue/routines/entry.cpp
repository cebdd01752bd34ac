#include "protocol/oldqueue/routines/entry.h"

#include "protocol/oldqueue/routines/poll.h"

namespace rmasim::oldqueue {

Entry::Entry(EngineState& engine, Window& window, Call call) : engine_(engine), inside_(window.calls, call) {
    enter();
}

Entry::Entry(EngineState& engine) : engine_(engine) { enter(); }

void Entry::enter() {
    ++engine_.calls;
    if (serves()) ++engine_.serving;
    poll(engine_, Poller::rank);
}

Entry::~Entry() {
    --engine_.calls;
    if (serves()) --engine_.serving;
}

}  // namespace rmasim::oldqueue
