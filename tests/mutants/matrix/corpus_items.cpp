// The suite `corpus`: each case, and the eighth of the corpus that it belongs to.
#include "tests/corpus/golden.h"
#include "tests/mutants/matrix/items.h"

#include <fmt/core.h>

#include <map>
#include <stdexcept>

namespace rmasim::mutants {

namespace {

using namespace corpus;

constexpr std::size_t parts = 8;  // as tests/CMakeLists.txt divides them

const Suites& all_suites() {
    static const Suites all = suites(RMASIM_ROOT);
    return all;
}

const std::vector<GoldenCase>& all_cases() {
    static const std::vector<GoldenCase> all = golden_cases(RMASIM_ROOT);
    return all;
}

const std::map<std::string, const GoldenCase*>& by_name() {
    static const auto made = [] {
        std::map<std::string, const GoldenCase*> cases;
        for (const GoldenCase& one : all_cases()) cases[one.name()] = &one;
        return cases;
    }();
    return made;
}

}  // namespace

void prepare_items(const std::string& name) {
    if (name != "corpus") throw std::invalid_argument(fmt::format("{}: wanted is corpus", name));
    all_suites();
    by_name();
}

std::vector<Item> list_items() {
    std::vector<Item> items;
    for (std::size_t i = 0; i < all_cases().size(); ++i) {
        items.push_back({all_cases()[i].name(), std::to_string(i % parts)});
    }
    return items;
}

std::optional<std::uint64_t> finds(const std::string& item) {
    const GoldenCase& one = *by_name().at(item);
    if (hash_of_case(all_suites(), one) == one.hash) return std::nullopt;
    return 0;
}

}  // namespace rmasim::mutants
