#include "protocol/memmodel/shadow/values.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

namespace rmasim::memmodel {

namespace {

bool knows(const Moment& who, const Moment& what) { return who.at(what.thread) >= what.own; }

// A value still proves the end of an update to a thread that is ordered only after its call (MM-END-7).
bool is_known(const std::vector<Tick>& known_to_all, const Carried& one) {
    const auto is_over = [&](const SpanRef& update) { return update->is_over_for(Everybody{known_to_all}); };
    if (!std::ranges::all_of(one.updates, is_over)) return false;
    if (one.all.empty()) return known_to_all[one.by.thread] >= one.by.own;
    const auto all = one.all.known().all();
    return std::equal(all.begin(), all.end(), known_to_all.begin(), std::less_equal<>());
}

bool is_known(const std::vector<Tick>& known_to_all, const CarriedRef& carried) {
    for (const Carried* one = carried.get(); one != nullptr; one = one->before.get()) {
        if (!is_known(known_to_all, *one)) return false;
    }
    return true;
}

}  // namespace

bool Values::may_carry(const Operation& operation) const {
    const Region& region = operation.region;
    const bool carries = accumulates(operation.kind) || (arrivals_ && operation.kind == OpKind::put);
    return carries && region.basic() && region.count > 0 && region.count <= max_elements &&
           bytes_of(region.datatype) <= max_bytes;
}

FoundRef Values::called(Rank origin, const Operation& operation, std::uint64_t unit, const Moment& call,
                        const SpanRef& update) {
    const Region& region = operation.region;
    Called made{};
    made.call = call;
    made.update = update;
    made.kind = operation.kind;
    made.reduce = operation.reduce;
    made.datatype = region.datatype;
    made.begin = region.disp * unit;
    made.left = region.bytes();
    made.end = made.begin + made.left;
    if (accumulates(operation.kind) && fetches(operation.kind)) {
        const bool updates = operation.kind == OpKind::compare_and_swap || operation.reduce != ReduceOp::no_op;
        Found found{operation.target, operation.window, made.begin, bytes_of(region.datatype), updates, {}, {}};
        found.carried.resize(region.count);
        found.written.resize(region.count);
        made.found = std::make_shared<Found>(std::move(found));
    }
    const FoundRef found = made.found;
    called_[{operation.target, operation.window, origin}].push_back(std::move(made));
    return found;
}

// Operations of one origin that are alike are applied in the order of their calls.
void Values::applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce, const Region& region) {
    const auto all = called_.find({target, window, origin});
    if (all == called_.end()) return;
    const std::uint64_t end = region.disp + region.bytes();
    const auto called = std::find_if(all->second.begin(), all->second.end(), [&](const Called& one) {
        return one.kind == kind && one.datatype == region.datatype && one.begin <= region.disp && end <= one.end &&
               (one.reduce == reduce || kind == OpKind::compare_and_swap || kind == OpKind::put);
    });
    if (called == all->second.end() || !region.basic()) return;
    const std::size_t size = bytes_of(region.datatype);
    if (arrivals_ && (kind == OpKind::compare_and_swap || reduce != ReduceOp::no_op)) {
        arrived_[{target, window}][called->call.thread] = called->call;
    }
    for (std::uint64_t at = region.disp; accumulates(kind) && at < end; at += size) {
        Value now{};
        if (contents_(target, window, at, std::span(now).first(size))) apply(*called, {target, window, at}, now);
    }
    called->left -= std::min<std::uint64_t>(called->left, region.bytes());
    if (called->left == 0) all->second.erase(called);
    if (all->second.empty()) called_.erase(all);
}

void Values::apply(const Called& called, const ElementAddress& address, const Value& now) {
    const std::size_t size = bytes_of(called.datatype);
    const bool swaps = called.kind == OpKind::compare_and_swap;
    const bool updates = swaps || called.reduce != ReduceOp::no_op;
    auto there = cells_.find(address);
    if (there == cells_.end()) {
        if (!updates) return;  // no update of it
        there = cells_.emplace(address, Cell{}).first;
    }
    Cell& cell = there->second;
    if (cell.bytes != size) {
        if (cell.bytes > 0) settle(address, cell);
        cell = {size, {}};
    }
    settle(cell, now);
    const CarriedRef as_read = called.found != nullptr ? read(cell, called.call) : nullptr;
    const std::size_t nth = (std::get<2>(address) - called.begin) / size;
    const CarriedRef before = cell.states.back().carried;
    if (called.found != nullptr) {
        called.found->carried[nth] = updates ? before : as_read;
        called.found->written[nth] = before;
    }
    if (!updates) return;
    const bool from_itself = !swaps && called.reduce == ReduceOp::replace;
    State made{.by = called.call, .carried = extended(from_itself ? nullptr : before, called)};
    if (called.found != nullptr) {
        made.finds = called.found;
        made.index = nth;
        made.as_read = as_read;
    }
    cell.states.push_back(std::move(made));
    if (cell.states.size() > max_states) cell.states.erase(cell.states.begin());
}

