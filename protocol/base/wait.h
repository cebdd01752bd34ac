// PROGRESS_WAIT (design, "Basic routines" 4): suspension of a call with a condition and a printable reason. After
// progress, `resume_ready` resumes the waiters whose condition holds.
#pragma once

#include "protocol/base/frame_pool.h"
#include "protocol/base/prefetch.h"
#include "protocol/base/world.h"

#include <coroutine>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rmasim {

// The event that a suspended call waits for.
enum class Awaited : std::uint8_t {
    barrier,            // the IBARRIER of a fence, or a plain barrier
    lock_granted,       // a grant from `target`
    operations,         // issue and completion of every operation queued for `target` (or for the whole window)
    acknowledgements,   // RMA_DONE_ACKs from `target` (or from every target of the window)
    operation_element,  // a free operation element
    target_element,     // a free target element
    post,               // POSTs of the access group (START, COMPLETE)
    complete,           // COMPLETEs of the exposure group (WAIT)
    request,            // completion of the operation of an r-form
    message,            // a SEND from `target`
    op_counts,          // families shm and oldqueue: OP_COUNTS from every process
    mutex,              // family shm: a mutex that `target`, or another thread of this process, holds
    send_completed,     // the data of operations to `target` (or to any) have left the user's memory
    window_info,        // WIN_INFO from `target` or, in family oldqueue, from every process
    reduction,          // family ch3: the REDUCE_SCATTER of a fence
    // Family synccount: signals to a counter of this process. `target` is then the index of the counter, not a rank.
    counter,
    receive,     // the request of `target` for a long message, which is not sent before its RECV
    collective,  // a message from `target` in the same collective call
    match,       // a receive of `target` that matches the message of a synchronous send
    buffered,    // BUFFER_DETACH: the request of `target` for a long buffered message
};
std::string_view name_of(Awaited awaited);

// The reason for which a call waits. Deadlock reports print it.
struct WaitReason {
    Call call = Call::none;
    WindowId window = 0;
    Awaited awaited = Awaited::barrier;
    Rank target = no_rank;  // no_rank: no particular target
    // The tag of the message that the call receives, or whose receive it awaits; it may be any_tag.
    std::uint32_t tag = UINT32_MAX;
};

// A suspended call: its reason, its condition and its frame. A Waiter exists only while its call is suspended.
class Waiter {
public:
    Waiter(WaitReason reason, bool (*ready)(Waiter&), std::uint32_t bytes)
        : reason_(reason), bytes_(bytes), ready_(ready) {}
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

private:
    friend class WaitList;
    WaitReason reason_;
    std::uint32_t bytes_;  // size of the derived object, which contains the condition
    bool (*ready_)(Waiter&);
    std::coroutine_handle<> handle_;
    Waiter* next_ = nullptr;
};

// The suspended calls of one process, oldest first. A wait has two statements:
//
//     waits.until(reason, condition);  // a deadlock report prints the reason
//     co_await waits;                  // does not suspend if the condition held in `until`
//
// In a single statement, the compiler would keep memory for reason and condition in the frame of the call, for each of
// its waits.
class WaitList {
public:
    WaitList() = default;
    WaitList(WaitList&& other) noexcept : first_(std::exchange(other.first_, nullptr)) {}
    WaitList& operator=(WaitList&&) = delete;
    ~WaitList();

    // A condition with a parameter of type WaitReason& may change the reason while the call waits.
    template <class Condition>
    void until(WaitReason reason, Condition condition) {
        if (!holds_now(condition, reason)) *end() = make<WaiterUntil<Condition>>(reason, condition);
    }
    bool await_ready() const { return first_ == nullptr || last()->handle_; }
    void await_suspend(std::coroutine_handle<> handle) { last()->handle_ = handle; }
    void await_resume() const noexcept {}

    // Resumes waiters whose condition holds, until none is left. A resumed call may wait again. The oldest ready waiter
    // is resumed first. If several are ready and `choice` is not null, `choice` selects the waiter.
    void resume_ready(Rank rank, Choice* choice);

    bool empty() const { return first_ == nullptr; }
    // Prefetch the oldest waiter, with room for a small condition, and then the coroutine frame of its call.
    void prefetch_first() const { prefetch<sizeof(Waiter) + sizeof(void*)>(first_); }
    void prefetch_frame() const {
        if (first_ != nullptr) prefetch<frame_bytes>(first_->handle_.address());
    }
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Waiter* w = first_; w != nullptr; w = w->next_) visit(w->reason_);
    }

private:
    template <class Condition>
    static bool holds_now(Condition& condition, WaitReason& reason) {
        if constexpr (std::is_invocable_v<Condition, WaitReason&>) return condition(reason);
        else return condition();
    }
    template <class Condition>
    struct WaiterUntil : Waiter {
        static_assert(std::is_trivially_copyable_v<Condition>, "a waiter is freed without a destructor");
        WaiterUntil(WaitReason reason, Condition condition)
            : Waiter(reason, &holds, sizeof(WaiterUntil)), condition(condition) {}
        static bool holds(Waiter& self) { return holds_now(static_cast<WaiterUntil&>(self).condition, self.reason_); }
        Condition condition;
    };

    template <class Made, class Condition>
    static Waiter* make(WaitReason reason, Condition condition) {
        return new (FramePool::of_this_thread().take(sizeof(Made))) Made(reason, condition);
    }
    static void free(Waiter* waiter) { FramePool::of_this_thread().give_back(waiter, waiter->bytes_); }
    Waiter** end();
    Waiter* last() const;  // requires a non-empty list
    std::coroutine_handle<> take_ready(std::size_t nth);
    std::size_t count_ready() const;

    static constexpr std::size_t frame_bytes = 128;  // frame size of the calls that all ranks execute at the same time

    Waiter* first_ = nullptr;  // list of waiters; the call of a waiter without a handle is about to suspend
};

}  // namespace rmasim
