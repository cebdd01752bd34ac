// The origin's side: operations leave, and the answers of targets come.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Sends a posted operation (CH4-OP-1). With a fence it counts for the window, otherwise for its target.
void send_operation(EngineState& engine, Window& window, const Operation& operation);

// Whether the network carries it out (CH4-NATIVE-1, CH4-NATIVE-5, CH4-NATIVE-7).
bool is_native(const EngineState& engine, const Window& window, const Operation& operation);
// Sends it as such: under UCX a put is complete at its origin then (CH4-NATIVE-2).
void send_natively(EngineState& engine, Window& window, const Operation& operation);
// The answer of a NIC.
void on_nic_answer(EngineState& engine, const Packet& packet);

// The answer to an operation.
void on_answer(EngineState& engine, Window& window, const Packet& packet);
// LOCK_ACK, LOCKALL_ACK.
void on_grant(EngineState& engine, Window& window, const Packet& packet);
void on_unlock_ack(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch4
