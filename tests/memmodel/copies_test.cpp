// The private and public copies of windows and their contents (protocol/memmodel/shadow/copies.h).
#include "protocol/memmodel/shadow/copies.h"
#include "tests/memmodel/copies_compare.h"

#include <gtest/gtest.h>

#include <array>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

struct Words final : PrivateMemory {
    void read(Rank, MemoryId, std::uint64_t begin, std::span<std::byte> to) const override {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = bytes.at(begin + i);
    }
    void write(Rank, MemoryId, std::uint64_t begin, std::span<const std::byte> from) override {
        for (std::size_t i = 0; i < from.size(); ++i) bytes.at(begin + i) = from[i];
    }
    std::array<std::byte, 16> bytes{};
};

struct Never final : Propagation {
    bool at_once(Rank, std::uint64_t) override { return false; }
};

// Two windows over the same 16 bytes.
class LazyCopies : public testing::Test {
protected:
    LazyCopies() {
        copies.created(0, 0, 0, {0, 16});
        copies.created(0, 1, 0, {8, 16});
    }
    void store(std::uint64_t at, int value) { copies.store(0, 0, at, one(value)); }
    void update(WindowId window, std::uint64_t at, int value) { copies.update(0, window, at, one(value)); }
    int loaded(std::size_t at) const { return std::to_integer<int>(memory.bytes.at(at)); }
    int got(WindowId window, std::uint64_t at) const {
        std::array<std::byte, 1> byte{};
        copies.read(0, window, at, byte);
        return std::to_integer<int>(byte[0]);
    }
    void call(Call call, WindowId window) {
        copies.began(0, call, window);
        copies.returned(0, call, window, true);
    }
    std::array<std::byte, 1> value{};
    std::span<const std::byte> one(int number) {
        value[0] = static_cast<std::byte>(number);
        return value;
    }

    Words memory;
    Never never;
    Copies copies{1, memory, never};
};

// MM-SEEN-1, MM-COPY-1: with that call, and not before.
TEST_F(LazyCopies, AStoreIsPublicAfterAFence) {
    store(2, 7);
    EXPECT_EQ(loaded(2), 7);
    EXPECT_EQ(got(0, 2), 0);
    call(Call::fence, 0);
    EXPECT_EQ(got(0, 2), 7);
}

// MM-SEEN-1, MM-COPY-2: LOCK, not UNLOCK.
TEST_F(LazyCopies, AnUpdateIsPrivateAfterALock) {
    update(0, 2, 7);
    EXPECT_EQ(loaded(2), 0);
    EXPECT_EQ(got(0, 2), 7);
    call(Call::unlock, 0);
    EXPECT_EQ(loaded(2), 0);
    call(Call::lock, 0);
    EXPECT_EQ(loaded(2), 7);
}

// The page's example (MM-COPY-3): FENCE on win1, then FENCE on win2.
TEST_F(LazyCopies, AnUpdateReachesAnotherWindowByTwoFences) {
    update(0, 9, 7);
    call(Call::fence, 0);
    EXPECT_EQ(loaded(9), 7);
    EXPECT_EQ(got(1, 1), 0);
    call(Call::fence, 1);
    EXPECT_EQ(got(1, 1), 7);
}

// Its rationale (MM-SEEN-2): the library may copy the window as a whole.
TEST_F(LazyCopies, AStoreBesideAnUpdateOverwritesIt) {
    store(0, 5);
    update(0, 8, 9);
    call(Call::fence, 0);
    EXPECT_EQ(loaded(0), 5);
    EXPECT_EQ(got(0, 8), 0);
}

// MM-SEEN-3.
TEST_F(LazyCopies, WhatAFenceCompletesIsPublicAtOnce) {
    copies.began(0, Call::fence, 0);
    store(2, 7);  // the result of a GET
    EXPECT_EQ(got(0, 2), 7);
}

TEST(Copies, AreThoseOfTheReferenceModel) {
    for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
        const auto difference = copies_differ(seed);
        ASSERT_FALSE(difference) << "seed " << seed << ": " << *difference;
    }
}

}  // namespace

}  // namespace rmasim::memmodel_test
