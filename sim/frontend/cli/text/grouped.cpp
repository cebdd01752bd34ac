#include "sim/frontend/cli/text/grouped.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

std::string with_commas(std::string digits) {
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

}  // namespace

std::string grouped(std::uint64_t number) { return with_commas(std::to_string(number)); }

std::string grouped_figure(const std::string& text) {
    static constexpr std::string_view digits = "0123456789";
    const std::size_t first = std::min(text.find_first_of(digits), text.size());
    const std::string before = text.substr(0, first);
    const bool is_figure = text.find_first_not_of(digits, first) == std::string::npos &&
                           (before.empty() || before == "-" || before == "at least " || before == "at most ");
    return is_figure ? before + with_commas(text.substr(first)) : text;
}

std::string noun(std::uint64_t number, std::string_view one, std::string_view many) {
    if (number == 1) return std::string(one);
    return many.empty() ? std::string(one) + 's' : std::string(many);
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return grouped(number) + ' ' + noun(number, one, many);
}

}  // namespace rmasim::sim
