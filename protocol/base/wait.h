// PROGRESS_WAIT (design, "Basic routines" 4): a suspension with a condition and a printable reason. After making
// progress, call `resume_ready`: it resumes the waiters whose condition holds.
#pragma once

#include "protocol/base/world.h"

#include <coroutine>
#include <string_view>
#include <utility>

namespace rmasim {

// What a suspended call is waiting for.
enum class Awaited : std::uint8_t {
    barrier,            // the IBARRIER of a fence, or a plain barrier
    lock_granted,       // from `target`
    operations,         // every operation queued for `target` (or for the whole window) issued and completed
    acknowledgements,   // RMA_DONE_ACKs from `target` (or from every target of the window)
    operation_element,  // a free operation element
    target_element,     // a free target element
    post,               // POSTs of the access group (START, COMPLETE)
    complete,           // COMPLETEs of the exposure group (WAIT)
    request,            // the operation of an r-form
    message,            // a SEND from `target`
    op_counts,          // families shm and oldqueue: OP_COUNTS of every process
    mutex,              // family shm: held by `target`, or by another thread of this process
    data_sent,          // data of operations to `target` (or to any) have left the user's memory
    window_info,        // WIN_INFO from `target` or, in family oldqueue, from every process
    reduction,          // family ch3: the REDUCE_SCATTER of a fence
    counter,            // family synccount: signals to a counter of this process
};
std::string_view name_of(Awaited awaited);

struct WaitReason {
    Call call = Call::none;
    WindowId window = 0;
    Awaited awaited = Awaited::barrier;
    Rank target = no_rank;  // no_rank: no particular target
};

// A suspended call. Lives in the frame of its coroutine.
class Waiter {
public:
    Waiter(WaitReason reason, bool (*ready)(Waiter&)) : reason_(reason), ready_(ready) {}
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;
    const WaitReason& reason() const { return reason_; }

protected:
    ~Waiter() = default;

private:
    friend class WaitList;
    WaitReason reason_;
    bool (*ready_)(Waiter&);
    std::coroutine_handle<> handle_;
    Waiter* next_ = nullptr;
};

// The suspended calls of one process, oldest first.
class WaitList {
public:
    void add(Waiter& waiter, std::coroutine_handle<> handle);
    // Resumes waiters whose condition holds, until there are none. A resumed call may wait again. The oldest goes
    // first; if several are ready and `choice` is given, it chooses.
    void resume_ready(Rank rank, Choice* choice);

    bool empty() const { return first_ == nullptr; }
    // The address of the oldest waiter, for prefetching; null if there is none.
    const void* first_address() const { return first_; }
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Waiter* w = first_; w != nullptr; w = w->next_) visit(w->reason());
    }

private:
    Waiter* take_ready(std::size_t nth);
    std::size_t count_ready() const;
    Waiter* first_ = nullptr;
};

// `co_await ProgressUntil(list, reason, condition)`. Does not suspend if the condition holds already.
template <class Condition>
class ProgressUntil : public Waiter {
public:
    ProgressUntil(WaitList& list, WaitReason reason, Condition condition)
        : Waiter(reason, &ProgressUntil::holds), list_(list), condition_(std::move(condition)) {}

    bool await_ready() { return condition_(); }
    void await_suspend(std::coroutine_handle<> handle) { list_.add(*this, handle); }
    void await_resume() const noexcept {}

private:
    static bool holds(Waiter& self) { return static_cast<ProgressUntil&>(self).condition_(); }
    WaitList& list_;
    Condition condition_;
};

}  // namespace rmasim
