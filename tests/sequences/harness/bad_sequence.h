// The exception for a .seq file that cannot be run: two sequences with one name, an unknown verb, a missing argument.
#pragma once

#include <stdexcept>

namespace rmasim::seq {

class BadSequence : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace rmasim::seq
