#include "sim/untimed/world/written_step.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace rmasim::sim {

WrittenStep parse_step(std::string_view text) {
    WrittenStep step;
    const std::size_t mark = text.find(picks_mark);
    step.move = text.substr(0, std::min(mark, text.find(':')));
    if (mark == std::string_view::npos) return step;
    const char* at = text.data() + mark + picks_mark.size();
    const char* const end = text.data() + text.size();
    while (step.well_formed && at != end) {
        std::uint16_t number = 0;
        step.well_formed = *at == ' ';
        const auto [after, error] = std::from_chars(at + 1, end, number);
        step.well_formed = step.well_formed && error == std::errc{};
        at = after;
        step.picks.push_back(number);
    }
    return step;
}

std::string text_of(const std::vector<Pick>& picks) {
    std::string text;
    for (const Pick& pick : picks) text += fmt::format(" {}", pick.taken);
    return text.empty() ? text : fmt::format("{}{}", picks_mark, text);
}

std::size_t RepeatedPicks::pick(std::size_t alternatives) {
    const std::size_t wanted = made_.size() < picks_.size() ? picks_[made_.size()] : 0;
    if (wanted >= alternatives) out_of_range_ = true;
    const std::size_t taken = out_of_range_ ? 0 : wanted;
    made_.push_back({static_cast<std::uint16_t>(taken), static_cast<std::uint16_t>(alternatives)});
    return taken;
}

}  // namespace rmasim::sim
