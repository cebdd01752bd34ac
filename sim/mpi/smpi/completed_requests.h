// Records the requests of SMPI that an MPI function completes or starts. The checks of memory accesses need these
// records, because a request's buffers are in use until the request completes. SMPI sets the handles of completed
// requests to null, so CompletedRequests copies the handles before the call of SMPI.
#pragma once

#include "sim/mpi/smpi/function_meaning.h"
#include "sim/mpi/windows/checked_call.h"

#include <vector>

namespace rmasim::sim {

inline bool watches_requests() { return world().has_joined() && world().watches_memory(); }

class CompletedRequests {
public:
    CompletedRequests(int count, const MPI_Request* all) {
        if (watches_requests()) requests_.assign(all, all + count);
        if (world().has_joined()) SmpiWorld::get().note_awaited({all, static_cast<std::size_t>(count)});
    }
    // Returns the statuses that MPI_Waitall and similar functions pass to SMPI. These are the program's statuses. If
    // the program ignores statuses and the checks need them, these are statuses of this object.
    MPI_Status* statuses(MPI_Status* given) {
        statuses_ = given;
        if (requests_.empty() || given != MPI_STATUSES_IGNORE) return given;
        own_.resize(requests_.size());
        return statuses_ = own_.data();
    }
    void all() const {
        for (std::size_t index = 0; index < requests_.size(); ++index) note(index, status(index));
    }
    void one(int index) const { one(index, status(0)); }
    void some(int count, const int* indices) const {
        for (int i = 0; i < count; ++i) one(indices[i], status(static_cast<std::size_t>(i)));
    }

private:
    // Returns the status of a request. If there is no status, its source and tag are those of an unknown message.
    const MPI_Status& status(std::size_t index) const {
        return statuses_ == MPI_STATUSES_IGNORE ? nothing_said_ : statuses_[index];
    }
    void note(std::size_t index, const MPI_Status& status) const {
        SmpiWorld::get().note_completed(requests_[index], status);
    }
    void one(int index, const MPI_Status& status) const {
        if (index >= 0 && index < static_cast<int>(requests_.size())) note(static_cast<std::size_t>(index), status);
    }

    std::vector<MPI_Request> requests_;
    MPI_Status* statuses_ = MPI_STATUSES_IGNORE;
    std::vector<MPI_Status> own_;
    MPI_Status nothing_said_ = [] {
        MPI_Status status{};
        status.MPI_SOURCE = MPI_ANY_SOURCE;
        status.MPI_TAG = MPI_ANY_TAG;
        return status;
    }();
};

inline OtherFunction starting(int count, const MPI_Request* all) {
    OtherFunction meaning;
    if (world().has_joined()) SmpiWorld::get().note_started({all, static_cast<std::size_t>(count)});
    for (int i = 0; watches_requests() && i < count; ++i) meaning.starts.push_back(number_of(all[i]));
    return meaning;
}

}  // namespace rmasim::sim
