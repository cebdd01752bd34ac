#include "sim/frontend/cli/text/time_text.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace rmasim::sim {

namespace {

struct TimeUnit {
    const char* name;
    std::int64_t length_ns;
};

TimeUnit unit_of(std::int64_t longest_ns) {
    for (const TimeUnit unit : {TimeUnit{"s", 1'000'000'000}, TimeUnit{"ms", 1'000'000}, TimeUnit{"us", 1'000}}) {
        if (longest_ns >= 10 * unit.length_ns) return unit;
    }
    return {"ns", 1};
}

// The time in units of `length_ns`, with `decimals` digits after the decimal point. The function rounds half up with
// integer arithmetic, so the result is the same on every machine.
std::string text_of(std::int64_t ns, std::int64_t length_ns, int decimals) {
    std::int64_t scale = 1;
    for (int i = 0; i < decimals; ++i) scale *= 10;
    const std::int64_t step_ns = std::max<std::int64_t>(length_ns / scale, 1);
    const std::int64_t steps = ns / step_ns + (ns % step_ns * 2 >= step_ns ? 1 : 0);
    const std::string whole = grouped(static_cast<std::uint64_t>(steps / scale));
    return decimals == 0 ? whole : fmt::format("{}.{:0{}}", whole, steps % scale, decimals);
}

}  // namespace

std::string duration(std::int64_t ns) {
    const TimeUnit unit = unit_of(ns);
    return fmt::format("{} {}", text_of(ns, unit.length_ns, unit.length_ns == 1 ? 0 : 1), unit.name);
}

TimeColumn::TimeColumn(std::span<const std::int64_t> all_ns) {
    std::int64_t longest = 0, shortest = INT64_MAX;
    for (const std::int64_t ns : all_ns) {
        longest = std::max(longest, ns);
        if (ns > 0) shortest = std::min(shortest, ns);
    }
    const TimeUnit unit = unit_of(longest);
    unit_ = unit.name;
    length_ns_ = unit.length_ns;
    if (length_ns_ == 1) return;
    decimals_ = shortest >= length_ns_ ? 1 : shortest >= length_ns_ / 10 ? 2 : 3;
}

std::string TimeColumn::operator()(std::int64_t ns) const {
    if (ns == 0) return fmt::format("0 {}", unit_);
    if (decimals_ == 3 && ns < length_ns_ / 1000) return fmt::format("<0.001 {}", unit_);
    return fmt::format("{} {}", text_of(ns, length_ns_, decimals_), unit_);
}

namespace {

constexpr std::int64_t minute_s = 60, hour_s = 60 * minute_s, day_s = 24 * hour_s, year_s = 365 * day_s;

// The length of a unit in seconds. 0 if the unit is unknown.
std::int64_t seconds_of(std::string_view unit) {
    if (unit.empty() || unit == "s") return 1;
    if (unit == "m") return minute_s;
    return unit == "h" ? hour_s : 0;
}

constexpr std::int64_t max_ns = std::int64_t{1'000'000} * 1'000'000'000;

// The length of a unit in nanoseconds. 0 if the unit is unknown.
std::int64_t nanoseconds_of(std::string_view unit) {
    if (unit == "ns") return 1;
    if (unit == "us") return 1000;
    if (unit == "ms") return 1'000'000;
    return unit == "s" ? 1'000'000'000 : 0;
}

[[noreturn]] void refuse_interval(const std::string& text) {
    throw BadInput("--trace-time", text,
                   "FROM-TO with units, such as 10us-20us; 10us- or -20us for an open interval; "
                   "units ns, us, ms, s");
}

}  // namespace

std::int64_t time_limit_s(const std::string& text) {
    std::int64_t number = 0;
    const char* const last = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), last, number);
    const std::int64_t unit_s = seconds_of({after, static_cast<std::size_t>(last - after)});
    if (error == std::errc{} && unit_s != 0 && number >= 1 && number <= year_s / unit_s) return number * unit_s;
    throw BadInput("--time", text, "a whole number of seconds from 1, or with a unit: 90s, 10m, 2h; at most a year");
}

std::pair<std::int64_t, std::optional<std::int64_t>> interval_ns(const std::string& text) {
    const std::size_t dash = text.find('-');
    const auto ns_of = [&](std::string_view part) -> std::optional<std::int64_t> {
        if (part.empty()) return std::nullopt;
        std::int64_t number = 0;
        const char* const last = part.data() + part.size();
        const auto [after, error] = std::from_chars(part.data(), last, number);
        const std::int64_t unit_ns = nanoseconds_of({after, static_cast<std::size_t>(last - after)});
        if (error == std::errc{} && unit_ns != 0 && number >= 0 && number <= max_ns / unit_ns) return number * unit_ns;
        refuse_interval(text);
    };
    if (dash == std::string::npos || text.size() == 1) refuse_interval(text);
    const std::optional<std::int64_t> from = ns_of(std::string_view(text).substr(0, dash));
    const std::optional<std::int64_t> to = ns_of(std::string_view(text).substr(dash + 1));
    if (to && *to <= from.value_or(0)) refuse_interval(text);
    return {from.value_or(0), to};
}

std::string about(double seconds) {
    for (const auto& [unit, unit_s] : {std::pair{"s", std::int64_t{1}}, std::pair{"min", minute_s},
                                       std::pair{"h", hour_s}, std::pair{"days", day_s}}) {
        const double number = seconds / static_cast<double>(unit_s);
        if (number < 99.5) return fmt::format("{:.0f} {}", number, unit);
    }
    const double years = seconds / static_cast<double>(year_s);
    return years < 1000 ? fmt::format("{:.1f} years", years) : "more than 1,000 years";
}

}  // namespace rmasim::sim
