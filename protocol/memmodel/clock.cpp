#include "protocol/memmodel/clock.h"

#include <algorithm>

namespace rmasim::memmodel {

namespace {

// Ticks stay far below 2^31. All processors have vector instructions to compare signed numbers, not all for unsigned
// ones.
Tick later(Tick a, Tick b) { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) ? b : a; }

}  // namespace

Knowledge Knowledge::nothing(std::size_t threads) {
    Knowledge made;
    made.order_ = Ticks(threads);
    std::fill_n(made.order_.begin(), threads, 0);
    return made;
}

Ticks Knowledge::max_of(const Ticks& one, const Ticks& other) {
    const std::span<const Tick> a = one.all(), b = other.all();
    const std::span<const Tick> longer = a.size() < b.size() ? b : a;
    const std::size_t common = std::min(a.size(), b.size());
    Ticks sum(longer.size());
    Tick* const to = sum.begin();
    for (std::size_t i = 0; i < common; ++i) to[i] = later(a[i], b[i]);
    std::copy(longer.begin() + static_cast<std::ptrdiff_t>(common), longer.end(), to + common);
    return sum;
}

void Knowledge::raise_to(Ticks& ticks, const Ticks& other) {
    if (other.size() > ticks.size()) {
        ticks = max_of(ticks, other);
        return;
    }
    const std::span<const Tick> from = other.all();
    Tick* const to = ticks.begin();
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = later(to[i], from[i]);
}

void Knowledge::forget_equal_needs() {
    if (!apart() || needs_.size() != order_.size()) return;
    if (std::ranges::equal(needs_.all(), order_.all())) needs_ = {};
}

Knowledge Knowledge::joined(const Knowledge& other) const {
    Knowledge sum;
    sum.order_ = max_of(order_, other.order_);
    if (!apart() && !other.apart()) return sum;
    sum.needs_ = max_of(needs_or_order(), other.needs_or_order());
    sum.forget_equal_needs();
    return sum;
}

Knowledge Knowledge::in_order_of(const Knowledge& all) const {
    Knowledge made;
    made.order_ = all.order_;
    made.needs_ = needs_or_order();
    return made;
}

Knowledge Knowledge::ordered_after(const Knowledge& other) const {
    Knowledge made;
    made.order_ = max_of(order_, other.order_);
    made.needs_ = needs_or_order();
    return made;
}

Knowledge Knowledge::needing(const Knowledge& other) const {
    Knowledge made;
    made.order_ = order_;
    made.needs_ = max_of(needs_or_order(), other.needs_or_order());
    made.forget_equal_needs();
    return made;
}

bool Knowledge::includes_but(const Knowledge& other, ThreadIndex a) const {
    const std::span<const Tick> entries = other.all();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i] > order_[i] && i != a) return false;
    }
    return true;
}

void Knowledge::raise(const Knowledge& other) {
    if (!apart() && other.apart()) needs_ = max_of(order_, order_);
    if (apart()) raise_to(needs_, other.needs_or_order());
    raise_to(order_, other.order_);
}

void Knowledge::raise(ThreadIndex a, Tick tick) {
    if (a >= order_.size()) *this = joined(nothing(a + std::size_t{1}));
    order_.begin()[a] = std::max(order_[a], tick);
    if (!apart()) return;
    if (a >= needs_.size()) needs_ = max_of(needs_, nothing(a + std::size_t{1}).order_);
    needs_.begin()[a] = std::max(needs_[a], tick);
}

// A thread ordered after a moment is ordered after everything that the moment's thread was ordered after: each
// published moment has a tick of its own.
void Clock::join(const Moment& moment) {
    if (!moment.exists()) return;
    if (now_.at(moment.thread) >= moment.own && now_.needs(moment.thread) >= moment.own) return;
    Knowledge sum = now_.others.joined(moment.others);
    sum.raise(moment.thread, moment.own);
    sum.raise(now_.thread, now_.own - 1);
    now_.others = std::move(sum);
}

void Clock::join(const Knowledge& known) {
    if (!known.exists() || known == now_.others) return;
    now_.others = now_.others.joined(known);
}

void Clock::join_order(const Knowledge& known) {
    if (!known.exists() || now_.others.includes_but(known, now_.thread)) return;
    now_.others = now_.others.ordered_after(known);
}

void Clock::join_order(const Moment& moment) {
    if (now_.at(moment.thread) >= moment.own) return;
    Knowledge known = moment.others.copy();
    known.raise(moment.thread, moment.own);
    join_order(known);
}

void Clock::join_needs(const Moment& moment) {
    if (now_.needs(moment.thread) >= moment.own) return;
    Knowledge known = moment.others.copy();
    known.raise(moment.thread, moment.own);
    join_needs(known);
}

void Sum::add(const Moment& moment) {
    if (!first_.exists()) first_ = moment.others;
    if (empty()) {
        known_ = moment.others.copy();
    } else if (known_.shared()) {
        known_ = known_.joined(moment.others);
    } else if (moment.others != first_) {
        known_.raise(moment.others);
    }
    known_.raise(moment.thread, moment.own);
}

void Sum::add(const Sum& sum) {
    if (sum.empty()) return;
    if (empty()) {
        *this = sum;
    } else if (known_.shared()) {
        known_ = known_.joined(sum.known_);
    } else {
        known_.raise(sum.known_);
    }
}

}  // namespace rmasim::memmodel
