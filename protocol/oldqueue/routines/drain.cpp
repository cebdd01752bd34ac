#include "protocol/oldqueue/routines/drain.h"

#include "protocol/oldqueue/routines/send.h"

namespace rmasim::oldqueue {

void ask_for_proof(EngineState& engine, Window& window, Target& target, Why why) {
    const bool held = target.held != no_operation;
    const bool puts = target.unproven || (held && !fetches(engine.operations[target.held].operation.kind));
    if (held) send_held(engine, window, target, puts ? flag::rma_done : PacketFlag::none);
    else if (puts) send_rma_done(engine, window, target, why);
}

}  // namespace rmasim::oldqueue
