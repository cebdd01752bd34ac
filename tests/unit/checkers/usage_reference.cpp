#include "tests/unit/checkers/usage_reference.h"

#include "sim/machine/memory/window_memory.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim::usage {

namespace {

constexpr const char* apart = "a window must not be locked and exposed at the same time";

bool changes_target(const Operation& operation) {
    return operation.kind != OpKind::get && operation.reduce != ReduceOp::no_op && operation.region.count > 0;
}

}  // namespace

bool ReferenceUsage::fits(const Own& mine, const CallRequest& call) {
    const bool closed = !mine.lock_all && !mine.started && !mine.fence_used;
    if (call.call == Call::win_create) return !mine.exists;
    if (!mine.exists) return false;
    switch (call.call) {
        case Call::win_free: return closed && mine.locked.empty() && !mine.posted;
        case Call::lock: return closed;
        case Call::lock_all:
        case Call::start: return closed && mine.locked.empty();
        case Call::unlock: return !mine.locked.empty();
        case Call::unlock_all: return mine.lock_all;
        case Call::complete: return mine.started;
        case Call::post: return !mine.posted;
        case Call::fence:
            return !(mine.fence_used && has(call.asserts, Assert::noprecede)) && !mine.lock_all && !mine.started &&
                   mine.locked.empty() && !mine.posted;
        default: return true;
    }
}

void ReferenceUsage::opens(Own& mine, const CallRequest& call) {
    switch (call.call) {
        case Call::win_create: mine.exists = true; break;
        case Call::win_free: mine.exists = mine.fence_open = false; break;
        case Call::lock: mine.locked.push_back(call.target); break;
        case Call::unlock: std::erase(mine.locked, call.target); break;
        case Call::lock_all:
        case Call::unlock_all: mine.lock_all = call.call == Call::lock_all; break;
        case Call::start:
        case Call::complete: mine.started = call.call == Call::start; break;
        case Call::post: mine.posted = true; break;
        case Call::fence:
            mine.inside_fence = true;
            mine.fence_open = !has(call.asserts, Assert::nosucceed);
            mine.fence_used = false;
            mine.other.clear();
            ++mine.fences;
            break;
        default: break;
    }
}

bool ReferenceUsage::refused_by_core(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call) {
    const CallDescription& described = description_of(call.call);
    const bool concerns =
        described.has(Argument::window) && described.kind != CallClass::operation && described.kind != CallClass::flush;
    if (!concerns) return false;
    if (!fits(own(thread.rank, call.window), call)) return true;
    const bool plain = !has(call.asserts, Assert::noprecede) && !has(call.asserts, Assert::nosucceed);
    for (const Thread& other : of_rank) {
        if (other.number == thread.number || other.activity != Thread::Activity::in_call) continue;
        if (other.window != call.window || !description_of(other.making).has(Argument::window)) continue;
        if (call.call == Call::fence && plain && is_operation(other.making)) continue;
        return true;
    }
    return false;
}

