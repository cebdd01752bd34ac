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
    made.ticks_ = std::make_shared<Tick[]>(threads + 1);
    made.ticks_[0] = static_cast<Tick>(threads);
    return made;
}

// The first entry, the number of entries, is that of the longer vector.
Knowledge::Ticks Knowledge::max_of(const Tick* one, const Tick* other) {
    const Tick* const longer = one[0] < other[0] ? other : one;
    const std::size_t common = std::min(one[0], other[0]) + std::size_t{1};
    const std::size_t entries = longer[0] + std::size_t{1};
    Ticks sum = std::make_shared_for_overwrite<Tick[]>(entries);
    Tick* const to = sum.get();
    for (std::size_t i = 0; i < common; ++i) to[i] = later(one[i], other[i]);
    std::copy(longer + common, longer + entries, to + common);
    return sum;
}

void Knowledge::raise_to(Ticks& ticks, const Tick* other) {
    if (other[0] > ticks[0]) {
        ticks = max_of(ticks.get(), other);
        return;
    }
    const std::size_t entries = other[0] + std::size_t{1};
    Tick* const to = ticks.get();
    for (std::size_t i = 1; i < entries; ++i) to[i] = later(to[i], other[i]);
}

void Knowledge::forget_equal_needs() {
    if (needs_ == nullptr || needs_[0] != ticks_[0]) return;
    if (std::equal(needs_.get(), needs_.get() + needs_[0] + 1, ticks_.get())) needs_ = nullptr;
}

Knowledge Knowledge::joined(const Knowledge& other) const {
    Knowledge sum;
    sum.ticks_ = max_of(ticks_.get(), other.ticks_.get());
    if (!apart() && !other.apart()) return sum;
    sum.needs_ = max_of(needs_array(), other.needs_array());
    sum.forget_equal_needs();
    return sum;
}

Knowledge Knowledge::in_order_of(const Knowledge& all) const {
    Knowledge made;
    made.ticks_ = all.ticks_;
    made.needs_ = needs_or_order();
    return made;
}

Knowledge Knowledge::ordered_after(const Knowledge& other) const {
    Knowledge made;
    made.ticks_ = max_of(ticks_.get(), other.ticks_.get());
    made.needs_ = needs_or_order();
    return made;
}

Knowledge Knowledge::needing(const Knowledge& other) const {
    Knowledge made;
    made.ticks_ = ticks_;
    made.needs_ = max_of(needs_array(), other.needs_array());
    made.forget_equal_needs();
    return made;
}

bool Knowledge::includes_but(const Knowledge& other, ThreadIndex a) const {
    const std::span<const Tick> entries = other.all();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i] > (*this)[static_cast<ThreadIndex>(i)] && i != a) return false;
    }
    return true;
}

void Knowledge::raise(const Knowledge& other) {
    if (needs_ == nullptr && other.apart()) needs_ = max_of(ticks_.get(), ticks_.get());
    if (needs_ != nullptr) raise_to(needs_, other.needs_array());
    raise_to(ticks_, other.ticks_.get());
}

void Knowledge::raise(ThreadIndex a, Tick tick) {
    if (a >= ticks_[0]) *this = joined(nothing(a + std::size_t{1}));
    ticks_[a + 1u] = std::max(ticks_[a + 1u], tick);
    if (needs_ == nullptr) return;
    if (a >= needs_[0]) needs_ = max_of(needs_.get(), nothing(a + std::size_t{1}).ticks_.get());
    needs_[a + 1u] = std::max(needs_[a + 1u], tick);
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
