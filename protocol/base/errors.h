// The two ways a simulated run can be wrong, apart from bad input.
#pragma once

#include "protocol/base/types.h"

#include <stdexcept>
#include <string>

namespace rmasim {

// The simulated program breaks a rule of MPI. Names the call and the rule.
class ErroneousProgram : public std::runtime_error {
public:
    ErroneousProgram(Call call, const std::string& rule)
        : std::runtime_error(std::string(name_of(call)) + ": " + rule), call(call), rule(rule) {}

    Call call;
    std::string rule;
};

// The core broke a rule of its own, which is a bug in the core. Names the clause.
class ProtocolError : public std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace rmasim
