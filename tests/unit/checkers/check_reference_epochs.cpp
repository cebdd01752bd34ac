// The reference checker's calls, epochs and locks.
#include "tests/unit/checkers/check_reference.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim::check {

Complaints ReferenceChecker::begins(Rank rank, ThreadId thread, const CallRequest& call) {
    Epoch& epoch = epochs_[{rank, call.window}];
    calls_[{rank, thread}] = {call, epoch.posted};
    switch (call.call) {
        case Call::fence:
            epoch.mode = Mode::fence;
            epoch.fences.push_back(step());
            break;
        case Call::post:
            epoch.exposed = call.group;
            for (const Rank origin : call.group) ++pairs_[{origin, rank, call.window}].posts;
            break;
        case Call::start:
            epoch.mode = Mode::pscw;
            epoch.started = call.group;
            for (const Rank target : call.group) ++pairs_[{rank, target, call.window}].starts;
            break;
        case Call::complete:
            for (const Rank target : epoch.started) pairs_[{rank, target, call.window}].completes.push_back(step());
            break;
        case Call::lock: {
            epoch.mode = Mode::locks;
            if (epoch.locks++ == 0) epoch.granted = false;
            Relation& pair = pairs_[{rank, call.target, call.window}];
            pair.locked = true;
            pair.type = call.lock_type;
            pair.nocheck = has(call.asserts, Assert::nocheck);
            break;
        }
        case Call::lock_all:
            epoch.mode = Mode::lock_all;
            epoch.granted = false;
            epoch.nocheck = has(call.asserts, Assert::nocheck);
            break;
        default: break;
    }
    return {};
}

Complaints ReferenceChecker::returns(Rank rank, ThreadId thread) {
    const UnderWay call = calls_[{rank, thread}];
    Complaints wrong = promised(rank, call);
    add(wrong, closes(rank, call));
    return wrong;
}

Complaints ReferenceChecker::promised(Rank rank, const UnderWay& under_way) {
    const CallRequest& call = under_way.call;
    if (has(call.asserts, Assert::noprecede)) return {};
    Complaints wrong;
    const Guarantee guarantee = call.call == Call::fence      ? rules_.fence
                                : call.call == Call::complete ? rules_.complete
                                : call.call == Call::unlock   ? rules_.unlock
                                                              : description_of(call.call).guarantee;
    if (guarantee == Guarantee::applied) wrong = all_applied(rank, under_way);
    if (guarantee == Guarantee::complete_at_origin) wrong = all_complete(rank, under_way, false);
    if (call.call == Call::fence) add(wrong, all_fenced(rank, call.window));
    if (call.call == Call::request_wait) add(wrong, all_complete(rank, under_way, true));
    return wrong;
}

Complaints ReferenceChecker::all_applied(Rank rank, const UnderWay& under_way) {
    const CallRequest& call = under_way.call;
    const std::string when = std::string(description_of(call.call).name) + " returns";
    const auto meant = [&](const Op& op) {
        return op.origin == rank && op.window == call.window && op.nth <= under_way.posted &&
               (call.target == no_rank || op.target == call.target);
    };
    Complaints wrong;
    for (const std::size_t index : order_applied_) {
        Op& op = ops_[index];
        if (op.known || !meant(op)) continue;
        op.known = true;
        if (!caused_by(op.applied_in)) add(wrong, {not_applied(text(op), when)});
    }
    Complaints late;  // the first to each target: any of them may be named
    for (Rank target = 0; target < context_.ranks; ++target) {
        const Op* const op = oldest(rank, target, call.window);
        if (op != nullptr && meant(*op)) late.push_back(not_applied(text(*op), when));
    }
    add(wrong, late);
    return wrong;
}

Complaints ReferenceChecker::all_complete(Rank rank, const UnderWay& under_way, bool of_requests) {
    const CallRequest& call = under_way.call;
    const Op* first = nullptr;
    for (const Op& op : ops_) {
        if (op.origin != rank || op.complete) continue;
        const std::vector<RequestId>& asked = call.requests;
        const bool meant =
            of_requests ? op.request != no_request && std::find(asked.begin(), asked.end(), op.request) != asked.end()
                        : op.window == call.window && op.nth <= under_way.posted &&
                              (call.target == no_rank || op.target == call.target);
        if (meant && (first == nullptr || op.id < first->id)) first = &op;
    }
    if (first == nullptr) return {};
    return one(Invariant::epoch_kept,
               fmt::format(
                   "{} is not complete at its origin when {} returns", text(*first),
                   description_of(call.call).name == "request_wait" ? "request_wait" : description_of(call.call).name));
}

