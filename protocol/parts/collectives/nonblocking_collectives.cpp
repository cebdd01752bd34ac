#include "protocol/parts/collectives/nonblocking_collectives.h"

#include "protocol/base/errors.h"

#include <algorithm>
#include <utility>

namespace rmasim {

RequestId NonblockingCollectives::begin(CollectiveCall call) {
    const RequestId id = messages_.open_collective(call.call());
    auto own = std::make_unique<CollectiveCall>(std::move(call));
    if (own->advance()) {
        messages_.finish_collective(id, {});
    } else {
        open_.push_back({id, std::move(own)});
        max_open_ = std::max(max_open_, open_.size());
    }
    return id;
}

RequestId NonblockingCollectives::begin_barrier(WindowId comm, Barrier::Instance instance, bool complete) {
    const RequestId id = messages_.open_collective(Call::ibarrier);
    if (complete) messages_.finish_collective(id, {});
    else barriers_.push_back({id, comm, instance});
    return id;
}

const NonblockingCollectives::Open* NonblockingCollectives::find(const Packet& packet) const {
    const auto at =
        std::find_if(open_.begin(), open_.end(), [&](const Open& one) { return one.call->is_of_call(packet); });
    return at == open_.end() ? nullptr : &*at;
}

// An error is reported by the call that completes the request.
void NonblockingCollectives::arrived(const Packet& packet) {
    const Open* const found = find(packet);
    if (found == nullptr || !found->call->may_advance()) return;
    std::string error;
    try {
        if (!found->call->advance()) return;
    } catch (const ErroneousProgram& erroneous) {
        error = erroneous.rule;
    }
    messages_.finish_collective(found->id, std::move(error));
    open_.erase(open_.begin() + (found - open_.data()));
}

std::optional<WaitReason> NonblockingCollectives::reason(Call waiting, RequestId id) const {
    for (const Open& one : open_) {
        if (one.id != id) continue;
        WaitReason reason = one.call->reason(waiting);
        reason.target = static_cast<Rank>(id);
        return reason;
    }
    for (const OpenBarrier& one : barriers_) {
        if (one.id == id) return WaitReason{waiting, one.comm, Awaited::barrier, no_rank};
    }
    return std::nullopt;
}

Rank NonblockingCollectives::awaited_rank(const WaitReason& reason) const {
    for (const Open& one : open_) {
        if (static_cast<Rank>(one.id) == reason.target) return one.call->awaited().rank;
    }
    return no_rank;
}

void NonblockingCollectives::add_awaited(WindowId comm, AwaitedRanks& awaited) const {
    for (const Open& one : open_) {
        const CollectiveSource source = one.call->awaited();
        if (source.comm == comm) awaited.add(source.rank, Awaited::collective, comm);
    }
}

bool NonblockingCollectives::has_barrier(WindowId comm) const {
    return std::any_of(barriers_.begin(), barriers_.end(), [comm](const OpenBarrier& one) { return one.comm == comm; });
}

const OriginBuffer* NonblockingCollectives::touched_by(const Packet& packet) const {
    const Open* const found = find(packet);
    return found == nullptr ? nullptr : &found->call->result();
}

}  // namespace rmasim
