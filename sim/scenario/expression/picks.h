// Random choices for the generators of random programs, in `fuzz` and in tests. A source of random numbers has a member
// `below(n)`. The source is the project's generator (random.h) or a test's generator (tests/twister.h). Each function
// takes one random number from the source, unless its comment states another count.
#pragma once

#include "sim/scenario/expression/random.h"

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Returns true with a probability of `percent` / 100.
template <class Source>
bool chance(Source& random, unsigned percent) {
    return random.below(100) < percent;
}
// A random number in [0, end). The result has the type of `end`, such as a rank or a window.
template <class Number, class Source>
Number below(Source& random, Number end) {
    return static_cast<Number>(random.below(static_cast<std::uint64_t>(end)));
}
// A random number in [0, end) other than `one`.
template <class Number, class Source>
Number another(Source& random, Number one, Number end) {
    const std::uint64_t away = 1 + random.below(static_cast<std::uint64_t>(end) - 1);
    return static_cast<Number>((static_cast<std::uint64_t>(one) + away) % static_cast<std::uint64_t>(end));
}
// A random element of a list that is not empty.
template <class List, class Source>
auto& element_of(Source& random, List& list) {
    return list[random.below(std::size(list))];
}
// Removes a random element from a list that is not empty, and returns the element.
template <class T, class Source>
T take_one(Source& random, std::vector<T>& list) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(random.below(list.size()));
    T taken = std::move(*at);
    list.erase(at);
    return taken;
}
// A random subset of [0, end). Each number is in the subset with a probability of `percent` / 100. Takes `end` random
// numbers.
template <class Number, class Source>
std::vector<Number> some_below(Source& random, Number end, unsigned percent) {
    std::vector<Number> some;
    for (Number one = 0; one < end; ++one) {
        if (chance(random, percent)) some.push_back(one);
    }
    return some;
}
// Shuffles a list of n elements. Takes n - 1 random numbers.
template <class T, class Source>
void shuffle(Source& random, std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
}

}  // namespace rmasim::sim
