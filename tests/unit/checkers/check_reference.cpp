#include "tests/unit/checkers/check_reference.h"

#include "protocol/newrma/packets.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace rmasim::sim::check {

namespace {

bool same(const ReferenceChecker::Op& op, const Packet& packet) {
    return op.id == packet.op && op.kind == op_kind_of(packet.kind) && op.region.disp == packet.region.disp &&
           op.region.count == packet.region.count;
}

// The bytes that a region touches.
std::set<std::uint64_t> bytes_of_region(const Region& region, std::uint32_t unit) {
    std::set<std::uint64_t> bytes;
    const std::uint64_t size = bytes_of(region.datatype);
    for (std::uint64_t k = 0; k < region.count; ++k) {
        const std::uint64_t element =
            region.block_length == 0 ? k : k / region.block_length * region.stride + k % region.block_length;
        for (std::uint64_t i = 0; i < size; ++i) bytes.insert(region.disp * unit + element * size + i);
    }
    return bytes;
}

bool share_bytes(const Region& a, const Region& b, std::uint32_t unit) {
    const auto of_a = bytes_of_region(a, unit), of_b = bytes_of_region(b, unit);
    return std::any_of(of_a.begin(), of_a.end(), [&of_b](std::uint64_t byte) { return of_b.contains(byte); });
}

}  // namespace

std::string ReferenceChecker::text(const Op& op) const {
    return fmt::format("{} of rank {} to rank {} (window {}, displacement {})", name_of(op.kind), op.origin, op.target,
                       named(op.window), op.region.disp);
}

std::string ReferenceChecker::text(const Packet& packet) const {
    return fmt::format("{} of rank {} to rank {} (window {}, displacement {})", family_.packets().name(packet.type()),
                       packet.source, packet.target, named(packet.window), packet.region.disp);
}

ReferenceChecker::Op* ReferenceChecker::live(Rank rank, OpId id) {
    for (Op& op : ops_) {
        if (op.origin == rank && op.id == id && !op.complete) return &op;
    }
    return nullptr;
}

ReferenceChecker::Op* ReferenceChecker::oldest(Rank origin, Rank target, WindowId window) {
    for (Op& op : ops_) {
        if (op.origin == origin && op.target == target && op.window == window && op.state != Op::applied) return &op;
    }
    return nullptr;
}

Complaints ReferenceChecker::posts(Rank rank, OpId id, const Operation& operation) {
    if (const Op* const in_use = live(rank, id)) {
        return one(
            Invariant::applied_once,
            fmt::format("rank {} issues an operation with an element that is in use by {}", rank, text(*in_use)));
    }
    Epoch& epoch = epochs_[{rank, operation.window}];
    const Relation& pair = pairs_[{rank, operation.target, operation.window}];
    Op op{rank,
          operation.target,
          operation.window,
          id,
          operation.kind,
          operation.region,
          operation.request,
          ++epoch.posted,
          epoch.mode,
          0,
          0,
          epoch.mode == Mode::lock_all ? epoch.nocheck : pair.nocheck};
    if (epoch.mode == Mode::fence) {
        op.first = epoch.fences_returned;
        op.last = epoch.begun();
    } else if (epoch.mode == Mode::pscw) {
        op.first = op.last = pair.starts;
    }
    ops_.push_back(op);
    return {};
}

Complaints ReferenceChecker::completes(Rank rank, OpId id) {
    Op* const op = live(rank, id);
    if (op == nullptr) {
        return one(Invariant::applied_once,
                   fmt::format("rank {} completes an operation that is not in progress", rank));
    }
    op->complete = true;
    const bool answered = op->kind != OpKind::put && op->kind != OpKind::accumulate;
    if (op->state != Op::applied && (answered || op->state != Op::sent)) {
        return one(Invariant::applied_once, fmt::format("{} is complete at its origin before it was {}", text(*op),
                                                        answered ? "applied" : "sent"));
    }
    if (!op->in_memory) return {};
    return one(Invariant::data_leave_first,
               fmt::format("{} is complete at its origin before its data have left", text(*op)));
}

