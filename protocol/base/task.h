// Blocking calls, implemented as coroutines. A Task<T> is a call that may wait and returns a T. A task starts when
// another task awaits it; `start` starts the outermost task. It suspends at each PROGRESS_WAIT of the design, and ends
// with a value or an exception. Ranks need no stacks: a suspended call is a small frame from the pool.
#pragma once

#include "protocol/base/frame_pool.h"

#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace rmasim {

template <class T>
class Task;

namespace detail {

struct TaskPromiseBase {
    std::coroutine_handle<> continuation;
    std::exception_ptr error;

    static void* operator new(std::size_t bytes) { return FramePool::of_this_thread().take(bytes); }
    static void operator delete(void* frame, std::size_t bytes) noexcept {
        FramePool::of_this_thread().give_back(frame, bytes);
    }

    // At the end of a task, control returns to the awaiting coroutine by symmetric transfer, which does not grow the
    // stack.
    struct FinalAwaiter {
        bool await_ready() noexcept { return false; }
        template <class Promise>
        std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> finished) noexcept {
            const std::coroutine_handle<> next = finished.promise().continuation;
            return next ? next : std::noop_coroutine();
        }
        void await_resume() noexcept {}
    };

    std::suspend_always initial_suspend() noexcept { return {}; }
    FinalAwaiter final_suspend() noexcept { return {}; }
    void unhandled_exception() noexcept { error = std::current_exception(); }
    void rethrow() const {
        if (error) std::rethrow_exception(error);
    }
};

template <class T>
struct TaskPromise : TaskPromiseBase {
    std::optional<T> value;
    Task<T> get_return_object();
    void return_value(T result) { value = std::move(result); }
    T take() {
        rethrow();
        return std::move(*value);
    }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
    Task<void> get_return_object();
    void return_void() noexcept {}
    void take() const { rethrow(); }
};

}  // namespace detail

// A blocking call that returns a T. The task owns the coroutine's frame. A Task<> without a frame is a call that has
// ended without an error: calls that never wait need no frame.
template <class T = void>
class [[nodiscard]] Task {
public:
    using promise_type = detail::TaskPromise<T>;
    using Handle = std::coroutine_handle<promise_type>;

    Task() = default;
    explicit Task(Handle handle) : handle_(handle) {}
    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    Task& operator=(Task&& other) noexcept {
        if (this != &other) {
            destroy();
            handle_ = std::exchange(other.handle_, {});
        }
        return *this;
    }
    ~Task() { destroy(); }

    // Runs an outermost task until it suspends or ends.
    void start() {
        if (handle_) handle_.resume();
    }
    bool valid() const { return static_cast<bool>(handle_); }
    bool done() const { return !handle_ || handle_.done(); }
    // Returns the address of the coroutine's frame; null if there is none.
    const void* address() const { return handle_ ? handle_.address() : nullptr; }
    // Returns the result of a finished call, or rethrows its exception.
    T result() {
        if constexpr (std::is_void_v<T>) {
            if (!handle_) return;
        }
        return handle_.promise().take();
    }

    bool await_ready() const noexcept { return !handle_; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
        handle_.promise().continuation = caller;
        return handle_;
    }
    T await_resume() { return result(); }

private:
    void destroy() {
        if (handle_) handle_.destroy();
    }
    Handle handle_;
};

template <class T>
Task<T> detail::TaskPromise<T>::get_return_object() {
    return Task<T>(std::coroutine_handle<TaskPromise<T>>::from_promise(*this));
}

inline Task<void> detail::TaskPromise<void>::get_return_object() {
    return Task<void>(std::coroutine_handle<TaskPromise<void>>::from_promise(*this));
}

// Returns the task of a call that has ended with this error.
inline Task<> failed_task(std::exception_ptr error) {
    std::rethrow_exception(std::move(error));
    co_return;
}

// Executes a call that never waits. An exception is the result of the returned task.
template <class Function>
Task<> without_wait(Function execute) {
    try {
        execute();
    } catch (...) {
        return failed_task(std::current_exception());
    }
    return {};
}

}  // namespace rmasim
