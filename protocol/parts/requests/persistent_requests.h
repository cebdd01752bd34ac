// The persistent requests of messages and collective calls (MPI 4.1, 3.9). START of such a request begins a nonblocking
// call, whose request is open until a call completes it. The persistent request then has the number of this open
// request; calls on the persistent request are calls on the open one.
#pragma once

#include "protocol/base/call_request.h"

#include <algorithm>
#include <vector>

namespace rmasim {

struct PersistentRequest {
    Call made_by = Call::none;      // none: the entry is free
    CallRequest starts{};           // the nonblocking call that START begins
    RequestId active = no_request;  // the request of this call; no_request: the persistent request is inactive
};

class PersistentRequests {
public:
    // Creates an inactive request in the first free entry. `starts` is the nonblocking call that START begins.
    RequestId make(Call made_by, CallRequest starts) {
        const auto free = std::find_if(requests_.begin(), requests_.end(),
                                       [](const PersistentRequest& one) { return one.made_by == Call::none; });
        const auto index = static_cast<std::uint32_t>(free - requests_.begin());
        if (free == requests_.end()) requests_.emplace_back();
        requests_[index] = {made_by, std::move(starts), no_request};
        return message_request | persistent_request | (index + 1);
    }
    // Returns null if there is no such request.
    PersistentRequest* find(RequestId id) {
        const std::uint32_t index = index_of(id);
        return index < requests_.size() && requests_[index].made_by != Call::none ? &requests_[index] : nullptr;
    }
    void close(RequestId id) { requests_[index_of(id)] = {}; }
    // Returns the first active request; null if there is none.
    const PersistentRequest* first_active() const {
        const auto at = std::find_if(requests_.begin(), requests_.end(),
                                     [](const PersistentRequest& one) { return one.active != no_request; });
        return at == requests_.end() ? nullptr : &*at;
    }
    std::size_t bytes() const { return requests_.capacity() * sizeof(PersistentRequest); }

private:
    static std::uint32_t index_of(RequestId id) { return (id & ~(message_request | persistent_request)) - 1; }

    std::vector<PersistentRequest> requests_;
};

}  // namespace rmasim
