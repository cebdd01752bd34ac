#include "protocol/memmodel/shadow/access.h"

namespace rmasim::memmodel {

void Span::over_at(const Moment& moment, Call call) {
    if (!ended()) end_at(moment, call);
    else if (!is_over_for(InAnyOrder{moment})) release_clock(moment, false);
}

void Span::left_at(const Moment& moment) {
    if (!has_left_for(moment)) release_clock(moment, true);
}

void Span::release_clock(const Moment& moment, bool left) {
    if (released_clocks == nullptr) released_clocks = std::make_unique<std::vector<ReleasedClock>>();
    released_clocks->push_back({moment.thread, moment.own, left});
}

}  // namespace rmasim::memmodel
