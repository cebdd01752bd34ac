#include "tests/sequences/harness/caller.h"

#include "tests/sequences/harness/arguments.h"

#include <fmt/core.h>

namespace rmasim::seq {

std::string text_of(Caller caller) {
    return caller.thread == 0 ? fmt::format("{}", caller.rank) : fmt::format("{}.{}", caller.rank, caller.thread);
}

Caller caller_in(const std::string& text) {
    const auto dot = text.find('.');
    if (dot == std::string::npos) return {static_cast<Rank>(number_in(text)), 0};
    return {static_cast<Rank>(number_in(text.substr(0, dot))), static_cast<int>(number_in(text.substr(dot + 1)))};
}

}  // namespace rmasim::seq
