// The thread of a rank that makes a call. The text "0" is thread 0 of rank 0, and "0.1" is its second thread.
#pragma once

#include "protocol/base/types.h"

#include <compare>
#include <string>

namespace rmasim::seq {

struct Caller {
    Rank rank = 0;
    int thread = 0;
    auto operator<=>(const Caller&) const = default;
};

std::string text_of(Caller caller);
// Raises BadSequence if the text does not have the form of "0" or "0.1".
Caller caller_in(const std::string& text);

}  // namespace rmasim::seq
