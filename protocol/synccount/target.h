// The state that an origin keeps for a target. The state exists while an operation to the target is incomplete, or
// while no completed request covers the operation. A request covers the operations for which its call has waited.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/parts/stored_operation.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

namespace rmasim::synccount {

inline constexpr OpId no_operation = 0xFFFFFFFF;

constexpr SyncModes mode_of(OpKind kind) {
    return kind == OpKind::put ? SyncModes::put : kind == OpKind::get ? SyncModes::get : SyncModes::accumulate;
}
constexpr std::size_t index_of(SyncModes mode) { return mode == SyncModes::put ? 0 : mode == SyncModes::get ? 1 : 2; }
inline constexpr std::array<SyncModes, 3> each_mode{SyncModes::put, SyncModes::get, SyncModes::accumulate};

struct Target {
    struct Open {
        std::uint32_t number;
        SyncModes mode;
        OpId op;
    };

    // Operations that have been sent and wait for an answer. On an ordered network, most programs that only call PUT
    // have no such operations.
    struct Unfinished {
        std::vector<Open> open;              // operations that are not complete at their origin, except `held`
        std::vector<OpId> line;              // unordered transports: ACCs that wait for the acknowledgement of another
        std::vector<std::uint32_t> seekers;  // indices of requests that wait for operations in `open`
        std::size_t bytes() const {
            return open.capacity() * sizeof(Open) + line.capacity() * sizeof(OpId) +
                   seekers.capacity() * sizeof(std::uint32_t);
        }
    };

    explicit Target(Rank rank) : rank(rank) {}

    Rank rank;
    OpId held = no_operation;   // the latest PUT or ACC, held back to carry RMA_DONE or COMPLETE
    std::uint32_t posted = 0;   // number of operations called so far
    std::uint32_t asked = 0;    // RMA_DONE has been sent for operations whose numbers are less than this
    bool accumulating = false;  // unordered transports: an ACC is sent and not acknowledged
    // Two numbers for each mode. `last` is one more than the number of the mode's last operation. A completed request
    // covers all operations of the mode whose numbers are less than `covered`: its call has waited for them.
    std::array<std::uint32_t, 3> last{}, covered{};
    std::unique_ptr<Unfinished> unfinished;  // null until an operation has been sent and is not complete

    Unfinished& make_unfinished() {
        if (!unfinished) unfinished = std::make_unique<Unfinished>();
        return *unfinished;
    }
    std::span<const Open> open() const {
        return unfinished ? std::span<const Open>(unfinished->open) : std::span<const Open>();
    }

    // True if an operation of these modes whose number is less than `upto` is not covered by a completed request.
    bool has_uncovered(SyncModes modes, std::uint32_t upto) const {
        return std::any_of(each_mode.begin(), each_mode.end(), [&](SyncModes mode) {
            return has(modes, mode) && std::min(last[index_of(mode)], upto) > covered[index_of(mode)];
        });
    }
    bool is_over() const {
        return held == no_operation && open().empty() &&
               !has_uncovered(SyncModes::put | SyncModes::get | SyncModes::accumulate, posted);
    }
    std::size_t bytes() const { return unfinished ? sizeof(Unfinished) + unfinished->bytes() : 0; }
};

// The targets with state, ascending by rank. A reference to a target is valid until the next `make` or `erase`.
class TargetList {
public:
    Target* find(Rank rank) {
        const auto at = position_of(rank);
        return at != targets_.end() && at->rank == rank ? &*at : nullptr;
    }
    Target& make(Rank rank) {
        Target* const known = find(rank);
        return known != nullptr ? *known : *targets_.insert(position_of(rank), Target(rank));
    }
    void erase(Rank rank) { targets_.erase(position_of(rank)); }
    bool empty() const { return targets_.empty(); }
    auto begin() const { return targets_.begin(); }
    auto end() const { return targets_.end(); }
    std::size_t bytes() const {
        std::size_t sum = targets_.capacity() * sizeof(Target);
        for (const Target& target : targets_) sum += target.bytes();
        return sum;
    }

private:
    std::vector<Target>::iterator position_of(Rank rank) {
        return std::lower_bound(targets_.begin(), targets_.end(), rank,
                                [](const Target& target, Rank wanted) { return target.rank < wanted; });
    }
    std::vector<Target> targets_;
};

}  // namespace rmasim::synccount
