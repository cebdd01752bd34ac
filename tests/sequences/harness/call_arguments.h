// The arguments of a call, in the notation of sequences: `put 1 len=8`, `fence noprecede`, `lock 1 exclusive`, `post
// 1,2`, `send 1 tag=3`.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "sim/scenario/model/scenario.h"
#include "tests/sequences/harness/arguments.h"

namespace rmasim::seq {

// Returns the call with a name, such as "put", "acc", "accumulate" or "request_wait". Raises BadSequence if no call has
// this name.
Call call_in_sequence(const std::string& verb);

// Takes the arguments of the call according to its description, except for names of requests and the value of an
// operation. Raises BadSequence if the arguments are not valid.
CallRequest request_in(Call call, Rank caller, Arguments& arguments, const sim::Scenario& scenario);

// Returns the modes in the next argument, such as "put,get". "none" means no mode.
SyncModes modes_in(Arguments& arguments);

WindowId window_in(Arguments& arguments, const sim::Scenario& scenario);

}  // namespace rmasim::seq