std::string ReferenceUsage::begins(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call) {
    const CallDescription& described = description_of(call.call);
    const OriginBuffer* got = nullptr;
    const bool receives = call.call == Call::recv || call.call == Call::irecv;
    if (receives && call.message.peer != proc_null) got = &call.message.buffer;
    if (described.kind == CallClass::operation && fetches(call.operation.kind)) got = &call.operation.result;
    if (got != nullptr && window_of(*got) && *window_of(*got) < by_call_.size()) {
        windows_[*window_of(*got)].updated[thread.rank] = did(thread, call.call);
    }
    if (!described.has(Argument::window)) return {};
    Own& mine = own(thread.rank, call.window);
    if (!mine.exists && call.call != Call::win_create) return {};
    const bool operation = described.kind == CallClass::operation;
    if (!operation && refused_by_core(of_rank, thread, call)) return {};
    if (!mine.locked.empty() && call.target != no_rank) {
        const bool locked = std::find(mine.locked.begin(), mine.locked.end(), call.target) != mine.locked.end();
        if (call.call == Call::lock && locked) return fmt::format("rank {} is already locked", call.target);
        if (call.call != Call::lock && !locked) return fmt::format("rank {} is not locked", call.target);
    }
    if (operation) return this->operation(thread, call, mine);
    if (std::string wrong = collective(thread, call); !wrong.empty()) return wrong;
    if (described.kind != CallClass::flush) opens(mine, call);
    const bool other = call.call == Call::lock || call.call == Call::lock_all || call.call == Call::start;
    if (other && mine.fence_open) mine.other = did(thread, call.call).what;
    if (call.call == Call::win_create) windows_[call.window].updated.erase(thread.rank);
    std::string wrong;
    const auto unless = [&wrong](auto&& rule) {
        if (wrong.empty()) wrong = rule();
    };
    if (call.call == Call::fence) unless([&] { return fence(thread, call, mine); });
    unless([&] { return publishes(thread, call); });
    if (call.call == Call::post) unless([&] { return post(thread, call); });
    if (call.call == Call::start) unless([&] { return start(thread, call); });
    if (call.call == Call::complete) {
        for (auto& [between, pair] : windows_[call.window].pairs) {
            if (between.first == thread.rank) pair.open = false;
        }
    }
    if (call.call == Call::lock || call.call == Call::lock_all) {
        unless([&] { return lock(thread, call, mine.fences); });
    }
    if (call.call == Call::post) unless([&] { return exposes(thread, call); });
    return wrong;
}

std::string ReferenceUsage::collective(const Thread& thread, const CallRequest& call) {
    if (call.call != Call::fence && call.call != Call::win_create && call.call != Call::win_free) return {};
    Window& window = windows_[call.window];
    const std::size_t nth = window.called[thread.rank]++;
    if (nth == window.collectives.size()) window.collectives.push_back({did(thread, call.call), call.call});
    const Collective& first = window.collectives[nth];
    return first.call == call.call ? "" : "no match for " + first.did.what;
}

std::string ReferenceUsage::operation(const Thread& thread, const CallRequest& call, Own& mine) {
    Window& window = windows_[call.window];
    const bool passive = mine.lock_all || !mine.locked.empty();
    if (has_request(call.call) && (mine.started || (!passive && mine.fence_open))) {
        return "operations with a request need a passive-target epoch (lock or lock_all)";
    }
    const std::uint32_t epoch = epoch_of(mine);
    if (epoch > 0 || mine.inside_fence) mine.fence_used = true;
    if (epoch > 0 && !mine.other.empty()) {
        return fmt::format(
            "the operation is in a fence epoch, in which {}; the access epochs of a rank on a window are "
            "disjoint (nosucceed closes a fence epoch)",
            mine.other);
    }
    const bool updates = changes_target(call.operation);
    const Did now = did(thread, call.call);
    for (const bool of_all : {false, true}) {
        const Lock* last = nullptr;
        for (const Lock& lock : window.locks) {
            if (lock.target == (of_all ? no_rank : call.target) && lock.epoch > 0) last = &lock;
        }
        if (epoch == 0 || last == nullptr || !last->counts || last->epoch != epoch) continue;
        return fmt::format("the window of rank {} is locked in this fence epoch: {}; {}", call.target, last->did.what,
                           apart);
    }
    if (epoch > 0) window.in_fences.push_back({call.target, now, epoch, updates});
    const auto noput = window.noput.find(call.target);
    if (epoch > 0 && updates && noput != window.noput.end() && noput->second.second == epoch) {
        return noput->second.first.what +
               ", with noput, which promises that the rank's window is not updated until the next fence";
    }
    const auto found = window.pairs.find({thread.rank, call.target});
    if (!mine.started || !updates || found == window.pairs.end() || !found->second.open) return {};
    Pair& pair = found->second;
    const std::size_t nth = pair.starts.size() - 1;
    if (nth < pair.posts.size()) {
        if (!has(pair.posts[nth].asserts, Assert::noput)) return {};
        return pair.posts[nth].did.what +
               ", with noput, which promises that the rank's window is not updated until the next wait";
    }
    if (!pair.starts[nth].update) pair.starts[nth].update = now;
    return {};
}

