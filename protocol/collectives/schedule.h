// The schedule of a collective call: the steps that one process executes, in order. A step is a send, a receive, a
// local reduction, or a step that prepares a buffer. Blocking, nonblocking and persistent calls execute the same
// schedule; an algorithm is one function that builds it (builders.h).
//
// A schedule computes its steps one after the other: a process of a communicator of n processes may have 2n steps, and
// n processes together would store 2n^2 of them.
//
// Positions and sizes are numbers of elements. All processes are communicator ranks. A buffer has no elements at first,
// except `input`, which has the data that the process passed to the call. The first write to a buffer without elements
// gives it the elements up to the end of this write, unless a step `room` has set their number before.
#pragma once

#include "protocol/base/frame_pool.h"
#include "protocol/base/types.h"

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

namespace rmasim::schedules {

// The memory of a process during a collective call.
enum class Buffer : std::uint8_t {
    input,   // the data that the process passed to the call
    output,  // after the last step, its first elements are the result, if the process receives a result
    work,
    spare,
};
inline constexpr std::size_t buffer_count = 4;

// Contiguous elements of a buffer.
struct Slice {
    Buffer buffer = Buffer::work;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
};

enum class StepKind : std::uint8_t {
    room,     // `slice.buffer` gets `slice.count` elements, and loses its earlier ones
    move,     // `slice.buffer` becomes `other.buffer`, which then has no elements
    // `slice` becomes a copy of `other`, which has the same count, `times` times. After each time, the slices move
    // ahead by `stride` and `other_stride` elements.
    copy,
    send,     // to `peer`: a copy of `slice`
    receive,  // from `peer`: waits for its next message, which becomes `slice`
    // `slice` (op) `other` replaces `slice` if `into_other` is false, and `other` if it is true. The operand that is
    // not replaced is undefined afterwards. `slice` has the values of lower ranks.
    reduce,
};

// One step of a process.
struct Step {
    StepKind kind = StepKind::room;
    bool into_other = false;
    Rank peer = no_rank;
    std::uint32_t round = 0;  // of `send` and `receive`; the two steps of a message have the same round
    Slice slice{}, other{};
    std::uint32_t times = 1;
    std::int64_t stride = 0;
    std::uint64_t other_stride = 0;
};

// The steps of one process. A schedule owns the coroutine that computes them.
class Schedule {
public:
    struct promise_type {
        Step step{};

        static void* operator new(std::size_t bytes) { return FramePool::of_this_thread().take(bytes); }
        static void operator delete(void* frame, std::size_t bytes) noexcept {
            FramePool::of_this_thread().give_back(frame, bytes);
        }
        Schedule get_return_object() { return Schedule(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(const Step& next) noexcept {
            step = next;
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { std::terminate(); }  // builders throw nothing
    };

    Schedule() = default;
    explicit Schedule(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    Schedule(Schedule&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    Schedule& operator=(Schedule&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Schedule() {
        if (handle_) handle_.destroy();
    }

    // Computes the next step. Returns false if there is none.
    bool next() {
        handle_.resume();
        return !handle_.done();
    }
    // False if `next` has returned false.
    bool more() const { return !handle_.done(); }
    // The step that `next` has computed.
    const Step& step() const { return handle_.promise().step; }

private:
    std::coroutine_handle<promise_type> handle_;
};

}  // namespace rmasim::schedules
