#include "sim/timed/counts/lock_requests.h"

namespace rmasim::sim {

void LockRequests::requested(Rank target, WindowId window, Rank origin, Time at) {
    List& list = of_targets_[targets_.index_of(target)];
    const std::uint32_t number = requests_.take();
    requests_[number] = {none, origin, at, window};
    (list.first == none ? list.first : requests_[list.last].next) = number;
    list.last = number;
}

std::optional<Time> LockRequests::granted(Rank target, WindowId window, Rank origin) {
    List& list = of_targets_[targets_.index_of(target)];
    std::uint32_t before = none;
    for (std::uint32_t number = list.first; number != none; number = requests_[number].next) {
        const Request& request = requests_[number];
        if (request.origin == origin && request.window == window) {
            const Time requested = request.requested;
            unlink(list, before, number);
            return requested;
        }
        before = number;
    }
    return std::nullopt;
}

void LockRequests::unlink(List& list, std::uint32_t before, std::uint32_t number) {
    (before == none ? list.first : requests_[before].next) = requests_[number].next;
    if (list.last == number) list.last = before;
    requests_.give_back(number);
}

}  // namespace rmasim::sim
