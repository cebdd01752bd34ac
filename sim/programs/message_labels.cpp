#include "sim/programs/message_labels.h"

#include <fmt/format.h>

namespace rmasim::sim {

namespace {

constexpr unsigned location_bits = 24;
constexpr std::uint32_t max_location = (1u << location_bits) - 2;
constexpr std::uint32_t max_thread = (1u << (32 - location_bits)) - 1;

}  // namespace

std::uint32_t label_of(const Thread& thread) {
    if (thread.location > max_location || thread.number > max_thread) return no_label;
    return std::uint32_t{thread.number} << location_bits | (thread.location + 1);
}

std::string ScenarioLabels::text_of_send(Rank sender, std::uint32_t label) const {
    const auto number = static_cast<std::size_t>(scenario_.program_of_rank[static_cast<std::size_t>(sender)]);
    const Program& program = scenario_.programs[number][label >> location_bits];
    const std::uint32_t location = (label & (max_location + 1)) - 1;
    return fmt::format("rank {} sends it at {}", sender, program.location_text(location));
}

}  // namespace rmasim::sim
