// Handlers at the origin: of replies (grants, data, acknowledgements, clear to send), and of the report that data have
// left the user's memory. Handlers never block.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void on_reply(EngineState& engine, Window& window, const Packet& packet);
// Handles the report that the data of operation `id` have left the user's memory.
void on_data_sent(EngineState& engine, OpId id);

}  // namespace rmasim::newrma
