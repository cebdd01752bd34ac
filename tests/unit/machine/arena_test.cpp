// A copy of an arena restores its contents.
#include "sim/machine/arena/arena.h"

#include "protocol/base/task.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

// With sanitizers arenas serve nothing.
class ArenaTest : public testing::Test {
protected:
    void SetUp() override {
        if (!arena.whole()) GTEST_SKIP() << "operator new is not ours";
    }
    std::vector<std::byte> copied() const {
        std::vector<std::byte> copy(arena.used());
        arena.copy_to(copy.data());
        return copy;
    }
    Arena arena;
};

struct Things {
    std::vector<int> numbers;
    std::map<int, std::string> names;
};

TEST_F(ArenaTest, PutsBackObjectsThatPointToEachOther) {
    const std::string longer_than_a_small_one(100, 'x');
    std::unique_ptr<Things> things;
    {
        const Arena::Scope scope(arena);
        things = std::make_unique<Things>();
        for (int i = 0; i < 10; ++i) things->names[i] = longer_than_a_small_one;
        things->numbers = {1, 2, 3};
    }
    const std::vector<std::byte> copy = copied();
    const std::size_t taken = arena.taken();
    for (int round = 0; round < 3; ++round) {
        {
            const Arena::Scope scope(arena);
            for (int i = 0; i < 1000; ++i) things->numbers.push_back(i);
            things->names.clear();
            things->names[77] = "other";
        }
        EXPECT_EQ(things->numbers.size(), 1003U);
        arena.put_back(copy);
        EXPECT_EQ(arena.taken(), taken);
        EXPECT_EQ(things->numbers, (std::vector<int>{1, 2, 3}));
        ASSERT_EQ(things->names.size(), 10U);
        for (const auto& [number, name] : things->names) EXPECT_EQ(name, longer_than_a_small_one);
    }
    const Arena::Scope scope(arena);
    things.reset();
    EXPECT_EQ(arena.taken(), 0U);
    EXPECT_TRUE(arena.whole());
}

TEST_F(ArenaTest, UsesMemoryAgain) {
    const Arena::Scope scope(arena);
    for (const std::size_t bytes : {1UL, 8UL, 9UL, 100UL, 776UL, 777UL, 5000UL}) {
        const auto first = std::make_unique<std::byte[]>(bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.get()) % 16, 0U);
        void* before = nullptr;
        for (int i = 0; i < 3; ++i) {
            const auto block = std::make_unique<std::byte[]>(bytes);
            if (before != nullptr) {
                EXPECT_EQ(block.get(), before);
            }
            before = block.get();
        }
    }
    const std::size_t used = arena.used();
    for (int i = 0; i < 100; ++i) std::make_unique<std::byte[]>(5000);
    EXPECT_EQ(arena.used(), used);
}

TEST_F(ArenaTest, IsNotWholeWithoutWhatDoesNotFit) {
    std::vector<std::unique_ptr<std::byte[]>> blocks;
    {
        const Arena::Scope scope(arena);
        for (std::size_t i = 0; i < 3; ++i) blocks.push_back(std::make_unique<std::byte[]>(Arena::max_bytes / 2 - 64));
        EXPECT_FALSE(arena.whole());
        blocks[2][Arena::max_bytes / 2 - 65] = std::byte{1};
        blocks.clear();
        blocks.shrink_to_fit();
        EXPECT_EQ(arena.taken(), 0U);
    }
    struct alignas(8192) Wide {
        std::byte bytes[8192];
    };
    Arena other;
    const Arena::Scope scope(other);
    const auto wide = std::make_unique<Wide>();
    EXPECT_FALSE(other.whole());
}

TEST_F(ArenaTest, HasWhatIsAligned) {
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    const Arena::Scope scope(arena);
    for (int round = 0; round < 2; ++round) {
        std::vector<std::unique_ptr<Line>> lines;
        std::vector<std::unique_ptr<std::byte[]>> others;
        for (std::size_t i = 0; i < 10; ++i) {
            others.push_back(std::make_unique<std::byte[]>(i + 60));
            lines.push_back(std::make_unique<Line>());
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(lines.back().get()) % 64, 0U);
            EXPECT_TRUE(arena.has(lines.back().get()));
        }
    }
    EXPECT_TRUE(arena.whole());
    EXPECT_EQ(arena.taken(), 0U);
}

TEST_F(ArenaTest, LeavesAloneWhatIsOutside) {
    std::unique_ptr<int> outside = std::make_unique<int>(1), paused;
    std::string inside;
    {
        const Arena::Scope scope(arena);
        const std::size_t taken = arena.taken();
        outside.reset();
        {
            const Arena::Pause pause;
            paused = std::make_unique<int>(2);
        }
        EXPECT_EQ(arena.taken(), taken);
        inside.assign(100, 'x');
        EXPECT_EQ(arena.taken(), taken + 1);
    }
    // Too late: it is forgotten with the arena.
    inside = std::string();
    inside.shrink_to_fit();
    paused.reset();
}

TEST_F(ArenaTest, ZerosAreZerosAgain) {
    const Arena::Scope scope(arena);
    for (int round = 0; round < 2; ++round) {
        auto* const bytes = static_cast<unsigned char*>(allocate_zeros(3, 100));
        for (std::size_t i = 0; i < 300; ++i) ASSERT_EQ(bytes[i], 0);
        std::fill(bytes, bytes + 300, static_cast<unsigned char>(7));
        free_zeros(bytes);
    }
    EXPECT_EQ(arena.taken(), 0U);
    void* const large = allocate_zeros(1000, 1000);
    EXPECT_FALSE(arena.whole());
    free_zeros(large);
}

struct Gate {
    std::coroutine_handle<> waiting;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) { waiting = handle; }
    void await_resume() const {}
};

Task<> pass_twice(Gate& gate, int& passed) {
    for (int i = 0; i < 2; ++i) {
        co_await gate;
        ++passed;
    }
}

// A coroutine is put back to where it was suspended, and takes the same way again.
TEST_F(ArenaTest, PutsBackCoroutines) {
    const Arena::Frames frames(arena);
    Task<> task;
    std::unique_ptr<Gate> gate;
    std::unique_ptr<int> passed;
    {
        const Arena::Scope scope(arena);
        gate = std::make_unique<Gate>();
        passed = std::make_unique<int>(0);
        task = pass_twice(*gate, *passed);
        task.start();
        gate->waiting.resume();
    }
    EXPECT_EQ(*passed, 1);
    const std::vector<std::byte> copy = copied();
    for (int round = 0; round < 3; ++round) {
        const Arena::Scope scope(arena);
        EXPECT_FALSE(task.done());
        gate->waiting.resume();
        EXPECT_EQ(*passed, 2);
        EXPECT_TRUE(task.done());
        arena.put_back(copy);
        EXPECT_EQ(*passed, 1);
    }
    const Arena::Scope scope(arena);
    task = {};
    gate.reset();
    passed.reset();
    EXPECT_EQ(arena.taken(), 0U);
}

TEST(Arenas, ServeNothingWhenAllAreInUse) {
    std::vector<std::unique_ptr<Arena>> arenas;
    for (int i = 0; i < 100; ++i) arenas.push_back(std::make_unique<Arena>());
    EXPECT_FALSE(arenas.back()->whole());
    const Arena::Scope scope(*arenas.back());
    EXPECT_EQ(*std::make_unique<int>(5), 5);
}

}  // namespace
}  // namespace rmasim::sim
