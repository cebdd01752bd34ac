// State that libraries and programs keep for each thread of the operating system. All threads of a rank run on one such
// thread. So this state is saved when a thread of a rank stops running, and restored when that thread continues.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace rmasim::sim {

// The state of libc and the C++ library for one thread. `take` saves the state when the thread stops running, and
// `give` restores it when the thread continues.
class LibraryState {
public:
    void take();
    void give() const;

private:
    int error_ = 0;
    std::array<std::byte, sizeof(void*) + sizeof(unsigned)> exceptions_{};  // list of caught exceptions, and number of
                                                                            // uncaught ones
    void* once_callable_ = nullptr;
    void (*once_call_)() = nullptr;
};

// A thread's copies of the program's thread-local variables (`_Thread_local`, `threadprivate`), with one block of
// memory for each file. The first thread of a rank has no copies, but uses the variables of the operating system's
// thread.
class ThreadVariables {
public:
    // Returns the thread's block for a file. The first call for a file creates its block. `module` is the loader's
    // number of the file.
    void* block(std::size_t module);
    // Registers a destructor that is called at the thread's end, in reverse order of registration.
    void add_destructor(std::function<void()> destroy) { destructors_.push_back(std::move(destroy)); }
    void run_destructors();

private:
    std::map<std::size_t, std::unique_ptr<std::byte, void (*)(void*)>> blocks_;
    std::vector<std::function<void()>> destructors_;
};

// Records the thread-local variables of a file: their initial values and the size of their block.
void note_thread_variables(std::size_t module, const void* image, std::size_t image_bytes, std::size_t bytes,
                           std::size_t alignment);
bool has_thread_variables(std::size_t module);

}  // namespace rmasim::sim
