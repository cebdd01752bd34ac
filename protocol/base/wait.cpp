#include "protocol/base/wait.h"

#include <array>

namespace rmasim {

std::string_view name_of(Awaited awaited) {
    constexpr std::array<std::string_view, 20> names{
        "IBARRIER",       "LOCK_GRANTED", "operations",    "RMA_DONE_ACK",  "operation element",
        "target element", "POST",         "COMPLETE",      "the operation", "SEND",
        "OP_COUNTS",      "a mutex",      "data to leave", "WIN_INFO",      "REDUCE_SCATTER",
        "a signal",       "RECV",         "its call",      "RECV",          "RECV"};
    return names.at(static_cast<std::size_t>(awaited));
}

WaitList::~WaitList() {
    while (first_ != nullptr) free(std::exchange(first_, first_->next_));
}

Waiter** WaitList::end() {
    Waiter** end = &first_;
    while (*end != nullptr) end = &(*end)->next_;
    return end;
}

Waiter* WaitList::last() const {
    Waiter* last = first_;
    while (last->next_ != nullptr) last = last->next_;
    return last;
}

std::coroutine_handle<> WaitList::take_ready(std::size_t nth) {
    for (Waiter** at = &first_; *at != nullptr; at = &(*at)->next_) {
        Waiter* waiter = *at;
        if (waiter->ready_(*waiter) && nth-- == 0) {
            *at = waiter->next_;
            const std::coroutine_handle<> handle = waiter->handle_;
            free(waiter);
            return handle;
        }
    }
    return {};
}

std::size_t WaitList::count_ready() const {
    std::size_t ready = 0;
    for (Waiter* waiter = first_; waiter != nullptr; waiter = waiter->next_) ready += waiter->ready_(*waiter) ? 1 : 0;
    return ready;
}

void WaitList::resume_ready(Rank rank, Choice* choice) {
    for (;;) {
        std::size_t nth = 0;
        if (choice != nullptr && first_ != nullptr && first_->next_ != nullptr) {
            const std::size_t ready = count_ready();
            if (ready > 1) nth = choice->choose(rank, ready);
        }
        const std::coroutine_handle<> ready = take_ready(nth);
        if (!ready) return;
        ready.resume();
    }
}

}  // namespace rmasim
