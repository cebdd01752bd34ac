// The persistent requests of a process: requests of operations to a target (SC-OPS-1), and object requests of the
// process's own counters (SC-OBJ-1).
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/synccount/counters.h"

#include <algorithm>

namespace rmasim::synccount {

struct SyncRequest {
    enum class State : std::uint8_t {
        inactive,
        active,
        complete,  // not reported; object request: the counter is satisfied; of operations: the signal is sent
    };

    bool open = false;
    bool object = false;  // true: request of a counter of this process; false: request of operations
    bool restart = false;
    bool idle = false;     // `restart` has started the request, and it was not used since
    bool seeking = false;  // a TEST or WAIT searches for the request's completion
    bool reports = false;  // the searching call returns only when it reports this request (WAIT, WAITALL)
    State state = State::inactive;
    SyncModes modes = SyncModes::none;
    WindowId window = 0;
    Rank target = no_rank;   // for requests of operations
    CounterName counter;     // requests of operations: a counter of the target; object requests: of this process
    std::int64_t count = 0;  // for object requests
    // Used while `seeking` is true, that is while a call searches for the request's completion. The request waits for
    // the operations of its modes whose numbers are less than `upto`. `pending` is the number of these operations that
    // are not complete.
    std::uint32_t upto = 0;
    std::uint32_t pending = 0;
};

class SyncRequests {
public:
    // Stores the request in the first free slot.
    RequestId add(const SyncRequest& request) {
        while (first_free_ < requests_.size() && requests_[first_free_].open) ++first_free_;
        if (first_free_ == requests_.size()) make_room();
        requests_[first_free_] = request;
        requests_[first_free_].open = true;
        return id_of(first_free_++);
    }
    void close(RequestId id) {
        requests_[index_of(id)].open = false;
        first_free_ = std::min(first_free_, index_of(id));
    }
    static std::uint32_t index_of(RequestId id) { return (id & ~persistent_request) - 1; }
    static RequestId id_of(std::uint32_t index) { return persistent_request | (index + 1); }
    SyncRequest* find(RequestId id) {
        const std::uint32_t index = index_of(id);
        const bool known = (id & persistent_request) != 0 && index < requests_.size() && requests_[index].open;
        return known ? &requests_[index] : nullptr;
    }
    SyncRequest& operator[](std::uint32_t index) { return requests_[index]; }
    const SyncRequest& operator[](std::uint32_t index) const { return requests_[index]; }
    const std::vector<SyncRequest>& all() const { return requests_; }
    std::size_t bytes() const { return requests_.capacity() * sizeof(SyncRequest); }

private:
    // Grows by a quarter, which saves memory: there are many ranks, and most have a few requests until the end.
    void make_room() {
        const std::size_t made = requests_.size();
        if (made == requests_.capacity()) requests_.reserve(made + made / 4 + 3);
        requests_.emplace_back();
    }

    std::vector<SyncRequest> requests_;
    std::uint32_t first_free_ = 0;  // no slot with a lower index is free
};

}  // namespace rmasim::synccount
