#include "protocol/memmodel/visibility.h"

namespace rmasim::memmodel {

void Synchronisations::add(const Moment& moment) {
    for (OfThread& of : threads_) {
        if (of.thread != moment.thread) continue;
        if (of.moments.back().own < moment.own) of.moments.push_back(moment);
        return;
    }
    threads_.push_back({moment.thread, {moment}});
}

void Synchronisations::forget(const std::vector<Tick>& known_to_all) {
    for (OfThread& of : threads_) {
        const auto later = std::upper_bound(of.moments.begin(), of.moments.end(), known_to_all[of.thread],
                                            [](Tick tick, const Moment& moment) { return tick < moment.own; });
        if (later - of.moments.begin() > 1) of.moments.erase(of.moments.begin(), std::prev(later));
    }
}

std::size_t Synchronisations::size() const {
    std::size_t sum = 0;
    for (const OfThread& of : threads_) sum += of.moments.size();
    return sum;
}

}  // namespace rmasim::memmodel