Complaints ReferenceChecker::all_fenced(Rank rank, WindowId window) {
    const std::uint32_t fence = epochs_[{rank, window}].begun();
    Complaints late;
    for (Rank origin = 0; origin < context_.ranks; ++origin) {
        const Op* const op = oldest(origin, rank, window);
        if (op == nullptr || op->mode != Mode::fence || op->last >= fence) continue;
        late.push_back(not_applied(text(*op), fmt::format("fence {} returns at rank {}", fence, rank)));
    }
    return late;
}

Complaints ReferenceChecker::closes(Rank rank, const UnderWay& under_way) {
    const CallRequest& call = under_way.call;
    Epoch& epoch = epochs_[{rank, call.window}];
    Complaints wrong;
    switch (call.call) {
        case Call::fence: {
            const bool waits = !has(call.asserts, Assert::noprecede);
            if (waits) wrong = all_handled(rank, call.window, no_rank);
            const std::uint32_t fence = epoch.begun();
            const bool for_all = waits && (fence > 1 || rules_.first_fence_waits);
            if (for_all && !begun_at_all(call.window, fence)) {
                add(wrong,
                    one(Invariant::epoch_kept,
                        fmt::format("fence {} returned at rank {} (window {}) before all ranks had called this fence",
                                    fence, rank, named(call.window))));
            }
            epoch.fences_returned = fence;
            if (has(call.asserts, Assert::nosucceed)) epoch.mode = Mode::none;
            break;
        }
        case Call::complete:
            wrong = all_handled(rank, call.window, no_rank);
            epoch.mode = Mode::none;
            break;
        case Call::unlock: {
            wrong = all_handled(rank, call.window, call.target);
            if (--epoch.locks == 0) epoch.mode = Mode::none;
            Relation& pair = pairs_[{rank, call.target, call.window}];
            pair.locked = pair.nocheck = false;
            break;
        }
        case Call::unlock_all:
            wrong = all_handled(rank, call.window, no_rank);
            epoch.mode = Mode::none;
            epoch.nocheck = false;
            break;
        case Call::win_free: return frees_window(rank, call.window);
        default: break;
    }
    const bool locks_own = call.call == Call::lock_all || (call.call == Call::lock && call.target == rank);
    if (locks_own && !has(call.asserts, Assert::nocheck) && !pairs_[{rank, rank, call.window}].holds) {
        add(wrong, one(Invariant::exclusive_alone,
                       fmt::format("{} returns at rank {}, which does not hold the lock of its own window {}",
                                   description_of(call.call).name, rank, named(call.window))));
    }
    return wrong;
}

Complaints ReferenceChecker::all_handled(Rank rank, WindowId window, Rank target) {
    Epoch& epoch = epochs_[{rank, window}];
    Complaints wrong;
    auto left = epoch.handled;
    left.clear();
    for (const auto& handled : epoch.handled) {
        const Rank at = std::get<0>(handled);
        if (target != no_rank && at != target) {
            left.push_back(handled);
        } else if (!caused_by(std::get<1>(handled))) {
            add(wrong, {too_late(rank, at, window, std::get<2>(handled), target != no_rank)});
        }
    }
    epoch.handled = left;
    return wrong;
}

Complaints ReferenceChecker::frees_window(Rank rank, WindowId window) {
    epochs_[{rank, window}].mode = Mode::none;
    const Lock& lock = locks_[{rank, window}];
    Life& life = lives_[{rank, window}];
    Complaints wrong;
    const std::uint32_t holders = lock.shared + (lock.alone == no_rank ? 0 : 1);
    if (holders > 0) {
        wrong = one(Invariant::window_kept,
                    fmt::format("win_free of window {} returns at rank {} while other ranks hold its lock ({} ranks)",
                                named(window), rank, holders));
    }
    if (life.due > 0) {
        add(wrong,
            one(Invariant::window_kept,
                fmt::format("win_free of window {} returns at rank {} while {} packets of the window to this rank are "
                            "in flight",
                            named(window), rank, life.due)));
    }
    if (life.elements != 0) {
        add(wrong,
            one(Invariant::elements_conserved,
                fmt::format("win_free of window {} returns at rank {} while {} elements of the window are in use",
                            named(window), rank, life.elements)));
    }
    ++life.ended;
    life.due += life.early;
    life.early = 0;
    return wrong;
}

