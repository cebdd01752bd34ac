// The requests of r-forms (MPI_RPUT, MPI_RGET, ...). A request is open from the call that creates it to the
// request_wait or successful request_test that closes it. The number of open requests is not limited.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/slab.h"

namespace rmasim {

inline constexpr OpId no_operation = 0xFFFFFFFF;

// The request of an r-form.
struct Request {
    // Must be the first member: the slab overwrites it in a closed request.
    OpId op = no_operation;  // no_operation until the operation is stored, and for operations on the caller's window
    bool open = false;
    bool done = false;  // the operation is complete at its origin
};

// The open requests of r-forms of one process.
class RequestTable {
public:
    RequestId open() {
        const std::uint32_t index = requests_.take();
        requests_[index] = {no_operation, true, false};
        return index + 1;
    }
    // Returns null if `id` is not an open request.
    Request* find(RequestId id) {
        if (id == no_request || id > requests_.made() || !requests_[id - 1].open) return nullptr;
        return &requests_[id - 1];
    }
    void close(RequestId id) {
        requests_[id - 1].open = false;
        requests_.give_back(id - 1);
    }

    bool has_open() const {
        for (std::uint32_t index = 0; index < requests_.made(); ++index) {
            if (requests_[index].open) return true;
        }
        return false;
    }
    std::size_t bytes() const { return requests_.bytes(); }

private:
    Slab<Request> requests_;
};

}  // namespace rmasim
