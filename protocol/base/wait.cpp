#include "protocol/base/wait.h"

#include <array>

namespace rmasim {

std::string_view name_of(Awaited awaited) {
    constexpr std::array<std::string_view, 6> names{"IBARRIER",     "LOCK_GRANTED",      "operations",
                                                    "RMA_DONE_ACK", "operation element", "target element"};
    return names.at(static_cast<std::size_t>(awaited));
}

void WaitList::add(Waiter& waiter, std::coroutine_handle<> handle) {
    waiter.handle_ = handle;
    Waiter** end = &first_;
    while (*end != nullptr) end = &(*end)->next_;
    *end = &waiter;
}

Waiter* WaitList::take_ready() {
    for (Waiter** at = &first_; *at != nullptr; at = &(*at)->next_) {
        Waiter* waiter = *at;
        if (waiter->ready_(*waiter)) {
            *at = waiter->next_;
            waiter->next_ = nullptr;
            return waiter;
        }
    }
    return nullptr;
}

void WaitList::resume_ready() {
    while (Waiter* waiter = take_ready()) waiter->handle_.resume();
}

}  // namespace rmasim
