#include "sim/mpi/objects/requests.h"

#include "sim/mpi/objects/error.h"

#include <utility>

namespace rmasim::mpi {

namespace {

constexpr int low = 0, high = 1, cancelled_index = 2;  // of MPI_internal

}  // namespace

int Requests::add(Request request) {
    const int handle = table_.add(std::move(request));
    require(handle != 0, MPI_ERR_OTHER, "too many requests exist");
    return handle;
}

Request& Requests::find(int handle) {
    Request* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_REQUEST, "the request is null, freed, or none");
    return *found;
}

MPI_Status empty_status() { return {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, {}}; }

std::int64_t status_bytes(const MPI_Status& status) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(status.MPI_internal[high]))
                                         << 32 |
                                     static_cast<std::uint32_t>(status.MPI_internal[low]));
}

void set_status_bytes(MPI_Status& status, std::int64_t bytes) {
    status.MPI_internal[low] = static_cast<int>(static_cast<std::uint32_t>(bytes));
    status.MPI_internal[high] = static_cast<int>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(bytes) >> 32));
}

bool is_cancelled(const MPI_Status& status) { return status.MPI_internal[cancelled_index] != 0; }

void set_cancelled(MPI_Status& status, bool cancelled) { status.MPI_internal[cancelled_index] = cancelled ? 1 : 0; }

}  // namespace rmasim::mpi
