#include "protocol/parts/message_requests.h"

#include <algorithm>

namespace rmasim {

RequestId MessageRequests::open(Call call, const Message& message, bool done) {
    const auto is_free = [](const Request& one) { return one.id == no_request; };
    auto place = std::find_if(requests_.begin(), requests_.end(), is_free);
    if (place == requests_.end()) place = requests_.insert(place, Request{});
    const auto index = static_cast<RequestId>(place - requests_.begin());
    *place = {message_request | (index + 1), call, done, false, message, {}, ++turns_};
    return place->id;
}

MessageRequests::Request* MessageRequests::match(const Packet& message) {
    Request* oldest = nullptr;
    for (Request& one : requests_) {
        const bool fits =
            one.call == Call::irecv && !one.done && one.message.peer == message.source && one.message.tag == message.op;
        if (fits && (oldest == nullptr || one.turn < oldest->turn)) oldest = &one;
    }
    return oldest;
}

MessageRequests::Request& MessageRequests::get(Call call, RequestId id) {
    const std::size_t index = (id & ~message_request) - 1;
    if (index < requests_.size() && requests_[index].id == id && !requests_[index].freed) return requests_[index];
    throw ErroneousProgram(call, "no open request has the number " + std::to_string(id));
}

const MessageRequests::Request& MessageRequests::get(Call call, RequestId id) const {
    return const_cast<MessageRequests*>(this)->get(call, id);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

const MessageRequests::Request* MessageRequests::first_open() const {
    const auto is_open = [](const Request& one) { return one.id != no_request && !one.freed; };
    const auto at = std::find_if(requests_.begin(), requests_.end(), is_open);
    return at == requests_.end() ? nullptr : &*at;
}

}  // namespace rmasim
