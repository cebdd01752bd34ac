// The completion of requests, as the functions that wait and test have it in common (MPI 4.1, 3.7.3 to 3.7.6).
#pragma once

#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <span>
#include <vector>

namespace rmasim::mpi {

// Returns the array as a span. Throws MPI_ERR_COUNT or MPI_ERR_ARG.
template <class Handle>
std::span<Handle> request_list(int count, Handle* requests) {
    require(count >= 0, MPI_ERR_COUNT, "the count is negative");
    require(requests != nullptr || count == 0, MPI_ERR_ARG, "the array is a null pointer");
    return {requests, static_cast<std::size_t>(count)};
}

// Throws MPI_ERR_REQUEST if a request is not valid.
void check_all(Library& own, std::span<const MPI_Request> requests);
bool all_complete(Library& own, std::span<const MPI_Request> requests);

// Returns the index of a complete active request, or one of the constants.
constexpr int no_active = -1, none_complete = -2;
int find_complete(Library& own, std::span<const MPI_Request> requests);

// Stores the status of a request that is complete, which may be null or inactive; MPI_ERROR stays. Returns the error of
// the operation.
int store_status(Library& own, MPI_Request request, MPI_Status* status);
// Completes such a request: also, the handle becomes null or the request inactive.
int finish(Library& own, MPI_Request& request, MPI_Status* status);

void throw_error(int error);

// The errors of several operations. They are in the statuses only if one has failed (MPI 4.1, 3.2.5).
class Errors {
public:
    explicit Errors(MPI_Status* statuses) : statuses_(statuses) {}
    // Returns the next status.
    MPI_Status* next() { return statuses_ == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses_ + errors_.size(); }
    void add(int error) { errors_.push_back(error); }
    int count() const { return static_cast<int>(errors_.size()); }
    // Throws MPI_ERR_IN_STATUS if an operation has failed.
    void check() const;

private:
    MPI_Status* statuses_;
    std::vector<int> errors_;
};

}  // namespace rmasim::mpi