std::string ReferenceUsage::fence(const Thread& thread, const CallRequest& call, const Own& mine) {
    const auto [at, is_first] =
        windows_[call.window].fences.try_emplace(mine.fences, Fence{did(thread, Call::fence), call.asserts});
    for (const Assert one : {Assert::noprecede, Assert::nosucceed}) {
        const bool mine_has = has(call.asserts, one);
        if (mine_has == has(at->second.asserts, one)) continue;
        return fmt::format("{} {}, but {} {} this assert; either all ranks or no rank must give this assert to a fence",
                           mine_has ? "with" : "without", name_of(one), at->second.did.what,
                           mine_has ? "without" : "with");
    }
    return {};
}

std::string ReferenceUsage::publishes(const Thread& thread, const CallRequest& call) {
    Window& window = windows_[call.window];
    const bool does = call.call == Call::fence || call.call == Call::post || call.call == Call::unlock ||
                      call.call == Call::unlock_all || call.call == Call::sync;
    const auto stored = window.updated.find(thread.rank);
    if (does && stored != window.updated.end()) {
        if (has(call.asserts, Assert::nostore)) {
            return "nostore, but since the last synchronisation of the window " + stored->second.what;
        }
        window.updated.erase(stored);
    }
    if (call.call != Call::fence || !has(call.asserts, Assert::noput)) return {};
    const std::uint32_t epoch = own(thread.rank, call.window).fences;
    window.noput.insert_or_assign(thread.rank, std::pair{did(thread, Call::fence), epoch});
    const InFence* last = nullptr;
    for (const InFence& one : window.in_fences) {
        if (one.target == thread.rank && one.updates) last = &one;
    }
    if (last == nullptr || last->epoch != epoch) return {};
    return "noput promises that the rank's window is not updated until the next fence, but " + last->did.what;
}

std::string ReferenceUsage::post(const Thread& thread, const CallRequest& call) {
    for (const Rank origin : call.group) {
        Pair& pair = windows_[call.window].pairs[{origin, thread.rank}];
        pair.posts.push_back({did(thread, Call::post), call.asserts, {}});
        if (pair.starts.size() < pair.posts.size()) continue;
        const Half& start = pair.starts[pair.posts.size() - 1];
        if (has(call.asserts, Assert::nocheck)) {
            return fmt::format("nocheck, but the matching start was called without nocheck: {}", start.did.what);
        }
        if (!has(call.asserts, Assert::noput) || !start.update) continue;
        return fmt::format(
            "{}, with noput, which promises that the rank's window is not updated until the next wait, but {}",
            pair.posts.back().did.what, start.update->what);
    }
    return {};
}

std::string ReferenceUsage::start(const Thread& thread, const CallRequest& call) {
    const bool nocheck = has(call.asserts, Assert::nocheck);
    for (const Rank target : call.group) {
        Pair& pair = windows_[call.window].pairs[{thread.rank, target}];
        pair.open = true;
        pair.starts.push_back({did(thread, Call::start), call.asserts, {}});
        const std::string too_early = fmt::format("nocheck, but rank {} has not called the matching post yet", target);
        if (pair.posts.size() < pair.starts.size()) {
            if (nocheck) return too_early;
            continue;
        }
        const Half& post = pair.posts[pair.starts.size() - 1];
        const bool given = has(post.asserts, Assert::nocheck);
        if (nocheck && !given) return "nocheck, but the matching post was called without nocheck: " + post.did.what;
        if (!nocheck && given)
            return "without nocheck, but the matching post was called with nocheck: " + post.did.what;
        if (nocheck && !past(post.did.step)) return too_early;
    }
    return {};
}

