#include "protocol/base/frame_pool.h"

#include "protocol/base/prefetch.h"

#include <new>

namespace rmasim {

FramePool& FramePool::of_this_thread() {
    thread_local FramePool pool;
    return pool;
}

void* FramePool::take(std::size_t bytes) {
    if (bytes > max_pooled_) return ::operator new(bytes);
    const std::size_t index = size_class(bytes);
    if (free_[index] == nullptr) refill(index);
    Free* frame = free_[index];
    free_[index] = frame->next;
    prefetch_line(frame->next);  // the next call of this function reads it
    return frame;
}

void FramePool::give_back(void* frame, std::size_t bytes) noexcept {
    if (bytes > max_pooled_) {
        ::operator delete(frame);
        return;
    }
    const std::size_t index = size_class(bytes);
    free_[index] = new (frame) Free{free_[index]};
}

void FramePool::refill(std::size_t index) {
    const std::size_t frame_bytes = index * granule;
    chunks_.push_back(std::make_unique<Line[]>(frame_bytes * frames_per_chunk / sizeof(Line)));
    reserved_bytes_ += frame_bytes * frames_per_chunk;
    std::byte* first = chunks_.back()[0].bytes;
    for (std::size_t i = frames_per_chunk; i-- > 0;) {
        free_[index] = new (first + i * frame_bytes) Free{free_[index]};
    }
}

}  // namespace rmasim
