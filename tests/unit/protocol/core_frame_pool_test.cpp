// The pool of coroutine frames: frames are aligned, disjoint and reused.
#include "protocol/base/frame_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>

namespace rmasim {
namespace {

TEST(CoreFramePool, AFrameGivenBackIsUsedAgain) {
    FramePool pool;
    void* const first = pool.take(120);
    const std::size_t reserved = pool.reserved_bytes();
    pool.give_back(first, 120);
    EXPECT_EQ(pool.take(115), first) << "115 and 120 bytes are of one size class";
    EXPECT_EQ(pool.reserved_bytes(), reserved);
}

TEST(CoreFramePool, FramesOfALineOrTwoBeginAtALine) {
    FramePool pool;
    for (const std::size_t bytes : {64u, 100u, 128u}) {
        for (int i = 0; i < 70; ++i) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pool.take(bytes)) % 64, 0u) << bytes;
    }
}

TEST(CoreFramePool, LargeFramesAreNotKept) {
    FramePool pool;
    void* const frame = pool.take(100000);
    EXPECT_EQ(pool.reserved_bytes(), 0u);
    pool.give_back(frame, 100000);
}

TEST(CoreFramePool, FramesKeepTheirContents) {
    struct Frame {
        unsigned char* bytes;
        std::size_t size;
        unsigned char mark;
    };
    FramePool pool;
    std::mt19937_64 random(5);
    std::vector<Frame> frames;
    for (int step = 0; step < 5000; ++step) {
        if (frames.empty() || random() % 5 < 3) {
            const std::size_t size = 1 + random() % 2500;
            Frame frame{static_cast<unsigned char*>(pool.take(size)), size, static_cast<unsigned char>(step)};
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(frame.bytes) % alignof(std::max_align_t), 0u);
            std::memset(frame.bytes, frame.mark, size);
            frames.push_back(frame);
        } else {
            const auto at = static_cast<std::ptrdiff_t>(random() % frames.size());
            const Frame frame = frames[static_cast<std::size_t>(at)];
            frames.erase(frames.begin() + at);
            for (std::size_t i = 0; i < frame.size; ++i) ASSERT_EQ(frame.bytes[i], frame.mark);
            pool.give_back(frame.bytes, frame.size);
        }
    }
    for (const Frame& frame : frames) pool.give_back(frame.bytes, frame.size);
}

}  // namespace
}  // namespace rmasim
