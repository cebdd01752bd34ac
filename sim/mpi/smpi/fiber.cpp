#include "sim/mpi/smpi/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <vector>

namespace rmasim::sim {

namespace {

// A stack that no thread uses. Free stacks are kept for reuse, because most threads have the same stack size, and
// OpenMP starts new threads in each parallel region.
struct FreeStack {
    void* memory = nullptr;
    std::size_t bytes = 0;
};
std::vector<FreeStack>& free_stacks() {
    static std::vector<FreeStack> all;
    return all;
}

std::size_t bytes_of_page() {
    static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

void* new_stack(std::size_t bytes) {
    std::vector<FreeStack>& stacks = free_stacks();
    if (!stacks.empty() && stacks.back().bytes == bytes) {
        void* const memory = stacks.back().memory;
        stacks.pop_back();
        return memory;
    }
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory, bytes_of_page(), PROT_NONE);
    return memory;
}

}  // namespace

Fiber::Fiber(std::size_t stack_bytes, void (*entry)())
    : bytes_((stack_bytes + 2 * bytes_of_page() - 1) / bytes_of_page() * bytes_of_page()) {
    memory_ = new_stack(bytes_);
    ::getcontext(&context_);
    context_.uc_stack.ss_sp = static_cast<char*>(memory_) + bytes_of_page();
    context_.uc_stack.ss_size = bytes_ - bytes_of_page();
    context_.uc_link = nullptr;
    ::makecontext(&context_, entry, 0);
}

Fiber::~Fiber() {
    if (memory_ != nullptr) free_stacks().push_back({memory_, bytes_});
}

}  // namespace rmasim::sim
