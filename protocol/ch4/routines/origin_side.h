// The origin: sends operations, and handles the answers of targets.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Sends an operation as a packet (CH4-OP-1). The number of unanswered operations is counted per window in a fence
// epoch, and per target in any other epoch.
void send_operation(EngineState& engine, Window& window, const Operation& operation);

// Sends the data of an operation whose datatype has reached the target (CH4-LARGE-2).
void on_dt_ack(EngineState& engine, const Packet& packet);

// True if the network executes the operation (CH4-NATIVE-1, CH4-NATIVE-5, CH4-NATIVE-7).
bool is_native(const EngineState& engine, const Window& window, const Operation& operation);
// Sends an operation that the network executes. Under UCX a put is complete at its origin afterwards (CH4-NATIVE-2).
void send_natively(EngineState& engine, Window& window, const Operation& operation);
// Handles the answer of a NIC.
void on_nic_answer(EngineState& engine, const Packet& packet);

// Handles the target's answer to an operation that was sent as a packet.
void on_answer(EngineState& engine, Window& window, const Packet& packet);
// Handles LOCK_ACK and LOCKALL_ACK.
void on_grant(EngineState& engine, Window& window, const Packet& packet);
void on_unlock_ack(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch4