bool ReferenceChecker::begun_at(Rank rank, WindowId window, std::uint32_t fence) {
    const Epoch& epoch = epochs_[{rank, window}];
    return fence == 0 || (epoch.begun() >= fence && caused_by(epoch.fences[fence - 1]));
}

bool ReferenceChecker::begun_at_all(WindowId window, std::uint32_t fence) {
    for (Rank rank = 0; rank < context_.ranks; ++rank) {
        if (!begun_at(rank, window, fence)) return false;
    }
    return true;
}

bool ReferenceChecker::begun_on_node(Rank rank, WindowId window, std::uint32_t fence) {
    for (Rank other = 0; other < context_.ranks; ++other) {
        if (other / context_.ranks_per_node != rank / context_.ranks_per_node) continue;
        if (!begun_at(other, window, fence)) return false;
    }
    return true;
}

Complaints ReferenceChecker::may_touch(Rank origin, Rank target, WindowId window, Mode mode, std::uint32_t epoch,
                                       bool nocheck) {
    Complaints wrong;
    const auto touches = [&](const std::string& before) {
        return one(Invariant::epoch_kept, fmt::format("rank {} accesses the memory of rank {} (window {}) before {}",
                                                      origin, target, named(window), before));
    };
    const bool node = context_.shared[window] && origin / context_.ranks_per_node == target / context_.ranks_per_node;
    if (mode == Mode::fence && !rules_.fence_opens_together) {
        if (!begun_at(target, window, epoch)) wrong = touches(fmt::format("rank {} called fence {}", target, epoch));
    } else if (mode == Mode::fence) {
        const bool open = node ? begun_on_node(origin, window, epoch) : begun_at_all(window, epoch);
        const char* const whose = node ? " of their node" : "";
        if (!open) wrong = touches(fmt::format("all ranks{} have called fence {}", whose, epoch));
    } else if (mode == Mode::pscw && pairs_[{origin, target, window}].posts < epoch) {
        wrong = touches(fmt::format("rank {} called post", target));
    }
    add(wrong, held_alone(origin, target, window, mode, nocheck));
    return wrong;
}

Complaints ReferenceChecker::held_alone(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck) {
    if (nocheck) return {};
    Complaints wrong;
    const Rank alone = locks_[{target, window}].alone;
    if (alone != no_rank && alone != origin && (rules_.one_lock_epoch || pairs_[{alone, target, window}].locked)) {
        wrong =
            one(Invariant::exclusive_alone,
                fmt::format("rank {} accesses the memory of rank {} (window {}), whose lock rank {} holds exclusively",
                            origin, target, named(window), alone));
    }
    if ((mode == Mode::locks || mode == Mode::lock_all) && !pairs_[{origin, target, window}].holds) {
        add(wrong, one(Invariant::exclusive_alone,
                       fmt::format("rank {} accesses the memory of rank {} (window {}) without its lock", origin,
                                   target, named(window))));
    }
    return wrong;
}

bool ReferenceChecker::claims_in_line(Rank origin, Rank target, WindowId window) {
    return origin == target ? epochs_[{origin, window}].granted : pairs_[{origin, target, window}].claims;
}

Complaints ReferenceChecker::queues(Rank target, WindowId window, Rank origin, LockType type) {
    locks_[{target, window}].line.push_back({origin, type, claims_in_line(origin, target, window), origin == target});
    return {};
}

// Shared requests that the lock order prefers may overtake earlier requests while other ranks share the lock. Every
// request may overtake a request that waits for its own UNLOCK.
Complaints ReferenceChecker::overtakes(Lock& lock, Rank target, WindowId window, InLine mine) {
    const auto position = std::find_if(lock.line.begin(), lock.line.end(),
                                       [&mine](const InLine& one) { return one.origin == mine.origin; });
    if (position != lock.line.end()) mine = *position;
    const LockOrder order = family_.reported_rules.lock_order;
    const auto preferred = [order](const InLine& one) {
        if (order == LockOrder::fifo || one.type == LockType::exclusive) return false;
        return order == LockOrder::readers_first || one.holder;
    };
    Complaints wrong;
    for (auto other = lock.line.begin(); other != position && wrong.empty(); ++other) {
        const bool other_first = preferred(*other) && !(order == LockOrder::holders_first && other->own);
        if (lock.shared > 0 && preferred(mine) && !other_first) continue;
        if (!rules_.one_lock_epoch && pairs_[{other->origin, target, window}].holds) continue;
        wrong = one(Invariant::locks_in_order,
                    fmt::format("rank {} gets the lock of rank {} (window {}) before rank {}, whose request is older",
                                mine.origin, target, named(window), other->origin));
    }
    if (position != lock.line.end()) lock.line.erase(position);
    return rules_.locks_in_order ? wrong : Complaints{};
}

