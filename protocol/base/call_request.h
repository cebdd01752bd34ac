// An MPI call with its arguments, and what it gives back. Whoever makes calls (a simulated program, a test, an MPI
// front-end) fills in what the call's row in call_table.h names, and leaves the rest.
#pragma once

#include "protocol/base/operation.h"

#include <vector>

namespace rmasim {

// MPI_SEND or MPI_RECV, eager.
struct Message {
    Rank peer = no_rank;
    std::uint32_t tag = 0;
    Datatype datatype = Datatype::byte;
    std::uint32_t count = 0;  // RECV: at least the message's
    OriginBuffer buffer;
};

struct CallRequest {
    Call call = Call::none;
    WindowId window = 0;  // of operations too, as in `operation`
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Operation operation{};              // operations
    Message message{};                  // send, recv
    Group group{};                      // post, start
    std::vector<RequestId> requests{};  // request_wait: one after the other; request_test: one
};

struct CallAnswer {
    RequestId request = no_request;  // of an r-form: from the moment the call begins
    bool done = false;               // of a test: what it tested for is over
};

}  // namespace rmasim
