#include "protocol/memmodel/access.h"

namespace rmasim::memmodel {

void Span::over_at(const Moment& moment, Call call) {
    if (!ended()) end_at(moment, call);
    else if (!is_over_for(moment)) tell(moment, false);
}

void Span::left_at(const Moment& moment) {
    if (!has_left_for(moment)) tell(moment, true);
}

void Span::tell(const Moment& moment, bool left) {
    if (told == nullptr) told = std::make_unique<std::vector<Told>>();
    told->push_back({moment.thread, moment.own, left});
}

}  // namespace rmasim::memmodel
