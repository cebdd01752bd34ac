// Messages, barriers and collective calls for families in which packets wait until a call makes progress. Each of these
// calls first handles the packets that have arrived. newrma handles packets on arrival and does not use this header.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/parts/messages/two_sided.h"

#include <utility>

namespace rmasim {

// `look` is the family's function that handles the packets that have arrived. `State` is the state of the family's
// engine, with members `world`, `waits`, `two_sided`, `config`.
template <auto look, class State>
class PolledCalls {
public:
    // Begins a barrier, a message or a collective call: one of `message_calls` (call.h), except the calls that wait for
    // requests or test them.
    static Task<> begin(State& state, CallRequest&& request, CallAnswer& answer) {
        switch (request.call) {
            case Call::barrier: return barrier(state, request.comm);
            case Call::send: return send(state, request.message);
            case Call::recv: return recv(state, request.message, answer, request.status_use());
            case Call::isend:
                return state.two_sided.isend(state.world, request.message, message_limits(state.config), answer);
            case Call::irecv: return state.two_sided.irecv(state.world, request.message, answer);
            default: break;
        }
        const CallClass kind = description_of(request.call).kind;
        if (kind == CallClass::persistent) return state.two_sided.make_persistent(std::move(request), answer);
        const bool is_collective = kind == CallClass::collective || kind == CallClass::barrier;
        if (is_collective && has_request(request.call)) {
            return state.two_sided.collective(state.world, state.waits, request, state.config.collectives, answer);
        }
        if (is_collective) return collective(state, std::move(request), answer);
        if (has_request(request.call)) {
            return state.two_sided.message_call(state.world, state.waits, request, message_limits(state.config),
                                                answer);
        }
        return message_call(state, std::move(request), answer);
    }

private:
    static Task<> barrier(State& state, WindowId comm) {
        look(state);
        co_await state.two_sided.barrier(state.world, state.waits, comm);
    }
    static Task<> message_call(State& state, CallRequest request, CallAnswer& answer) {
        look(state);
        co_await state.two_sided.message_call(state.world, state.waits, request, message_limits(state.config),
                                              answer);
    }
    static Task<> collective(State& state, CallRequest request, CallAnswer& answer) {
        look(state);
        co_await state.two_sided.collective(state.world, state.waits, request, state.config.collectives, answer);
    }
    static Task<> send(State& state, Message message) {
        const MessageLimits limits = message_limits(state.config);
        if (is_long(message, limits)) look(state);
        co_await state.two_sided.send(state.world, state.waits, message, limits);
    }
    static Task<> recv(State& state, Message message, CallAnswer& answer, StatusUse use) {
        look(state);
        co_await state.two_sided.recv(state.world, state.waits, message, answer, use);
    }
};

}  // namespace rmasim
