// The open epochs of one rank on one window, derived from the rank's calls. An epoch counts as closed as soon as the
// call that closes it begins.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/types.h"

#include <algorithm>
#include <vector>

namespace rmasim::sim::usage {

struct Access {
    bool exists = true;        // true if the window exists at this rank
    std::vector<Rank> locked;  // targets of LOCK, ascending
    bool lock_all = false;
    bool started = false;  // true between START and COMPLETE
    bool inside_fence = false;
    bool fence_open = false;  // true if the last fence opened an epoch
    // True if operations were called since the last fence began, or concurrently with the fence.
    bool fence_used = false;
    bool posted = false;  // true between POST and the end of WAIT
    std::uint32_t fences_begun = 0;
    // The last call in the current fence epoch that opened another access epoch (LOCK, LOCK_ALL or START), with its
    // thread and its location.
    Call other_epoch = Call::none;
    std::uint32_t other_thread = 0;
    std::uint32_t other_location = 0;

    bool has_locked(Rank target) const { return std::binary_search(locked.begin(), locked.end(), target); }
    // Returns the number of the fence epoch to which an operation belongs if it is called in this state. Returns 0 if
    // the operation belongs to no fence epoch. Also returns 0 if the operation is called during a fence, because it may
    // then belong to the epoch before or after the fence.
    std::uint32_t fence_epoch() const {
        const bool other_mode = !locked.empty() || lock_all || started;
        return other_mode || inside_fence || !fence_open ? 0 : fences_begun;
    }

    // True between START and COMPLETE, and in a fence epoch.
    bool in_active_epoch() const { return started || (locked.empty() && !lock_all && fence_open); }

    // True if the open epochs allow the call. If this function returns false, the protocol's code reports the call as
    // erroneous.
    bool allows(const CallRequest& call) const {
        const bool mode = lock_all || started || fence_used;
        if (exists == (call.call == Call::win_create)) return false;
        switch (call.call) {
            case Call::win_free: return !mode && locked.empty() && !posted;
            case Call::lock: return !mode;
            case Call::unlock: return !locked.empty();
            case Call::lock_all:
            case Call::start: return !mode && locked.empty();
            case Call::unlock_all: return lock_all;
            case Call::complete: return started;
            case Call::fence:
                if (fence_used && has(call.asserts, Assert::noprecede)) return false;
                return !lock_all && !started && locked.empty() && !posted;
            case Call::post: return !posted;
            default: return true;
        }
    }

    // True if `allows` returns true and the call also passes the checks of operations, flushes and targets in the
    // protocol's code. If this function returns false and the program handles MPI errors itself, the call returns an
    // error without effect.
    bool permits(const CallRequest& call, CallClass kind) const {
        const bool passive = lock_all || !locked.empty();
        const bool of_target = call.target != no_rank && call.target != proc_null && !locked.empty();
        if (!allows(call)) return false;
        if (kind == CallClass::operation) {
            const bool open = passive || (!has_request(call.call) && (started || fence_open));
            return open && (!of_target || has_locked(call.target));
        }
        if (kind == CallClass::flush) return passive && (!of_target || has_locked(call.target));
        switch (call.call) {
            case Call::lock: return !has_locked(call.target);
            case Call::unlock: return has_locked(call.target);
            case Call::wait:
            case Call::test: return posted;
            case Call::sync: return passive;
            default: return true;
        }
    }

    void began(const CallRequest& call) {
        switch (call.call) {
            case Call::win_create: exists = true; break;
            case Call::win_free: exists = fence_open = false; break;
            case Call::lock:
                locked.insert(std::lower_bound(locked.begin(), locked.end(), call.target), call.target);
                break;
            case Call::unlock: std::erase(locked, call.target); break;
            case Call::lock_all: lock_all = true; break;
            case Call::unlock_all: lock_all = false; break;
            case Call::start: started = true; break;
            case Call::complete: started = false; break;
            case Call::post: posted = true; break;
            case Call::fence:
                inside_fence = true;
                fence_open = !has(call.asserts, Assert::nosucceed);
                fence_used = false;
                other_epoch = Call::none;
                ++fences_begun;
                break;
            default: break;
        }
    }
};

}  // namespace rmasim::sim::usage
