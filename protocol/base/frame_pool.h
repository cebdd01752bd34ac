// A pool of memory for coroutine frames, with a free list for each size class. Lists are refilled in chunks. A blocking
// call allocates nothing once a frame of its size has been used. Each thread has a pool: coroutines never change
// threads.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace rmasim {

class FramePool {
public:
    static FramePool& of_this_thread();

    // Returns memory for a frame of `bytes` bytes. `give_back` must get the same number of bytes.
    void* take(std::size_t bytes);
    void give_back(void* frame, std::size_t bytes) noexcept;

    // True if frames are from the pool, false if each frame is from operator new. A frame must be freed under the
    // setting under which it was allocated.
    bool pools() const { return max_pooled_ > 0; }
    void pool(bool pools) { max_pooled_ = pools ? max_pooled : 0; }

    // Bytes obtained from the system for frames, in use or free.
    std::size_t reserved_bytes() const { return reserved_bytes_; }

private:
    static constexpr std::size_t granule = 16;
    // Frames of more than `shared_above` and at most `shared_up_to` bytes share a size class. This wastes a few bytes,
    // but a call can reuse the frame of an earlier call that was slightly larger or smaller.
    static constexpr std::size_t shared_above = 80, shared_up_to = 128;
    static constexpr std::size_t max_pooled = 2048;
    static constexpr std::size_t frames_per_chunk = 64;

    struct Free {
        Free* next;
    };
    struct alignas(64) Line {  // frames of 64 and 128 bytes begin at a cache line
        std::byte bytes[64];
    };

    static std::size_t size_class(std::size_t bytes) {
        if (bytes > shared_above && bytes <= shared_up_to) return shared_up_to / granule;
        return (bytes + granule - 1) / granule;
    }
    void refill(std::size_t size_class);

    std::size_t max_pooled_ = max_pooled;
    std::array<Free*, max_pooled / granule + 1> free_{};
    std::vector<std::unique_ptr<Line[]>> chunks_;
    std::size_t reserved_bytes_ = 0;
};

}  // namespace rmasim
