#include "protocol/parts/mailbox.h"

#include <algorithm>

namespace rmasim {

namespace {
auto matching(Rank source, std::uint32_t tag) {
    return [source, tag](const Packet& message) { return message.source == source && message.op == tag; };
}
}  // namespace

bool Mailbox::has(Rank source, std::uint32_t tag) const {
    return std::any_of(unexpected_.begin(), unexpected_.end(), matching(source, tag));
}

Packet Mailbox::take(Rank source, std::uint32_t tag) {
    const auto found = std::find_if(unexpected_.begin(), unexpected_.end(), matching(source, tag));
    const Packet message = *found;
    unexpected_.erase(found);
    return message;
}

}  // namespace rmasim
