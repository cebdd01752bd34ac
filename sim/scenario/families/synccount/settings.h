// The description (described.h) of the settings of family synccount, NEC's synchronisation counters.
#pragma once

#include "protocol/synccount/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<synccount::Completion>, 2> completions{
    {{"order", synccount::Completion::order}, {"ack", synccount::Completion::ack}}};
inline constexpr std::array<Named<synccount::StartKind>, 3> start_kinds{
    {{"reset", synccount::StartKind::reset},
     {"keep_first", synccount::StartKind::keep_first},
     {"add", synccount::StartKind::add}}};
inline constexpr std::array<Named<synccount::NotifyEmpty>, 2> empty_notifications{
    {{"start", synccount::NotifyEmpty::start}, {"wait", synccount::NotifyEmpty::wait}}};
inline constexpr std::array<Named<synccount::Negative>, 2> negatives{
    {{"error", synccount::Negative::error}, {"ignore", synccount::Negative::ignore}}};

void describe(auto& visit, Described<synccount::Optimizations> auto& optimizations) {
    auto& [piggyback] = optimizations;
    visit.flag("piggyback", piggyback);
}

void describe(auto& visit, Described<synccount::Config> auto& config) {
    auto& [completion, start, notify_empty, negative, restart, optimizations, message_eager_bytes, message_part_bytes,
           collectives] = config;
    visit.choice("completion", completion, completions);
    visit.choice("start", start, start_kinds);
    visit.choice("notify_empty", notify_empty, empty_notifications);
    visit.choice("negative", negative, negatives);
    visit.flag("restart", restart);
    visit.group("optimizations", optimizations);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
