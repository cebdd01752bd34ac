// Handlers of replies at the origin: grants, data, acknowledgements, clear to send; and of data that have left the
// user's memory. Handlers never block.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void on_reply(EngineState& engine, Window& window, const Packet& packet);
// The data of operation `id` have left the user's memory.
void on_data_sent(EngineState& engine, OpId id);

}  // namespace rmasim::newrma
