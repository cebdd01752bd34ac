// Handlers of replies, at the origin: grants, data, acknowledgements. Handlers never block.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void on_reply(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
