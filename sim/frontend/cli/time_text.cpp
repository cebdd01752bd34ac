#include "sim/frontend/cli/time_text.h"

#include "sim/frontend/cli/grouped.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace rmasim::sim
