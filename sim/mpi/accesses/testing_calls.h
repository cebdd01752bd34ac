// The calls by which programs poll for events.
#pragma once

#include "protocol/base/call.h"

namespace rmasim::sim {

// Calls that change nothing outside of the rank and return whether something has happened.
inline constexpr CallSet testing_calls{Call::test,
                                       Call::request_test,
                                       Call::request_testall,
                                       Call::request_testany,
                                       Call::request_testsome,
                                       Call::iprobe,
                                       Call::improbe,
                                       Call::sync};

}  // namespace rmasim::sim
