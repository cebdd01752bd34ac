#include "sim/mpi/smpi/thread_variables.h"

#include "sim/mpi/smpi/memory_functions.h"

#include <cxxabi.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace rmasim::sim {

void LibraryState::take() {
    error_ = errno;
    std::memcpy(exceptions_.data(), static_cast<const void*>(abi::__cxa_get_globals()), exceptions_.size());
    once_callable_ = std::__once_callable;
    once_call_ = std::__once_call;
}

void LibraryState::give() const {
    errno = error_;
    std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), exceptions_.data(), exceptions_.size());
    std::__once_callable = once_callable_;
    std::__once_call = once_call_;
}

namespace {

struct Image {
    const void* at = nullptr;
    std::size_t initialised = 0, bytes = 0, alignment = 1;
};
std::map<std::size_t, Image>& images() {
    static std::map<std::size_t, Image> all;
    return all;
}

}  // namespace

void note_thread_variables(std::size_t module, const void* image, std::size_t image_bytes, std::size_t bytes,
                           std::size_t alignment) {
    images()[module] = {image, image_bytes, bytes, alignment};
}

bool has_thread_variables(std::size_t module) { return images().contains(module); }

void* ThreadVariables::block(std::size_t module) {
    const auto found = blocks_.find(module);
    if (found != blocks_.end()) return found->second.get();
    const Image& image = images().at(module);
    const std::size_t alignment = std::max(image.alignment, sizeof(void*));
    const std::size_t bytes = (image.bytes + alignment - 1) / alignment * alignment;
    void* const block = std::aligned_alloc(alignment, bytes);
    if (block == nullptr) throw std::bad_alloc();
    std::memset(block, 0, bytes);
    std::memcpy(block, image.at, image.initialised);
    const auto give_back = [](void* memory) {
        memory_given_back(memory);
        std::free(memory);
    };
    blocks_.emplace(module, std::unique_ptr<std::byte, void (*)(void*)>(static_cast<std::byte*>(block), give_back));
    return block;
}

void ThreadVariables::run_destructors() {
    while (!destructors_.empty()) {
        const std::function<void()> destroy = std::move(destructors_.back());
        destructors_.pop_back();
        destroy();
    }
}

}  // namespace rmasim::sim