// The element has this value now. An update that changed nothing proves nothing. A value that no accumulate wrote
// carries no order.
void Values::settle(Cell& cell, const Value& now) {
    std::vector<State>& states = cell.states;
    if (!states.empty() && !states.back().is_known) {
        State& last = states.back();
        last.value = now;
        last.is_known = true;
        if (states.size() > 1 && states[states.size() - 2].value == now) {
            if (last.finds != nullptr) last.finds->carried[last.index] = last.as_read;
            states.pop_back();
        } else {
            last.finds = nullptr;
        }
    }
    if (!states.empty() && states.back().value == now) return;
    states.clear();
    states.push_back({.value = now, .is_known = true});
}

// Returns the clock that the current value proves. The value may come from each state that has it, except from those
// that ended before the last one that the reader is ordered after. It proves the earliest.
CarriedRef Values::read(const Cell& cell, const Moment& call) {
    const std::vector<State>& states = cell.states;
    std::size_t first = states.size() - 1;
    while (first > 0 && !knows(call, states[first].by)) --first;
    const auto has_it = [&](const State& one) { return one.value == states.back().value; };
    return std::find_if(states.begin() + static_cast<std::ptrdiff_t>(first), states.end(), has_it)->carried;
}

// A thread ordered after an update is ordered after the earlier updates of the update's thread.
CarriedRef Values::extended(const CarriedRef& before, const Called& called) {
    Carried made{called.call, {}, before, 1, {}};
    if (before != nullptr && before->by.thread == called.call.thread && before->all.empty()) {
        made.before = before->before;
        std::copy_if(before->updates.begin(), before->updates.end(), std::back_inserter(made.updates),
                     [&](const SpanRef& one) { return !one->is_over_for(InAnyOrder{called.call}); });
    }
    if (called.update != nullptr) made.updates.push_back(called.update);
    if (made.before != nullptr) made.length += made.before->length;
    if (made.length < max_carried) return std::make_shared<const Carried>(std::move(made));
    return summed_up(std::move(made));
}

CarriedRef Values::summed_up(Carried&& many) {
    Carried made{many.by, std::move(many.updates), nullptr, 1, {}};
    made.all.add(many.by);
    for (const Carried* one = many.before.get(); one != nullptr; one = one->before.get()) {
        if (one->all.empty()) made.all.add(one->by);
        else made.all.add(one->all);
        for (const SpanRef& update : one->updates) {
            if (made.updates.size() < max_updates) made.updates.push_back(update);
        }
    }
    return std::make_shared<const Carried>(std::move(made));
}

void Values::settle(const ElementAddress& address, Cell& cell) {
    Value now{};
    const auto& [target, window, begin] = address;
    if (contents_(target, window, begin, std::span(now).first(cell.bytes))) settle(cell, now);
}

void Values::settle_all(const Found& found) {
    for (std::size_t i = 0; i < found.carried.size(); ++i) {
        const auto cell = cells_.find({found.target, found.window, found.begin + i * found.element_bytes});
        if (cell != cells_.end() && cell->second.bytes == found.element_bytes) settle(cell->first, cell->second);
    }
}

std::size_t Values::remembered() const {
    std::size_t sum = 0;
    for (const auto& [address, cell] : cells_) sum += cell.states.size();
    return sum;
}

void Values::forget(Rank rank, WindowId window) {
    const auto cells = cells_.lower_bound({rank, window, 0});
    cells_.erase(cells, cells_.upper_bound({rank, window, UINT64_MAX}));
    const auto called = called_.lower_bound({rank, window, 0});
    called_.erase(called, called_.upper_bound({rank, window, std::numeric_limits<Rank>::max()}));
    arrived_.erase({rank, window});
}

void Values::forget(const std::vector<Tick>& known_to_all) {
    const auto known = [&](const State& state) { return is_known(known_to_all, state.carried); };
    for (auto cell = cells_.begin(); cell != cells_.end();) {
        if (!std::ranges::all_of(cell->second.states, known)) {
            ++cell;
            continue;
        }
        settle(cell->first, cell->second);  // an operation may still need the value that it found
        cell = cells_.erase(cell);
    }
    max_ = 2 * cells_.size();
}

}  // namespace rmasim::memmodel
