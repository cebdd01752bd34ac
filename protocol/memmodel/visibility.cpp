#include "protocol/memmodel/visibility.h"

#include <algorithm>

namespace rmasim::memmodel {

void Synchronisations::add(const Moment& moment) {
    for (OfThread& of : threads_) {
        if (of.thread != moment.thread) continue;
        if (of.moments.empty() || of.moments.back().own < moment.own) of.moments.push_back(moment);
        return;
    }
    threads_.push_back({moment.thread, {moment}});
}

void Synchronisations::forget(const std::vector<Tick>& known_to_all, const std::vector<Moment>& others) {
    for (OfThread& of : threads_) {
        std::vector<Moment> kept;
        const std::size_t count = of.moments.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Moment& moment = of.moments[i];
            const Tick next = i + 1 < count ? of.moments[i + 1].own : UINT32_MAX;
            const auto is_last_of = [&](Tick known) { return moment.own <= known && known < next; };
            const bool needed = moment.own > known_to_all[of.thread] || is_last_of(known_to_all[of.thread]) ||
                                std::any_of(others.begin(), others.end(),
                                            [&](const Moment& other) { return is_last_of(other.at(of.thread)); });
            if (needed) kept.push_back(moment);
        }
        of.moments = std::move(kept);
    }
}

void Synchronisations::append_to(std::vector<Moment>& moments) const {
    for (const OfThread& of : threads_) moments.insert(moments.end(), of.moments.begin(), of.moments.end());
}

std::size_t Synchronisations::size() const {
    std::size_t sum = 0;
    for (const OfThread& of : threads_) sum += of.moments.size();
    return sum;
}

}  // namespace rmasim::memmodel
