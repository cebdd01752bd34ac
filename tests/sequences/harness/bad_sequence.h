// A .seq file that cannot be run as written: an unknown verb, a missing argument, a number that is none.
#pragma once

#include <stdexcept>

namespace rmasim::seq {

class BadSequence : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace rmasim::seq
