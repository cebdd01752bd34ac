// The rules of the assertions NOSTORE and NOPUT. Both concern the own window segment of the rank that calls FENCE or
// POST:
//
//   NOSTORE  in FENCE or POST: the rank has not updated its segment (by a store, the data of a GET or a RECV) since its
//            last call that makes such updates visible to others: FENCE, POST, UNLOCK, UNLOCK_ALL or SYNC
//   NOPUT    in FENCE: no operation of the epoch that the fence opens updates the segment (for POST see group_rules.h)
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"

#include <map>
#include <utility>

namespace rmasim::sim::usage {

class WindowRules {
public:
    explicit WindowRules(const HappensBefore& happens_before) : happens_before_(happens_before) {}

    // Removes the records of the rank for an earlier window that had the same number.
    void forget(Rank rank, WindowId window) {
        stored_.erase({window, rank});
        noput_.erase({window, rank});
        updated_.erase({window, rank});
    }
    // Records a WIN_CREATE of the rank. Stores before this call are not stores to the window.
    void created(Rank rank, WindowId window) { stored_.erase({window, rank}); }
    // `synchronises`, `fence_began` and `updates_in_fence` raise ErroneousProgram if the call breaks a promise that the
    // program has made with NOSTORE or NOPUT. `epoch` is the number of the fence epoch.
    void synchronises(const Thread& thread, const CallRequest& call);
    void fence_began(const Thread& thread, const CallRequest& call, std::uint32_t epoch);
    void updates_in_fence(const Thread& thread, const CallRequest& call, std::uint32_t epoch);

    // Records that the rank updates its own segment. `call` is the call whose data change the segment; it is `none` for
    // a store.
    void updated_locally(const Thread& thread, Call call, WindowId window);
    void clear();

private:
    using Part = std::pair<WindowId, Rank>;
    struct InEpoch {
        std::uint32_t epoch = 0;
        CallRecord record;
    };
    const HappensBefore& happens_before_;
    std::map<Part, CallRecord> stored_;
    std::map<Part, InEpoch> noput_, updated_;
};

}  // namespace rmasim::sim::usage
