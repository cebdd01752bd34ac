// Every call of a sequence that is not an operation: `fence noprecede`, `lock 1 exclusive`, `post 1,2`, `send 1 tag=3`.
#pragma once

#include "tests/sequences/harness/arguments.h"
#include "tests/sequences/harness/test_world.h"

namespace rmasim::seq {

// Raises BadSequence when no call has this name, or its arguments make no sense.
CallRequest synchronisation_in(const std::string& name, WindowId window, Arguments& arguments, const TestWorld& world);

}  // namespace rmasim::seq
