// A step of an order as text (schedule.h), and the choices inside the step.
#pragma once

#include "sim/untimed/world/choices.h"
#include "sim/untimed/world/order.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Before the numbers of the picks in the text of a step.
inline constexpr std::string_view picks_mark = " / picks";

struct WrittenStep {
    std::string_view move;  // the text of the move, a part of the text of the step
    std::vector<std::uint16_t> picks;
    bool well_formed = true;
};
WrittenStep parse_step(std::string_view text);

// True if the step leaves a calm barrier (calm_barriers.h): "1 leaves barrier 1".
inline bool is_of_calm_barrier(std::string_view step) { return step.find(" leaves ") != std::string_view::npos; }

// The text of the picks that is added to the text of a step; empty if there are none.
std::string text_of(const std::vector<Pick>& picks);

// Returns the given picks one after the other, and 0 after the last of them. Records all picks.
class RepeatedPicks final : public Choices {
public:
    explicit RepeatedPicks(std::vector<std::uint16_t> picks) : picks_(std::move(picks)) {}

    std::size_t pick(std::size_t alternatives) override;
    const std::vector<Pick>& made() const { return made_; }
    // True if a pick was not one of the alternatives.
    bool out_of_range() const { return out_of_range_; }

private:
    std::vector<std::uint16_t> picks_;
    std::vector<Pick> made_;
    bool out_of_range_ = false;
};

}  // namespace rmasim::sim