Complaints ReferenceChecker::sends(const Packet& packet) {
    Complaints wrong;
    if (is_operation(packet.kind)) {
        Op* const op = live(packet.source, packet.op);
        if (op == nullptr || !same(*op, packet) || op->target != packet.target || op->window != packet.window) {
            wrong =
                one(Invariant::applied_once, text(packet) + " is sent, but was never issued, or is already complete");
        } else if (op->state == Op::sent || op->state == Op::applied) {
            wrong = one(Invariant::applied_once,
                        text(packet) + " is sent twice, although the first packet was not dropped");
        } else {
            op->state = Op::sent;
            op->asks = newrma::asks_for_lock(packet);
        }
    }
    Life& there = lives_[{packet.target, packet.window}];
    const std::uint32_t ended_here = lives_[{packet.source, packet.window}].ended;
    ++(ended_here > there.ended ? there.early : there.due);
    if (ended_here < there.ended) {
        add(wrong,
            one(Invariant::window_kept,
                fmt::format("rank {} sends {} to rank {}, where win_free of window {} has returned", packet.source,
                            family_.packets().name(packet.type()), packet.target, named(packet.window))));
    }
    if (newrma::names_holder(packet) && !epochs_[{packet.source, packet.window}].granted) {
        add(wrong,
            one(Invariant::locks_in_order, fmt::format("rank {} reports to rank {} that the sender holds another lock "
                                                       "(window {}), but no lock was granted to the sender",
                                                       packet.source, packet.target, named(packet.window))));
    }
    if (newrma::grants_lock(packet) && !pairs_[{packet.target, packet.source, packet.window}].holds) {
        add(wrong, one(Invariant::grant_asked_for,
                       fmt::format("rank {} sends {} to rank {} (window {}), but the receiver does not hold the lock",
                                   packet.source, family_.packets().name(packet.type()), packet.target,
                                   named(packet.window))));
    }
    return wrong;
}

Complaints ReferenceChecker::leaves(const Packet& packet, bool left) {
    if (Op* const op = live(packet.source, packet.op)) op->in_memory = !left;
    return {};
}

Complaints ReferenceChecker::receives(const Packet& packet) {
    --lives_[{packet.target, packet.window}].due;
    Complaints wrong;
    const bool request = family_.packets().is_request(packet.kind), reply = family_.packets().is_reply(packet.kind);
    if ((request || reply) && rules_.answers_within_epoch) {
        const Rank origin = request ? packet.source : packet.target, target = request ? packet.target : packet.source;
        Epoch& epoch = epochs_[{origin, packet.window}];
        const bool open =
            epoch.mode == Mode::locks ? pairs_[{origin, target, packet.window}].locked : epoch.mode != Mode::none;
        if (!open) {
            wrong = {too_late(packet.source, packet.target, packet.window, packet.type(), epoch.mode == Mode::locks)};
        } else if (packet.source == origin) {
            epoch.handled.emplace_back(target, step(), packet.type());
        }
    }
    Relation& pair = pairs_[{packet.source, packet.target, packet.window}];
    const bool claims = newrma::names_holder(packet);
    if (newrma::asks_for_lock(packet)) {
        ++pair.asked;
        pair.claims = claims;
    } else if (claims) {
        for (InLine& waiting : locks_[{packet.target, packet.window}].line) {
            if (waiting.origin == packet.source) waiting.holder = true;
        }
    }
    const std::uint32_t to_release = pair.asked + (pair.holds ? 1 : 0);
    if (newrma::unlocks(packet) && (pair.unlocks < to_release || !rules_.idle_unlocks)) ++pair.unlocks;
    return wrong;
}

std::string ReferenceChecker::too_late(Rank source, Rank target, WindowId window, PacketType type,
                                       bool under_lock) const {
    return words_of(
        Violation{Invariant::epoch_kept, fmt::format("rank {} receives {} from rank {} (window {}) after {} has ended",
                                                     target, family_.packets().name(type), source, named(window),
                                                     under_lock ? "the passive-target epoch" : "the access epoch")});
}

Complaints ReferenceChecker::applies(const Packet& packet) {
    const auto now = std::find_if(ops_.begin(), ops_.end(), [&packet](const Op& op) {
        return op.origin == packet.source && op.target == packet.target && op.window == packet.window &&
               op.state == Op::sent && same(op, packet);
    });
    if (now == ops_.end()) {
        return one(Invariant::applied_once, text(packet) + " is applied, but was already applied, or never sent");
    }
    Complaints wrong;
    for (auto before = ops_.begin(); before != now && family_.reported_rules.orders_accumulates; ++before) {
        const bool meant = before->origin == now->origin && before->target == now->target &&
                           before->window == now->window && before->state != Op::applied;
        if (!meant || !accumulates(before->kind) || !accumulates(now->kind)) continue;
        if (!share_bytes(before->region, now->region, unit_of(now->target, now->window))) continue;
        add(wrong, one(Invariant::accumulates_in_order,
                       text(*now) + " is applied before " + text(*before) + ", which was issued earlier"));
    }
    now->state = Op::applied;
    now->applied_in = step();
    order_applied_.push_back(static_cast<std::size_t>(now - ops_.begin()));
    add(wrong, may_touch(now->origin, now->target, now->window, now->mode, now->first, now->nocheck));
    return wrong;
}

