#include "sim/checkers/invariants/operations.h"

#include "protocol/base/call_request.h"

#include <algorithm>

namespace rmasim::sim::check {

namespace {

// True if the packet carries the operation `posted`. An operation element may be reused as soon as its operation has
// been sent. So the number of the element alone does not identify the operation.
bool same(const Posted& posted, OpKind kind, const Packet& packet) {
    return posted.op == packet.op && posted.kind == kind && posted.region.disp == packet.region.disp &&
           posted.region.count == packet.region.count;
}

// True if `operation`, whose region is in bytes, is this queued operation on the own window. Another one may be queued
// before it: an accumulate of family ch4 that waits for its turn.
bool is_local(const Posted& posted, const Operation& operation, std::uint32_t disp_unit) {
    return posted.state == Posted::State::sent && posted.kind == operation.kind &&
           in_bytes(posted.region, disp_unit).disp == operation.region.disp &&
           posted.region.count == operation.region.count;
}

}  // namespace

Operations::Operations(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings)
    : context_(context), in_order_(context.family->processes.rules(*context.protocol).orders_accumulates),
      pairs_(pairs), epochs_(epochs), findings_(findings), live_(static_cast<std::size_t>(context.ranks)) {}

std::string Operations::text(const Posted& posted) const {
    return fmt::format("{} of rank {} to rank {} (window {}, displacement {})", name_of(posted.kind), posted.origin,
                       posted.target, context_.windows[posted.window], posted.region.disp);
}

std::string Operations::text(const Packet& packet) const {
    return fmt::format("{} of rank {} to rank {} (window {}, displacement {})",
                       context_.family->packets().name(packet.type()), packet.source, packet.target,
                       context_.windows[packet.window], packet.region.disp);
}

std::uint32_t* Operations::live(Rank rank, OpId op) {
    std::vector<std::uint32_t>& elements = live_[static_cast<std::size_t>(rank)];
    return op < elements.size() && elements[op] != none ? &elements[op] : nullptr;
}

std::uint32_t Operations::take() {
    if (free_.empty()) {
        posted_.emplace_back();
        return static_cast<std::uint32_t>(posted_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    posted_[index] = Posted{};
    return index;
}

void Operations::posted(Rank rank, OpId op, const Operation& operation) {
    if (const std::uint32_t* const index = live(rank, op)) {
        findings_.add(Invariant::applied_once, "rank {} issues an operation with an element that is in use by {}", rank,
                      text(posted_[*index]));
        return;
    }
    const std::uint32_t index = take();
    Access& access = epochs_.at(rank, operation.window);
    Pair& pair = pairs_.at(rank, operation.target, operation.window);
    Posted& posted = posted_[index];
    posted.serial = ++access.posted;
    ++access.unapplied;
    posted.origin = rank;
    posted.target = operation.target;
    posted.window = operation.window;
    posted.op = op;
    posted.request = operation.request;
    posted.kind = operation.kind;
    posted.mode = access.mode;
    posted.nocheck = epochs_.nocheck(access, pair);
    posted.region = operation.region;
    posted.epochs = epochs_.span(access, pair);
    (pair.newest == none ? pair.oldest : posted_[pair.newest].next) = index;
    pair.newest = index;
    std::vector<std::uint32_t>& elements = live_[static_cast<std::size_t>(rank)];
    if (elements.size() <= op) elements.resize(op + 1, none);
    elements[op] = index;
}

void Operations::sent(const Packet& packet) {
    const std::optional<OpKind> kind = context_.family->meaning().operation(packet);
    if (!kind) return;
    const std::uint32_t* const index = live(packet.source, packet.op);
    Posted* const posted = index == nullptr ? nullptr : &posted_[*index];
    if (posted == nullptr || !same(*posted, *kind, packet) || posted->target != packet.target ||
        posted->window != packet.window) {
        findings_.add(Invariant::applied_once, "{} is sent, but was never issued, or is already complete",
                      text(packet));
        return;
    }
    const bool was_sent = posted->state == Posted::State::sent || posted->state == Posted::State::applied;
    if (was_sent && context_.family->meaning().part(packet).first) {
        findings_.add(Invariant::applied_once, "{} is sent twice, although the first packet was not dropped",
                      text(packet));
    }
    posted->state = Posted::State::sent;
    posted->asks_for_lock = context_.family->meaning().lock(packet).asks;
}

void Operations::sent_from_memory(const Packet& packet) {
    if (const std::uint32_t* const index = live(packet.source, packet.op)) posted_[*index].in_memory = true;
}

void Operations::send_completed(const Packet& packet) {
    if (const std::uint32_t* const index = live(packet.source, packet.op)) posted_[*index].in_memory = false;
}

void Operations::dropped(Rank target, WindowId window, Rank origin) {
    for (std::uint32_t i = pairs_.at(origin, target, window).oldest; i != none; i = posted_[i].next) {
        Posted& posted = posted_[i];
        if (posted.state == Posted::State::sent && posted.asks_for_lock) posted.state = Posted::State::dropped;
    }
}

// Checks that an operation is not applied before an older operation that accumulates to the same bytes. Older
// operations are those in the pair's list before index `end`. `now` returns the text of the operation that is applied.
template <class Text>
void Operations::require_order(const Pair& pair, OpKind kind, const Region& bytes, std::uint32_t end, Text now) {
    if (!accumulates(kind) || !in_order_) return;
    const std::uint32_t unit = context_.disp_unit(pair.target, pair.window);
    for (std::uint32_t i = pair.oldest; i != end; i = posted_[i].next) {
        const Posted& earlier = posted_[i];
        if (!accumulates(earlier.kind) || !overlap(in_bytes(earlier.region, unit), bytes)) continue;
        findings_.add(Invariant::accumulates_in_order, "{} is applied before {}, which was issued earlier", now(),
                      text(earlier));
    }
}

const Posted* Operations::applied(Rank rank, const Packet& packet) {
    Pair& pair = pairs_.at(packet.source, rank, packet.window);
    std::uint32_t before = none;
    std::uint32_t index = pair.oldest;
    const auto is_it = [&](const Posted& posted) {
        return posted.state == Posted::State::sent && same(posted, op_kind_of(packet.kind), packet);
    };
    while (index != none && !is_it(posted_[index])) {
        before = index;
        index = posted_[index].next;
    }
    if (index == none) {
        findings_.add(Invariant::applied_once, "{} is applied, but was already applied, or never sent", text(packet));
        return nullptr;
    }
    const Posted& posted = posted_[index];
    require_order(pair, posted.kind, in_bytes(posted.region, context_.disp_unit(rank, packet.window)), index,
                  [&] { return text(posted); });
    return context_.family->meaning().part(packet).last ? settle(pair, before, index) : &posted;
}

// Removes the operation `index`, which has been applied, from the pair's list. `before` is its predecessor in the list.
const Posted* Operations::settle(Pair& pair, std::uint32_t before, std::uint32_t index) {
    Posted& posted = posted_[index];
    (before == none ? pair.oldest : posted_[before].next) = posted.next;
    if (pair.newest == index) pair.newest = before;
    posted.state = Posted::State::applied;
    if (causality_ != nullptr) applied_.push_back({posted, causality_->step()});
    --epochs_.at(posted.origin, posted.window).unapplied;
    if (posted.complete) give_back(index);
    return &posted;
}

void Operations::issued_here(Rank rank, OpId op) {
    if (const std::uint32_t* const index = live(rank, op)) posted_[*index].state = Posted::State::sent;
}

const Posted* Operations::applied_here(Rank rank, const Operation& operation) {
    Pair& pair = pairs_.at(rank, rank, operation.window);
    const std::uint32_t unit = context_.disp_unit(rank, operation.window);
    std::uint32_t before = none;
    std::uint32_t index = pair.oldest;
    for (; index != none && !is_local(posted_[index], operation, unit); index = posted_[index].next) before = index;
    const auto now = [&] {
        return fmt::format("{} of rank {} to itself (window {}, displacement {})", name_of(operation.kind), rank,
                           context_.windows[operation.window], operation.region.disp / unit);
    };
    if (pair.oldest != none) require_order(pair, operation.kind, operation.region, index, now);
    return index == none ? nullptr : settle(pair, before, index);
}

void Operations::completed(Rank rank, OpId op) {
    std::uint32_t* const element = live(rank, op);
    if (element == nullptr) {
        findings_.add(Invariant::applied_once, "rank {} completes an operation that is not in progress", rank);
        return;
    }
    const std::uint32_t index = std::exchange(*element, none);
    Posted& posted = posted_[index];
    const bool too_early = fetches(posted.kind)
                               ? posted.state != Posted::State::applied
                               : posted.state != Posted::State::sent && posted.state != Posted::State::applied;
    if (too_early) {
        findings_.add(Invariant::applied_once, "{} is complete at its origin before it was {}", text(posted),
                      fetches(posted.kind) ? "applied" : "sent");
    }
    if (posted.in_memory) {
        findings_.add(Invariant::data_leave_first, "{} is complete at its origin before its data have left",
                      text(posted));
    }
    posted.complete = true;
    if (posted.state == Posted::State::applied) give_back(index);
}

void Operations::not_applied(const Posted& posted, std::string_view when) {
    findings_.add(Invariant::epoch_kept, "{} is not applied when {}", text(posted), when);
}

void Operations::require_applied(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call) {
    if (causality_ != nullptr) require_known(rank, window, target, serial, call);
    if (epochs_.at(rank, window).unapplied == 0) return;
    pairs_.find_of_origin(rank, window, [&](const Pair& pair) {
        if (target != no_rank && pair.target != target) return false;
        const bool late = pair.oldest != none && posted_[pair.oldest].serial <= serial;
        if (late) not_applied(posted_[pair.oldest], fmt::format("{} returns", call));
        return late;
    });
}

// Checks that the current step depends on the steps that applied the operations of `require_applied`. If it does not
// depend on such a step, an equivalent order applies the operation later (causality.h). The operation then counts as
// not applied.
void Operations::require_known(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call) {
    std::erase_if(applied_, [&](const Applied& one) {
        const Posted& posted = one.operation;
        const bool meant = posted.origin == rank && posted.window == window && posted.serial <= serial &&
                           (target == no_rank || posted.target == target);
        if (meant && !causality_->depends_on(one.step)) not_applied(posted, fmt::format("{} returns", call));
        return meant;
    });
}

void Operations::require_complete(Rank rank, WindowId window, Rank target, std::uint64_t serial,
                                  std::string_view call) {
    for (const std::uint32_t index : live_[static_cast<std::size_t>(rank)]) {
        if (index == none) continue;
        const Posted& posted = posted_[index];
        if (posted.window != window || posted.serial > serial) continue;
        if (target != no_rank && posted.target != target) continue;
        findings_.add(Invariant::epoch_kept, "{} is not complete at its origin when {} returns", text(posted), call);
        return;
    }
}

void Operations::require_complete(Rank rank, const std::vector<RequestId>& requests) {
    for (const std::uint32_t index : live_[static_cast<std::size_t>(rank)]) {
        if (index == none || posted_[index].request == no_request) continue;
        if (std::find(requests.begin(), requests.end(), posted_[index].request) == requests.end()) continue;
        findings_.add(Invariant::epoch_kept, "{} is not complete at its origin when request_wait returns",
                      text(posted_[index]));
        return;
    }
}

namespace {

bool is_of(OpKind kind, unsigned modes) {
    const SyncModes mode = kind == OpKind::put   ? SyncModes::put
                           : kind == OpKind::get ? SyncModes::get
                                                 : SyncModes::accumulate;
    return has(static_cast<SyncModes>(modes), mode);
}

}  // namespace

void Operations::require_complete_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes) {
    for (const std::uint32_t index : live_[static_cast<std::size_t>(rank)]) {
        if (index == none) continue;
        const Posted& posted = posted_[index];
        const bool meant = posted.window == window && posted.target == target && posted.serial <= serial;
        if (!meant || !is_of(posted.kind, modes)) continue;
        findings_.add(Invariant::epoch_kept, "{} is not complete at its origin when the request for it sends a signal",
                      text(posted));
        return;
    }
}

void Operations::require_applied_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes) {
    const Pair& pair = pairs_.at(rank, target, window);
    for (std::uint32_t i = pair.oldest; i != none; i = posted_[i].next) {
        if (posted_[i].serial <= serial && is_of(posted_[i].kind, modes)) {
            return not_applied(posted_[i], "the signal of its request is applied");
        }
    }
}

void Operations::require_fenced(Rank rank, WindowId window, std::uint32_t fence) {
    pairs_.find_of_target(rank, window, [&](const Pair& pair) {
        if (pair.oldest == none) return false;
        const Posted& oldest = posted_[pair.oldest];
        const bool late = oldest.mode == Mode::fence && oldest.epochs.last < fence;
        if (late) not_applied(posted_[pair.oldest], fmt::format("fence {} returns at rank {}", fence, rank));
        return late;
    });
}

void Operations::require_exposed(Rank rank, WindowId window) {
    for (const Rank origin : epochs_.at(rank, window).post_group) {
        const Pair& pair = pairs_.at(origin, rank, window);
        if (pair.oldest == none) continue;
        const Posted& oldest = posted_[pair.oldest];
        if (oldest.mode != Mode::pscw || oldest.epochs.last > pair.posts) continue;
        not_applied(posted_[pair.oldest], fmt::format("the exposure epoch of rank {} ends", rank));
    }
}

void Operations::ended() {
    for (const Pair& pair : pairs_.all()) {
        if (pair.oldest == none) continue;
        findings_.add(Invariant::applied_once, "{} was never applied", text(posted_[pair.oldest]));
    }
    for (const std::vector<std::uint32_t>& elements : live_) {
        for (const std::uint32_t index : elements) {
            if (index == none) continue;
            findings_.add(Invariant::applied_once, "{} was never complete at its origin", text(posted_[index]));
        }
    }
}

void Operations::reset() {
    applied_.clear();
    posted_.clear();
    free_.clear();
    for (std::vector<std::uint32_t>& elements : live_) elements.clear();
}

bool overlap(const Region& a, const Region& b) {
    const auto end = [](const Region& region) { return region.disp + region.extent_bytes(); };
    if (a.count == 0 || b.count == 0 || end(a) <= b.disp || end(b) <= a.disp) return false;
    if (a.basic() && b.basic()) return true;
    // The blocks of two vectors may alternate in memory without a common byte.
    const auto element = [](const Region& region, std::uint64_t k) {
        const std::uint64_t size = bytes_of(region.datatype);
        if (region.basic()) return region.disp + k * size;
        return region.disp + (k / region.block_length * region.stride + k % region.block_length) * size;
    };
    for (std::uint64_t i = 0; i < a.count; ++i) {
        for (std::uint64_t k = 0; k < b.count; ++k) {
            const std::uint64_t of_a = element(a, i);
            const std::uint64_t of_b = element(b, k);
            if (of_a < of_b + bytes_of(b.datatype) && of_b < of_a + bytes_of(a.datatype)) return true;
        }
    }
    return false;
}

}  // namespace rmasim::sim::check
