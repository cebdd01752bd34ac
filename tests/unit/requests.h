// Call requests for tests that talk to a process directly.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"

namespace rmasim {

inline CallRequest fence_request(Assert asserts) { return {.call = Call::fence, .asserts = asserts}; }

inline CallRequest lock_request(LockType type, Rank target, Assert asserts = Assert::none) {
    return {.call = Call::lock, .target = target, .lock_type = type, .asserts = asserts};
}

// UNLOCK, FLUSH and the like.
inline CallRequest request_to(Call call, Rank target) { return {.call = call, .target = target}; }

// `count` bytes from the start of the target's window.
inline CallRequest operation_request(OpKind kind, Rank target, std::uint32_t count) {
    CallRequest request{.call = call_posting(kind, false), .target = target};
    request.operation.kind = kind;
    request.operation.target = target;
    request.operation.region.count = count;
    return request;
}

}  // namespace rmasim
