// Call requests for tests that use a process directly.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"

namespace rmasim {

// Returns a request with only a target, for UNLOCK, FLUSH and similar calls.
inline CallRequest request_to(Call call, Rank target) {
    CallRequest request;
    request.call = call;
    request.target = target;
    return request;
}

inline CallRequest fence_request(Assert asserts) {
    CallRequest request = request_to(Call::fence, no_rank);
    request.asserts = asserts;
    return request;
}

inline CallRequest lock_request(LockType type, Rank target, Assert asserts = Assert::none) {
    CallRequest request = request_to(Call::lock, target);
    request.lock_type = type;
    request.asserts = asserts;
    return request;
}

// Returns a request for an operation on the first `count` bytes of the target's window.
inline CallRequest operation_request(OpKind kind, Rank target, std::uint32_t count) {
    CallRequest request = request_to(call_posting(kind, false), target);
    request.operation.kind = kind;
    request.operation.target = target;
    request.operation.region.count = count;
    return request;
}

}  // namespace rmasim
