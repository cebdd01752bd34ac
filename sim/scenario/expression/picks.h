// Picks: every random program, of `fuzz` and of tests, is drawn by them. A source has `below(n)`: the project's
// generator (random.h, which has the two picks that settings need), or that of a test (tests/twister.h). A pick draws
// one number, unless its comment names another count.
#pragma once

#include "sim/scenario/expression/random.h"

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace rmasim::sim {

template <class Source>
bool chance(Source& random, unsigned percent) {
    return random.below(100) < percent;
}
// A number in [0, end), of the type of `end`: a rank, a window.
template <class Number, class Source>
Number below(Source& random, Number end) {
    return static_cast<Number>(random.below(static_cast<std::uint64_t>(end)));
}
// Likewise, but not `one`.
template <class Number, class Source>
Number another(Source& random, Number one, Number end) {
    const std::uint64_t away = 1 + random.below(static_cast<std::uint64_t>(end) - 1);
    return static_cast<Number>((static_cast<std::uint64_t>(one) + away) % static_cast<std::uint64_t>(end));
}
// An element of a list that is not empty.
template <class List, class Source>
auto& element_of(Source& random, List& list) {
    return list[random.below(std::size(list))];
}
// Removes it.
template <class T, class Source>
T take_one(Source& random, std::vector<T>& list) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(random.below(list.size()));
    T taken = std::move(*at);
    list.erase(at);
    return taken;
}
// Each number of [0, end) with that probability; as many draws.
template <class Number, class Source>
std::vector<Number> some_below(Source& random, Number end, unsigned percent) {
    std::vector<Number> some;
    for (Number one = 0; one < end; ++one) {
        if (chance(random, percent)) some.push_back(one);
    }
    return some;
}
// A draw fewer than there are elements.
template <class T, class Source>
void shuffle(Source& random, std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
}

}  // namespace rmasim::sim
