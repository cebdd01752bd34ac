// Messages, barriers and collective calls for families that handle packets on arrival. For families in which packets
// wait until a call makes progress, see polled_calls.h.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/requests/request_calls.h"

#include <utility>

namespace rmasim {

// True for calls without a window: barriers, messages, persistent requests of messages, probes, collective calls, and
// calls on requests.
constexpr bool is_two_sided(CallClass kind) {
    return kind == CallClass::barrier || kind == CallClass::message || kind == CallClass::probe ||
           kind == CallClass::persistent || kind == CallClass::buffering || kind == CallClass::collective ||
           kind == CallClass::request;
}

// Begins one of the calls of begin_message_call (below) that are less frequent.
template <class Config>
[[gnu::noinline]] Task<> begin_other_call(TwoSided& two_sided, const World& world, WaitList& waits,
                                          const Config& config, const CallRequest& request, CallAnswer& answer) {
    switch (description_of(request.call).kind) {
        case CallClass::barrier:
            if (!has_request(request.call)) return two_sided.barrier(world, waits, request.comm);
            [[fallthrough]];
        case CallClass::collective: return two_sided.collective(world, waits, request, config.collectives, answer);
        case CallClass::persistent: return two_sided.make_persistent(request, answer);
        default: return two_sided.message_call(world, waits, request, message_limits(config), answer);
    }
}

// Begins a barrier, a message or a collective call: one of `message_calls` (call.h), except the calls that wait for
// requests, test or start them. SEND, RECV, ISEND and IRECV are the most frequent calls. `Config` has members
// `message_eager_bytes`, `message_part_bytes` and `collectives`.
template <class Config>
Task<> begin_message_call(TwoSided& two_sided, const World& world, WaitList& waits, const Config& config,
                          const CallRequest& request, CallAnswer& answer) {
    switch (request.call) {
        case Call::send: return two_sided.send(world, waits, request.message, message_limits(config));
        case Call::recv: return two_sided.recv(world, waits, request.message, answer, request.status_use());
        case Call::isend: return two_sided.isend(world, request.message, message_limits(config), answer);
        case Call::irecv: return two_sided.irecv(world, request.message, answer);
        default: return begin_other_call(two_sided, world, waits, config, request, answer);
    }
}

// Executes START and STARTALL in families in which only messages and collective calls have persistent requests.
template <class Config>
Task<> start_requests(TwoSided& two_sided, const World& world, WaitList& waits, const Config& config,
                      CallRequest& request) {
    return two_sided.start(world, waits, request.call, std::move(request.requests), message_limits(config),
                           config.collectives);
}

// Moves the requests of a call into a list for `request_call`.
inline RequestList request_list(const World& world, WaitList& waits, Rank rank, CallRequest& request,
                                CallAnswer& answer) {
    std::vector<MessageStatus>* statuses = nullptr;
    if (request.wants_status) {
        statuses = &answer.own_lists().statuses;
        statuses->clear();
    }
    return {world,
            waits,
            rank,
            request.call,
            std::move(request.requests),
            std::move(request.more),
            statuses,
            request.errors_return};
}

}  // namespace rmasim
