#include "protocol/memmodel/clock.h"

#include <algorithm>

namespace rmasim::memmodel {

namespace {

void raise(std::vector<Tick>& all, const std::vector<Tick>& others) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], others[i]);
}

}  // namespace

// Who knows a moment of a thread knows all that the thread knew then: each published moment has a time of its own.
void Clock::join(const Moment& moment) {
    if (!moment.exists() || now_.at(moment.thread) >= moment.own) return;
    auto sum = std::make_shared<std::vector<Tick>>(*now_.others);
    if (moment.others != now_.others) raise(*sum, *moment.others);
    (*sum)[moment.thread] = std::max((*sum)[moment.thread], moment.own);
    (*sum)[now_.thread] = now_.own - 1;
    now_.others = std::move(sum);
}

void Clock::join(const Knowledge& known) {
    if (known == nullptr || known == now_.others) return;
    auto sum = std::make_shared<std::vector<Tick>>(*now_.others);
    raise(*sum, *known);
    now_.others = std::move(sum);
}

void Sum::add(const Moment& moment) {
    if (base_ == nullptr) base_ = moment.others;
    // `known` may have been handed out: it is never changed after that.
    if (sum_ == nullptr || sum_.use_count() > 1) sum_ = std::make_shared<std::vector<Tick>>(*known());
    if (moment.others != base_) raise(*sum_, *moment.others);
    Tick& own = (*sum_)[moment.thread];
    own = std::max(own, moment.own);
}

void Sum::add(const Sum& sum) {
    if (sum.empty()) return;
    Sum other = sum;
    const Knowledge known_there = other.known();
    if (base_ == nullptr) {
        base_ = known_there;
        return;
    }
    if (sum_ == nullptr || sum_.use_count() > 1) sum_ = std::make_shared<std::vector<Tick>>(*known());
    raise(*sum_, *known_there);
}

Knowledge Sum::known() {
    if (sum_ != nullptr) return sum_;
    return base_;
}

}  // namespace rmasim::memmodel
