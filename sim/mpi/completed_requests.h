// Which requests of SMPI's a function has completed, or starts: for checks of accesses to memory, as what they use is
// in use until then. SMPI forgets them on the way, so their numbers are taken before.
#pragma once

#include "sim/mpi/checked_call.h"
#include "sim/mpi/function_meaning.h"

#include <vector>

namespace rmasim::sim {

inline bool watches_requests() { return world().has_joined() && world().watches_memory(); }

class CompletedRequests {
public:
    CompletedRequests(int count, const MPI_Request* all) {
        if (watches_requests()) requests_.assign(all, all + count);
    }
    void all() const {
        for (const MPI_Request request : requests_) world().note_completed(request);
    }
    void one(int place) const {
        if (place >= 0 && place < static_cast<int>(requests_.size())) {
            world().note_completed(requests_[static_cast<std::size_t>(place)]);
        }
    }
    void some(int count, const int* places) const {
        for (int i = 0; i < count; ++i) one(places[i]);
    }

private:
    std::vector<MPI_Request> requests_;
};

inline OtherFunction starting(int count, const MPI_Request* all) {
    OtherFunction meaning;
    for (int i = 0; watches_requests() && i < count; ++i) meaning.starts.push_back(number_of(all[i]));
    return meaning;
}

}  // namespace rmasim::sim