Complaints ReferenceChecker::applies_directly(Rank rank, const Operation& operation) {
    const Epoch& epoch = epochs_[{rank, operation.window}];
    const Relation& pair = pairs_[{rank, operation.target, operation.window}];
    const std::uint32_t first = epoch.mode == Mode::fence  ? epoch.fences_returned
                                : epoch.mode == Mode::pscw ? pair.starts
                                                           : 0;
    const bool nocheck = epoch.mode == Mode::lock_all ? epoch.nocheck : pair.nocheck;
    if (operation.target != rank) {
        return may_touch(rank, operation.target, operation.window, epoch.mode, first, nocheck);
    }
    // It may have been queued.
    const auto is_own = [&](const Op& op) {
        return op.origin == rank && op.target == rank && op.window == operation.window;
    };
    const auto now = std::find_if(ops_.begin(), ops_.end(), [&](const Op& op) {
        const Region bytes = in_bytes(op.region, unit_of(rank, operation.window));
        return is_own(op) && op.state == Op::sent && op.kind == operation.kind && bytes.disp == operation.region.disp &&
               bytes.count == operation.region.count;
    });
    Complaints wrong;
    const std::uint32_t unit = unit_of(rank, operation.window);
    const std::string itself =
        fmt::format("{} of rank {} to itself (window {}, displacement {})", name_of(operation.kind), rank,
                    named(operation.window), operation.region.disp / unit);
    for (auto before = ops_.begin(); before != now && family_.reported_rules.orders_accumulates; ++before) {
        if (!is_own(*before) || before->state == Op::applied) continue;
        if (!accumulates(before->kind) || !accumulates(operation.kind)) continue;
        if (!share_bytes(in_bytes(before->region, unit), operation.region, 1)) continue;
        add(wrong, one(Invariant::accumulates_in_order,
                       itself + " is applied before " + text(*before) + ", which was issued earlier"));
    }
    if (now != ops_.end()) {
        now->state = Op::applied;
        now->applied_in = step();
        order_applied_.push_back(static_cast<std::size_t>(now - ops_.begin()));
    }
    add(wrong, may_touch(rank, rank, operation.window, epoch.mode, now != ops_.end() ? now->first : first, nocheck));
    return wrong;
}

Complaints ReferenceChecker::drops(Rank target, WindowId window, Rank origin) {
    for (Op& op : ops_) {
        const bool meant = op.origin == origin && op.target == target && op.window == window;
        if (meant && op.state == Op::sent && op.asks) op.state = Op::dropped;
    }
    pairs_[{origin, target, window}].unlocks = 0;
    return {};
}

std::string ReferenceChecker::pool_text(WindowId window, ElementKind kind, PoolLevel level) const {
    return level == PoolLevel::global
               ? fmt::format("{} elements of the global pool", name_of(kind))
               : fmt::format("{} elements of the local pool (window {})", name_of(kind), named(window));
}

Complaints ReferenceChecker::takes(Rank rank, WindowId window, ElementKind kind, PoolLevel level, bool gives_back) {
    const WindowId of = level == PoolLevel::global ? no_window : window;
    std::int64_t& used = in_use_[{rank, level, of, kind}];
    used += gives_back ? -1 : 1;
    lives_[{rank, window}].elements += gives_back ? -1 : 1;
    if (gives_back) {
        if (used >= 0) return {};
        return one(Invariant::elements_conserved,
                   fmt::format("rank {} returns more {} than it has taken", rank, pool_text(window, kind, level)));
    }
    std::int64_t size = 0;
    for (const Pool& pool : family_.counters.pools(*context_.protocol, context_.windows)) {
        const bool here = pool.level == level && (level == PoolLevel::global || pool.window == window);
        if (here && pool.kind == kind) size = pool.size;
    }
    if (used <= size) return {};
    return one(Invariant::elements_conserved, fmt::format("rank {} has {} {} in use, but the pool has only {}", rank,
                                                          used, pool_text(window, kind, level), size));
}

Complaints ReferenceChecker::ends() {
    Complaints never;
    for (const Op& op : ops_) {
        if (op.state == Op::applied) continue;
        never.push_back(words_of(Violation{Invariant::applied_once, text(op) + " was never applied"}));
    }
    if (!never.empty()) return never;
    for (const Op& op : ops_) {
        if (op.complete) continue;
        never.push_back(words_of(Violation{Invariant::applied_once, text(op) + " was never complete at its origin"}));
    }
    if (!never.empty()) return never;
    for (const auto& [between, pair] : pairs_) {
        if (!pair.holds && pair.asked == 0) continue;
        never.push_back(
            words_of(Violation{Invariant::grant_asked_for,
                               fmt::format("at the end rank {} {} the lock of rank {} (window {})",
                                           std::get<0>(between), pair.holds ? "still holds" : "still waits for",
                                           std::get<1>(between), named(std::get<2>(between)))}));
    }
    return never;
}

}  // namespace rmasim::sim::check
