// The arguments of a call as a sequence writes them: `put 1 len=8`, `fence noprecede`, `lock 1 exclusive`, `post 1,2`,
// `send 1 tag=3`.
#pragma once

#include "sim/ranks/interpreter.h"
#include "tests/sequences/harness/arguments.h"

namespace rmasim::seq {

// "put", "acc" or "accumulate", "request_wait". Raises BadSequence when no call has this name.
sim::InstructionKind kind_of_call(const std::string& verb);

// Takes what belongs to a call of this kind, but for names of requests and an operation's value. Answers go where the
// test world looks for them. Raises BadSequence when the arguments make no sense.
sim::PreparedCall call_in(sim::InstructionKind kind, Arguments& arguments, const sim::Scenario& scenario);

WindowId window_in(Arguments& arguments, const sim::Scenario& scenario);

}  // namespace rmasim::seq
