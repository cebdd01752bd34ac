#include "protocol/parts/mailbox.h"

#include <algorithm>

namespace rmasim {

namespace {
auto matching(const Message& wanted) {
    return [source = wanted.peer, tag = wanted.tag, comm = wanted.comm](const Packet& message) {
        return message.source == source && message.op == tag && message.window == comm;
    };
}
}  // namespace

bool Mailbox::has(const Message& wanted) const {
    return std::any_of(unexpected_.begin(), unexpected_.end(), matching(wanted));
}

Packet Mailbox::take(const Message& wanted) {
    const auto found = std::find_if(unexpected_.begin(), unexpected_.end(), matching(wanted));
    const Packet message = *found;
    unexpected_.erase(found);
    return message;
}

}  // namespace rmasim
