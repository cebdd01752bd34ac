#include "sim/checkers/invariants/epochs.h"

#include "protocol/base/world.h"

#include <map>

namespace rmasim::sim::check {

Epochs::Epochs(const CheckerContext& context, Pairs& pairs, Findings& findings)
    : context_(context), rules_(context.rules()), pairs_(pairs), findings_(findings),
      accesses_(context.ranks, context.window_count()), front_of_(context.ranks, context.window_count()) {
    make_fronts();
}

void Epochs::make_fronts() {
    for (WindowId window = 0; window < context_.window_count(); ++window) {
        std::map<const RankGroup*, std::uint32_t> made;  // a null key means the group of all ranks
        for (Rank rank = 0; rank < context_.ranks; ++rank) {
            const auto [at, is_new] =
                made.try_emplace(context_.group(rank, window), static_cast<std::uint32_t>(fences_.size()));
            if (is_new) {
                const Rank members = context_.members(rank, window).size();
                fences_.push_back({0, members, members});
            }
            front_of_.at(rank, window) = at->second;
        }
    }
}

void Epochs::window_created(WindowId window, const std::vector<Rank>& members) {
    accesses_.make_room(window + std::size_t{1});
    front_of_.make_room(window + std::size_t{1});
    for (const Rank rank : members) {
        at(rank, window) = {};
        front_of_.at(rank, window) = static_cast<std::uint32_t>(fences_.size());
    }
    const auto size = static_cast<Rank>(members.size());
    fences_.push_back({0, size, size});
}

void Epochs::fence_began(Rank rank, WindowId window) {
    Access& access = at(rank, window);
    access.mode = Mode::fence;
    if (causality_ != nullptr) access.fences_began_in.push_back(causality_->step());
    FenceFront& front = front_of(rank, window);
    if (access.fences_begun++ > front.lowest || --front.at_lowest > 0) return;
    ++front.lowest;
    const RankGroup members = context_.members(rank, window);
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        if (at(members.member(comm_rank), window).fences_begun == front.lowest) ++front.at_lowest;
    }
}

bool Epochs::has_begun(Rank rank, std::uint32_t fence, WindowId window) const {
    const Access& access = accesses_.at(rank, window);
    if (access.fences_begun < fence) return false;
    return causality_ == nullptr || causality_->depends_on(access.fences_began_in[fence - 1]);
}

bool Epochs::all_have_begun(Rank rank, std::uint32_t fence, WindowId window) const {
    if (fence == 0) return true;
    if (front_of(rank, window).lowest < fence) return false;
    if (causality_ == nullptr) return true;
    const RankGroup members = context_.members(rank, window);
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        if (!has_begun(members.member(comm_rank), fence, window)) return false;
    }
    return true;
}

bool Epochs::node_has_begun(Rank rank, std::uint32_t fence, WindowId window) const {
    if (fence == 0) return true;
    const NodeRanks node = NodeRanks::of(rank, context_.ranks_per_node, context_.ranks);
    for (Rank other = node.first; other < node.first + node.size; ++other) {
        if (context_.members(rank, window).comm_rank_of(other) == no_rank) continue;
        if (!has_begun(other, fence, window)) return false;
    }
    return true;
}

// A fence has returned. Checks that it returned only after all ranks had called it, unless it has NOPRECEDE. The first
// fence is checked only in families with `first_fence_waits`.
void Epochs::fence_returned(Rank rank, WindowId window, Assert asserts) {
    Access& access = at(rank, window);
    if (!has(asserts, Assert::noprecede)) require_handled(rank, window, no_rank);
    const bool waits = !has(asserts, Assert::noprecede) && (access.fences_begun > 1 || rules_.first_fence_waits);
    if (waits && !all_have_begun(rank, access.fences_begun, window)) {
        findings_.add(Invariant::epoch_kept,
                      "fence {} returned at rank {} (window {}) before all ranks had called this fence",
                      access.fences_begun, rank, context_.windows[window]);
    }
    access.fences_returned = access.fences_begun;
    if (has(asserts, Assert::nosucceed)) access.mode = Mode::none;
}

void Epochs::post_began(Rank rank, WindowId window, const std::vector<Rank>& group) {
    at(rank, window).post_group = group;
    for (const Rank origin : group) ++pairs_.at(origin, rank, window).posts;
}

void Epochs::start_began(Rank rank, WindowId window, const std::vector<Rank>& group) {
    Access& access = at(rank, window);
    access.mode = Mode::pscw;
    access.start_group = group;
    for (const Rank target : group) ++pairs_.at(rank, target, window).starts;
}

void Epochs::complete_began(Rank rank, WindowId window) {
    for (const Rank target : at(rank, window).start_group) {
        Pair& pair = pairs_.at(rank, target, window);
        ++pair.completes;
        if (causality_ != nullptr) pair.completed_in.push_back(causality_->step());
    }
}

void Epochs::complete_returned(Rank rank, WindowId window) {
    require_handled(rank, window, no_rank);
    at(rank, window).mode = Mode::none;
}

void Epochs::exposure_ended(Rank rank, WindowId window) {
    for (const Rank origin : at(rank, window).post_group) {
        const Pair& pair = pairs_.at(origin, rank, window);
        const bool called = pair.completes >= pair.posts;
        if (called && (causality_ == nullptr || causality_->depends_on(pair.completed_in[pair.posts - 1]))) continue;
        findings_.add(Invariant::epoch_kept,
                      "the exposure epoch of rank {} (window {}) ended before rank {} called complete", rank,
                      context_.windows[window], origin);
    }
}

