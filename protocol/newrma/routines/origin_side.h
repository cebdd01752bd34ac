// Replies, at the origin: a grant, data, an acknowledgement. Handlers never block.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void on_reply(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