std::string ReferenceUsage::lock(const Thread& thread, const CallRequest& call, std::uint32_t epoch) {
    Window& window = windows_[call.window];
    for (Rank rank = 0; rank < ranks_; ++rank) {
        if (call.target != no_rank && call.target != rank) continue;
        for (const Exposure& one : window.exposures) {
            if (one.rank != rank || over(one.ended)) continue;
            return fmt::format("the window of rank {} is exposed: {}, and the wait for this post has not returned; {}",
                               rank, one.did.what, apart);
        }
    }
    const InFence* last = nullptr;
    for (const InFence& one : window.in_fences) {
        if (call.target == no_rank || one.target == call.target) last = &one;
    }
    if (epoch > 0 && last != nullptr && last->epoch == epoch) {
        return fmt::format("the window of rank {} is exposed in this fence epoch: {}; {}", last->target, last->did.what,
                           apart);
    }
    const Lock mine{call.target, did(thread, call.call), call.lock_type, has(call.asserts, Assert::nocheck), {}, epoch};
    if (std::string wrong = conflicts(thread, call, mine); !wrong.empty()) return wrong;
    window.locks.push_back(mine);
    return {};
}

std::string ReferenceUsage::conflicts(const Thread& thread, const CallRequest& call, const Lock& mine) {
    for (Rank target = no_rank; target < ranks_; ++target) {
        if (target != call.target && target != no_rank && call.target != no_rank) continue;
        for (const Lock& other : windows_[call.window].locks) {
            if (other.target != target || other.did.by == thread.rank || over(other.ended)) continue;
            if (mine.type == LockType::shared && other.type == LockType::shared) continue;
            if (!mine.nocheck && !other.nocheck) continue;
            return fmt::format(
                "{}{} ({}{}), and the matching {} has not returned; nocheck promises that there is no "
                "conflicting lock",
                mine.nocheck ? "nocheck, but " : "", other.did.what, name_of(other.type),
                other.nocheck ? ", nocheck" : "", other.target == no_rank ? "unlock_all" : "unlock");
        }
    }
    return {};
}

std::string ReferenceUsage::exposes(const Thread& thread, const CallRequest& call) {
    Window& window = windows_[call.window];
    for (const Rank target : {no_rank, thread.rank}) {
        for (const Lock& lock : window.locks) {
            if (lock.target != target || over(lock.ended)) continue;
            return fmt::format("the window is locked: {}, and the matching {} has not returned; {}", lock.did.what,
                               target == no_rank ? "unlock_all" : "unlock", apart);
        }
    }
    window.exposures.push_back({thread.rank, did(thread, Call::post), {}});
    return {};
}

void ReferenceUsage::returned(const Thread& thread) {
    if (!description_of(thread.making).has(Argument::window)) return;
    Own& mine = own(thread.rank, thread.window);
    Window& window = windows_[thread.window];
    const std::uint32_t now = causes_ == nullptr ? 0 : causes_->step();
    if (thread.making == Call::fence) mine.inside_fence = false;
    if (thread.making == Call::wait || (thread.making == Call::test && thread.answer.done)) mine.posted = false;
    if (thread.making == Call::unlock || thread.making == Call::unlock_all) {
        const Rank target = thread.making == Call::unlock ? thread.target : no_rank;
        for (Lock& lock : window.locks) {
            if (lock.target == target && lock.did.by == thread.rank && !lock.ended) lock.ended = now;
        }
        Lock* last = nullptr;
        for (Lock& lock : window.locks) {
            if (lock.target == target && lock.epoch > 0 && lock.counts) last = &lock;
        }
        if (last == nullptr || last->did.by != thread.rank) return;
        bool begun = true;
        for (Rank rank = 0; rank < ranks_; ++rank) {
            if (target == no_rank || target == rank) begun &= own(rank, thread.window).fences >= last->epoch;
        }
        for (Lock& lock : window.locks) {
            if (!begun && lock.target == target) lock.counts = false;
        }
    }
    const bool ends_exposure = thread.making == Call::wait || thread.making == Call::test;
    if (!ends_exposure || mine.posted) return;
    for (Exposure& one : window.exposures) {
        if (one.rank == thread.rank && !one.ended) one.ended = now;
    }
}

void ReferenceUsage::stored(const Thread& thread, Rank owner, WindowId window) {
    if (owner == thread.rank && window < by_call_.size()) windows_[window].updated[owner] = did(thread, " stored");
}

}  // namespace rmasim::sim::usage