void Epochs::lock_began(Rank rank, WindowId window, Rank target, LockType type, Assert asserts) {
    Access& access = at(rank, window);
    access.mode = Mode::locks;
    if (access.locks++ == 0) access.granted = false;
    Pair& pair = pairs_.at(rank, target, window);
    pair.locked = true;
    pair.lock_type = type;
    pair.nocheck = has(asserts, Assert::nocheck);
}

void Epochs::unlock_returned(Rank rank, WindowId window, Rank target) {
    require_handled(rank, window, target);
    Access& access = at(rank, window);
    if (--access.locks == 0) access.mode = Mode::none;
    Pair& pair = pairs_.at(rank, target, window);
    pair.locked = pair.nocheck = false;
}

void Epochs::lock_all_began(Rank rank, WindowId window, Assert asserts) {
    Access& access = at(rank, window);
    access.mode = Mode::lock_all;
    access.granted = false;
    access.nocheck = has(asserts, Assert::nocheck);
}

void Epochs::unlock_all_returned(Rank rank, WindowId window) {
    require_handled(rank, window, no_rank);
    Access& access = at(rank, window);
    access.mode = Mode::none;
    access.nocheck = false;
}

void Epochs::delivered(Rank origin, Rank target, const Packet& packet) {
    if (!rules_.answers_within_epoch) return;
    Access& access = at(origin, packet.window);
    const bool open =
        access.mode == Mode::locks ? pairs_.at(origin, target, packet.window).locked : access.mode != Mode::none;
    if (!open) {
        too_late(packet.source, packet.window, packet.target, packet.type(), access.mode == Mode::locks);
    } else if (causality_ != nullptr && packet.source == origin) {
        access.handled.push_back({target, causality_->step(), packet.type()});
    }
}

void Epochs::too_late(Rank source, WindowId window, Rank target, PacketType type, bool under_lock) {
    findings_.add(Invariant::epoch_kept, "rank {} receives {} from rank {} (window {}) after {} has ended", target,
                  context_.family->packets().name(type), source, context_.windows[window],
                  under_lock ? "the passive-target epoch" : "the access epoch");
}

// An access epoch ends at its origin. Checks that the current step depends on all steps in which targets handled
// requests of this epoch. Otherwise an equivalent order has such a step after the end of the epoch (causality.h).
void Epochs::require_handled(Rank origin, WindowId window, Rank target) {
    if (causality_ == nullptr) return;
    std::vector<Access::Handled>& handled = at(origin, window).handled;
    const auto is_meant = [target](const Access::Handled& one) { return target == no_rank || one.target == target; };
    for (const Access::Handled& one : handled) {
        if (!is_meant(one) || causality_->depends_on(one.step)) continue;
        too_late(origin, window, one.target, one.type, target != no_rank);
    }
    std::erase_if(handled, is_meant);
}

// Returns the epochs to which an operation may belong. If a thread posts an operation while another thread is inside a
// fence, the operation may belong to the epoch before or after that fence.
Epochs::Span Epochs::span(const Access& access, const Pair& pair) const {
    switch (access.mode) {
        case Mode::fence: return {access.fences_returned, access.fences_begun};
        case Mode::pscw: return {pair.starts, pair.starts};
        default: return {};
    }
}

void Epochs::require_fence_of_target(const Pair& pair, std::uint32_t fence) {
    if (fence == 0 || has_begun(pair.target, fence, pair.window)) return;
    findings_.add(Invariant::epoch_kept,
                  "rank {0} accesses the memory of rank {1} (window {2}) before rank {1} called fence {3}", pair.origin,
                  pair.target, context_.windows[pair.window], fence);
}

void Epochs::applied(const Pair& pair, Mode mode, Span span) {
    // An operation that accesses shared memory directly requires only that all ranks of the node have called the fence.
    // Any other operation requires that all ranks of the window have called the fence.
    const bool direct = context_.is_direct(pair.origin, pair.target, pair.window);
    if (mode == Mode::fence && !rules_.fence_opens_together) return require_fence_of_target(pair, span.first);
    const bool open = mode != Mode::fence || (direct ? node_has_begun(pair.origin, span.first, pair.window)
                                                     : all_have_begun(pair.origin, span.first, pair.window));
    if (!open) {
        findings_.add(Invariant::epoch_kept,
                      "rank {} accesses the memory of rank {} (window {}) before all ranks{} have called fence {}",
                      pair.origin, pair.target, context_.windows[pair.window], direct ? " of their node" : "",
                      span.first);
    }
    if (mode == Mode::pscw && pair.posts < span.first) {
        findings_.add(Invariant::epoch_kept,
                      "rank {0} accesses the memory of rank {1} (window {2}) before rank {1} called post", pair.origin,
                      pair.target, context_.windows[pair.window]);
    }
}

void Epochs::reset() {
    for (Access& access : accesses_) {
        access.mode = Mode::none;
        access.nocheck = access.granted = false;
        access.locks = access.fences_begun = access.fences_returned = 0;
        access.posted = access.unapplied = 0;
        access.fences_began_in.clear();
        access.handled.clear();
    }
    for (FenceFront& front : fences_) front = {0, front.members, front.members};
}

}  // namespace rmasim::sim::check