Complaints ReferenceChecker::grants(Rank target, WindowId window, Rank origin, LockType type) {
    Lock& lock = locks_[{target, window}];
    Relation& pair = pairs_[{origin, target, window}];
    Epoch& epoch = epochs_[{origin, window}];
    const std::string lock_text = fmt::format("the lock of rank {} (window {})", target, named(window));
    const bool named_lock = epoch.mode == Mode::locks;
    const bool asked = origin == target ? epoch.mode == Mode::lock_all || (named_lock && pair.locked) : pair.asked > 0;
    Complaints wrong;
    if (!asked) {
        wrong = one(Invariant::grant_asked_for,
                    fmt::format("rank {} grants its lock (window {}) to rank {}, which did not request it", target,
                                named(window), origin));
    }
    if (pair.asked > 0) --pair.asked;
    const LockType wanted = named_lock ? pair.type : LockType::shared;
    if (type != wanted && rules_.one_lock_epoch) {
        add(wrong, one(Invariant::grant_asked_for, fmt::format("rank {} gets {} as {}, but requested it as {}", origin,
                                                               lock_text, name_of(type), name_of(wanted))));
    }
    add(wrong,
        overtakes(lock, target, window, {origin, type, claims_in_line(origin, target, window), origin == target}));
    if (lock.alone != no_rank) {
        add(wrong, one(Invariant::exclusive_alone,
                       fmt::format("rank {} gets {}, which rank {} holds exclusively", origin, lock_text, lock.alone)));
    } else if (type == LockType::exclusive && lock.shared > 0) {
        add(wrong, one(Invariant::exclusive_alone, fmt::format("rank {} gets {} exclusively while {} ranks share it",
                                                               origin, lock_text, lock.shared)));
    } else if (pair.holds) {
        add(wrong, one(Invariant::grant_asked_for, fmt::format("rank {} gets {} twice", origin, lock_text)));
    }
    pair.holds = epoch.granted = true;
    if (origin != target) {
        for (InLine& waiting : locks_[{origin, window}].line) waiting.holder |= waiting.origin == origin;
    }
    if (type == LockType::exclusive) lock.alone = origin;
    else ++lock.shared;
    return wrong;
}

Complaints ReferenceChecker::releases(Rank target, WindowId window, Rank origin) {
    Lock& lock = locks_[{target, window}];
    Relation& pair = pairs_[{origin, target, window}];
    Complaints wrong;
    if (!pair.holds || (origin != target && pair.unlocks == 0)) {
        wrong = one(Invariant::grant_asked_for,
                    fmt::format("rank {} releases its lock (window {}) for rank {}, which {}", target, named(window),
                                origin, pair.holds ? "did not call unlock" : "does not hold it"));
    }
    pair.holds = false;
    if (pair.unlocks > 0) --pair.unlocks;
    if (lock.alone == origin) lock.alone = no_rank;
    else if (lock.shared > 0) --lock.shared;
    return wrong;
}

Complaints ReferenceChecker::ends_exposure(Rank rank, WindowId window) {
    Complaints wrong;
    for (const Rank origin : epochs_[{rank, window}].exposed) {
        const Relation& pair = pairs_[{origin, rank, window}];
        if (pair.completes.size() >= pair.posts && caused_by(pair.completes[pair.posts - 1])) continue;
        add(wrong, one(Invariant::epoch_kept,
                       fmt::format("the exposure epoch of rank {} (window {}) ended before rank {} called complete",
                                   rank, named(window), origin)));
    }
    for (const Rank origin : epochs_[{rank, window}].exposed) {
        const Op* const op = oldest(origin, rank, window);
        if (op == nullptr || op->mode != Mode::pscw || op->last > pairs_[{origin, rank, window}].posts) continue;
        add(wrong, {not_applied(text(*op), fmt::format("the exposure epoch of rank {} ends", rank))});
    }
    return wrong;
}

}  // namespace rmasim::sim::check
