// An MPI call with its arguments, and its result. The caller (a simulated program, a test, an MPI front-end) fills in
// the arguments that the call's row in call_table.h names and leaves the others at their defaults.
#pragma once

#include "protocol/base/operation.h"

#include <vector>

namespace rmasim {

// MPI_SEND or MPI_RECV, eager.
struct Message {
    Rank peer = no_rank;
    std::uint32_t tag = 0;
    Datatype datatype = Datatype::byte;
    std::uint32_t count = 0;  // RECV: at least the count of the message
    OriginBuffer buffer;
};

struct CallRequest {
    Call call = Call::none;
    WindowId window = 0;  // for operations the same as in `operation`
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Operation operation{};              // operations
    Message message{};                  // send, recv
    Group group{};                      // post, start
    std::vector<RequestId> requests{};  // request_wait: completed in this order; request_test: exactly one
};

struct CallAnswer {
    RequestId request = no_request;  // r-forms: set as soon as the call begins
    bool done = false;               // tests: the tested condition holds
};

}  // namespace rmasim
