#include "sim/frontend/cli/arguments/validators.h"

#include "sim/frontend/cli/text/time_text.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rmasim::sim {

CLI::Validator whole_number(std::uint64_t min, std::uint64_t max) {
    const auto check = [min, max](const std::string& text) {
        std::uint64_t number = 0;
        const char* const last = text.data() + text.size();
        const std::from_chars_result read = std::from_chars(text.data(), last, number);
        if (read.ec == std::errc{} && read.ptr == last && number >= min && number <= max) return std::string();
        return fmt::format("found {}; allowed: a whole number from {} to {}", text, min, max);
    };
    return {check, fmt::format("{} to {}", min, max)};
}

CLI::Validator one_of_these(const std::vector<std::string>& names) {
    const auto check = [names](const std::string& text) {
        if (std::ranges::find(names, text) != names.end()) return std::string();
        return fmt::format("found {}; allowed: {}", text, fmt::join(names, ", "));
    };
    return {check, fmt::format("{{{}}}", fmt::join(names, ","))};
}

CLI::Validator time_limit() {
    const auto check = [](const std::string& text) {
        try {
            time_limit_s(text);
            return std::string();
        } catch (const BadInput& error) {
            return fmt::format("found {}; allowed: {}", error.found, error.allowed);
        }
    };
    return {check, "TIME"};
}

}  // namespace rmasim::sim
