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
Knowledge Knowledge::joined(const Knowledge& other) const {
    const Knowledge& longer = ticks_[0] < other.ticks_[0] ? other : *this;
    const std::size_t common = std::min(ticks_[0], other.ticks_[0]) + std::size_t{1};
    const std::size_t entries = longer.ticks_[0] + std::size_t{1};
    Knowledge sum;
    sum.ticks_ = std::make_shared_for_overwrite<Tick[]>(entries);
    const Tick* const a = ticks_.get();
    const Tick* const b = other.ticks_.get();
    Tick* const to = sum.ticks_.get();
    for (std::size_t i = 0; i < common; ++i) to[i] = later(a[i], b[i]);
    std::copy(longer.ticks_.get() + common, longer.ticks_.get() + entries, to + common);
    return sum;
}

void Knowledge::raise(const Knowledge& other) {
    if (other.ticks_[0] > ticks_[0]) {
        *this = joined(other);
        return;
    }
    const std::size_t entries = other.ticks_[0] + std::size_t{1};
    const Tick* const from = other.ticks_.get();
    Tick* const to = ticks_.get();
    for (std::size_t i = 1; i < entries; ++i) to[i] = later(to[i], from[i]);
}

void Knowledge::raise(ThreadIndex a, Tick tick) {
    if (a >= ticks_[0]) *this = joined(nothing(a + std::size_t{1}));
    ticks_[a + 1u] = std::max(ticks_[a + 1u], tick);
}

// A thread ordered after a moment is ordered after everything that the moment's thread was ordered after: each
// published moment has a tick of its own.
void Clock::join(const Moment& moment) {
    if (!moment.exists() || now_.at(moment.thread) >= moment.own) return;
    Knowledge sum = now_.others.joined(moment.others);
    sum.raise(moment.thread, moment.own);
    sum.raise(now_.thread, now_.own - 1);
    now_.others = std::move(sum);
}

void Clock::join(const Knowledge& known) {
    if (!known.exists() || known == now_.others) return;
    now_.others = now_.others.joined(known);
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
