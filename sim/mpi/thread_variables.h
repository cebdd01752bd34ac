// What libraries and programs keep for each thread of the system, of which all threads of a rank are one.
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

// Of libc and C++'s library: taken when a thread stops, given back when it goes on.
class LibraryState {
public:
    void take();
    void give() const;

private:
    int error_ = 0;
    std::array<std::byte, sizeof(void*) + sizeof(unsigned)> exceptions_{};  // those that are caught, and their number
    void* once_callable_ = nullptr;
    void (*once_call_)() = nullptr;
};

// The program's own variables (`_Thread_local`, `threadprivate`), in a block for each of its files. The first thread
// of a rank has those of the system's thread.
class ThreadVariables {
public:
    // Where the block of a file is, which is the loader's `module`; made when it is first asked for.
    void* block(std::size_t module);
    // At the thread's end, the last one first.
    void add_destructor(std::function<void()> destroy) { destructors_.push_back(std::move(destroy)); }
    void run_destructors();

private:
    std::map<std::size_t, std::unique_ptr<std::byte, void (*)(void*)>> blocks_;
    std::vector<std::function<void()>> destructors_;
};

// A file of the program has such variables: what they are at first, and how large their block is.
void note_thread_variables(std::size_t module, const void* image, std::size_t image_bytes, std::size_t bytes,
                           std::size_t alignment);
bool has_thread_variables(std::size_t module);

}  // namespace rmasim::sim
