// State that libraries and programs keep for each thread of the system. All threads of a rank are one thread of the
// system, so the state is saved and restored for each of them.
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

// State of libc and the C++ library: saved when a thread stops running, restored when it continues.
class LibraryState {
public:
    void take();
    void give() const;

private:
    int error_ = 0;
    std::array<std::byte, sizeof(void*) + sizeof(unsigned)> exceptions_{};  // caught exceptions, and their number
    void* once_callable_ = nullptr;
    void (*once_call_)() = nullptr;
};

// A thread's copies of the program's thread-local variables (`_Thread_local`, `threadprivate`): a block for each file.
// The first thread of a rank uses the variables of the system's thread instead.
class ThreadVariables {
public:
    // Returns the thread's block for a file. `module` is the loader's number of the file. The first call creates the
    // block.
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
