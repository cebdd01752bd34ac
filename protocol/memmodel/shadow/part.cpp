#include "protocol/memmodel/shadow/part.h"

#include <algorithm>

namespace rmasim::memmodel {

bool has_all(const Run& attached, const Run& bytes) {
    return attached.begin <= bytes.begin && bytes.end <= attached.end;
}

bool Attachment::was_there(const Moment& call) const {
    const bool is_over = until.exists() && call.at(until.thread) >= until.own;
    return call.at(since.thread) >= since.own && !is_over;
}

// Spans without another owner belong to accesses that were dropped. CompletingCalls is no such owner.
void Unnoted::add(const SpanRef& span) {
    if (!spans_.empty() && spans_.back() == span) return;
    if (spans_.size() >= next_clean_up_) {
        std::erase_if(spans_, [](const SpanRef& one) { return one.owners() == (one->is_noted ? 2U : 1U); });
        next_clean_up_ = std::max<std::size_t>(8, 2 * spans_.size());
    }
    spans_.push_back(span);
}

void Unnoted::note(const Moment& moment) {
    std::erase_if(spans_, [&](const SpanRef& span) {
        if (!span->is_over_for(moment)) return false;
        if (span->made_private == 0) span->made_private = moment.own;
        return true;
    });
}

}  // namespace rmasim::memmodel
