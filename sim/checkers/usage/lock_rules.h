// The rules about locked and exposed window segments. The checks use only the calls of the program, not the protocol's
// locks:
//
//   locked and exposed  A segment must not be locked and exposed at the same time. POST exposes the segment of its rank
//                       until WAIT returns. A fence epoch exposes the segments that are targets of its operations.
//   NOCHECK             LOCK or LOCK_ALL with NOCHECK promises that no other rank holds or requests a conflicting lock
//                       until the UNLOCK or UNLOCK_ALL that ends the epoch.
//
// For these rules, a lock lasts from the beginning of LOCK to the return of UNLOCK. It does not matter when the
// protocol acquires the lock in this interval.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <vector>

namespace rmasim::sim::usage {

class LockRules {
public:
    // Both arguments must outlive this object.
    LockRules(const HappensBefore& happens_before, const WindowKeys& keys)
        : happens_before_(happens_before), keys_(keys) {}

    // `lock_began`, `post_began` and `operation_in_fence` raise ErroneousProgram if the call breaks a rule.
    // `fence_epoch` and `epoch` are the number of the caller's fence epoch; 0 means that no fence epoch is open.
    void lock_began(const Thread& thread, const CallRequest& call, std::uint32_t fence_epoch);
    void post_began(const Thread& thread, WindowId window);
    void operation_in_fence(const Thread& thread, const CallRequest& call, std::uint32_t epoch);

    void fence_began(Rank rank, WindowId window);
    void unlock_returned(Rank origin, WindowId window, Rank target);  // `target` is no_rank for UNLOCK_ALL
    void exposure_ended(Rank target, WindowId window);
    // Forgets a window. All its ranks must have begun to free it.
    void window_freed(Rank rank, WindowId window) { windows_.erase(keys_.key(rank, window)); }
    void clear() { windows_.clear(); }

private:
    struct Span {  // a lock or an exposure
        CallRecord began;
        bool ended = false;
        std::uint32_t ended_in = 0;
        LockType type = LockType::shared;
        bool nocheck = false;
    };
    using Spans = std::vector<Span>;
    // A call in a fence epoch. The call has locked a segment, or is an operation on this segment.
    struct InEpoch {
        std::uint32_t epoch = 0;
        CallRecord record;
        Rank target = no_rank;
    };
    struct Window {
        Rank members = 0;
        std::map<Rank, Spans> locks;  // by target; the key of LOCK_ALL is no_rank
        std::map<Rank, Spans> exposures;
        // For each target: the last call in a fence epoch that locked its segment (`locked`), and the last operation on
        // its segment (`used`). With key no_rank: the last LOCK_ALL (`locked`), and the last operation on any target
        // (`used`).
        std::map<Rank, InEpoch> locked, used;
        std::map<Rank, std::uint32_t> fences;          // by rank: number of fences that the rank has begun
        // By fence epoch: the number of ranks that have begun its fence. Epochs that all ranks have begun are removed.
        std::map<std::uint32_t, Rank> ranks_in_epoch;
    };

    Window& window_of(Rank rank, WindowId window);
    bool is_over(const Span& span) const { return span.ended && happens_before_.is_past(span.ended_in); }
    void end(Spans& spans, Rank origin);
    void require_not_exposed(const Thread& thread, const CallRequest& call, Window& window, std::uint32_t fence_epoch);
    void require_no_conflict(const Thread& thread, const CallRequest& call, const Span& mine,
                             const Spans& others) const;
    bool begun_by_all_concerned(const Window& window, Rank target, std::uint32_t epoch) const;

    const HappensBefore& happens_before_;
    const WindowKeys& keys_;
    std::map<WindowKey, Window> windows_;
};

}  // namespace rmasim::sim::usage
