// Windows in shared memory: the stores of other ranks that a rank observes, and when.
#include "tests/unit/machine/shared_memory.h"

namespace rmasim::sim {

namespace {

using Buffers = SharedWindow;
using EarlyLoads = SharedWindow;
using Atomics = SharedWindow;

}  // namespace

TEST_F(Buffers, sc_has_none) {
    make(MemoryOrder::sc);
    store(0, 8, 5);
    EXPECT_EQ(content(8), 5);
    EXPECT_EQ(load(1, 8), 5);
    EXPECT_EQ(choices.asked, 0u);
}

TEST_F(Buffers, keep_a_store_until_it_leaves) {
    make(MemoryOrder::tso);
    store(0, 8, 5);
    EXPECT_EQ(load(0, 8), 5);
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(content(8), 0);
    leaves({0});
    EXPECT_EQ(load(1, 8), 5);
    EXPECT_EQ(content(8), 5);
    EXPECT_EQ(counts().stores_drained, 0u);
}

TEST_F(Buffers, are_empty_after_a_barrier) {
    make(MemoryOrder::weak);
    store(0, 8, 5);
    store(0, 16, 6);
    sync(0);
    EXPECT_EQ(load(1, 8) + load(2, 16), 11);
    EXPECT_EQ(choices.asked, 0u);
}

// Each byte has its newest value: a store of 8 bytes, then of one byte in their middle.
TEST_F(Buffers, give_their_rank_the_newest_bytes) {
    make(MemoryOrder::weak);
    store(0, 8, 0x0101010101010101);
    store(0, 12, 0x7F, Datatype::byte);
    EXPECT_EQ(load(0, 8), 0x0101017F01010101);
    EXPECT_EQ(load(0, 12, Datatype::int32), 0x0101017F);
    EXPECT_EQ(load(1, 12, Datatype::byte), 0);
    leaves({0});
    EXPECT_EQ(load(1, 12, Datatype::byte), 1);  // the older one
    leaves({0});
    EXPECT_EQ(load(1, 12, Datatype::byte), 0x7F);
}

// Half of a load is from the rank's own buffer, half from memory.
TEST_F(Buffers, fill_in_what_memory_does_not_have_yet) {
    make(MemoryOrder::tso);
    store(1, 8, -1);
    sync(1);
    store(0, 8, 7, Datatype::int32);
    EXPECT_EQ(load(0, 8), static_cast<std::int64_t>(0xFFFFFFFF00000007));
}

// Bytes of a word that no other rank has stored allow no choice.
TEST_F(Buffers, hold_others_up_only_where_the_bytes_are_the_same) {
    make(MemoryOrder::tso);
    store(0, 8, 7, Datatype::int32);
    EXPECT_EQ(load(1, 12, Datatype::int32), 0);
    EXPECT_EQ(choices.asked, 0u);
}

TEST_F(Buffers, are_left_in_order_under_tso) {
    make(MemoryOrder::tso);
    store(0, 8, 1);
    store(0, 16, 2);
    store(0, 24, 3);
    leaves({0});
    EXPECT_EQ(load(1, 16), 2);
    EXPECT_EQ(content(8), 1);
    EXPECT_EQ(content(24), 0);
}

TEST_F(Buffers, are_left_in_any_order_under_weak) {
    make(MemoryOrder::weak);
    store(0, 8, 1);
    store(0, 16, 2);
    leaves({0});
    EXPECT_EQ(load(1, 16), 2);
    EXPECT_EQ(content(8), 0);
}

// The second store to the word has other bytes, but the first one leaves with it.
TEST_F(Buffers, are_left_in_order_by_stores_to_one_word) {
    make(MemoryOrder::weak);
    store(0, 8, 1, Datatype::int32);
    store(0, 24, 9);
    store(0, 12, 2, Datatype::int32);
    leaves({0});
    EXPECT_EQ(load(1, 12, Datatype::int32), 2);
    EXPECT_EQ(content(8), (std::int64_t{2} << 32) + 1);
    EXPECT_EQ(content(24), 0);
}

TEST_F(Buffers, have_room_for_so_many) {
    settings().store_buffer = 2;
    for (const MemoryOrder order : {MemoryOrder::tso, MemoryOrder::weak}) {
        make(order);
        for (std::int64_t i = 1; i <= 5; ++i) store(0, static_cast<std::uint64_t>(8 * i), i);
        EXPECT_EQ(content(24), 3);
        EXPECT_EQ(content(32), 0);
    }
}

// Both ranks have a store in their buffer. When one leaves, the other may have left before, or overwrite it later.
TEST_F(Buffers, are_left_by_two_ranks_in_either_order) {
    for (const std::size_t first : {std::size_t{0}, ScriptedMemoryChoices::none}) {
        make(MemoryOrder::tso);
        store(0, 8, 10);
        store(1, 8, 11);
        leaves({first});
        sync(0);
        sync(1);
        EXPECT_EQ(content(8), first == 0 ? 10 : 11);
    }
}

// When rank 1's store to the second word leaves the buffer, rank 1's store to the first word must leave, too. Rank 0's
// store to the first word may leave before or after it.
TEST_F(Buffers, let_others_in_between_wherever_they_touch) {
    for (const std::size_t rank_0_first : {std::size_t{0}, ScriptedMemoryChoices::none}) {
        make(MemoryOrder::tso);
        store(0, 8, 10);
        store(1, 8, 11);
        store(1, 16, 12);
        leaves({0, rank_0_first});
        EXPECT_EQ(load(2, 16), 12);
        EXPECT_EQ(choices.asked, 2u);
        sync(0);
        EXPECT_EQ(content(8), rank_0_first == 0 ? 11 : 10);
        choices.asked = 0;
    }
}

// An int64 at 4 lies in two words.
TEST_F(Buffers, have_two_entries_for_an_element_that_straddles) {
    make(MemoryOrder::weak);
    store(0, 4, -1);
    EXPECT_EQ(load(0, 4), -1);
    leaves({ScriptedMemoryChoices::none, 0});
    EXPECT_EQ(load(1, 4), static_cast<std::int64_t>(0xFFFFFFFF00000000));
}

TEST_F(Buffers, settle_in_the_end) {
    make(MemoryOrder::tso);
    store(0, 8, 1);
    store(1, 16, 2);
    EXPECT_FALSE(memory->machine()->settled(0));
    memory->machine()->drain_store_buffers(0);
    memory->machine()->drain_store_buffers(1);
    EXPECT_TRUE(memory->machine()->settled(0));
    EXPECT_EQ(content(8) + content(16), 3);
    memory->clear();
    EXPECT_EQ(content(8), 0);
}

TEST_F(EarlyLoads, give_what_was_there_until_a_barrier) {
    make(MemoryOrder::weak);
    store(0, 8, 1);
    sync(0);
    gives({1});
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(counts().loads_overtaken, 1u);
    sync(1);
    gives({1});
    EXPECT_EQ(load(1, 8), 1);
    gives({1});
    EXPECT_EQ(load(2, 8), 0);
}

TEST_F(EarlyLoads, are_not_made_under_tso) {
    make(MemoryOrder::tso);
    store(0, 8, 1);
    sync(0);
    gives({1});
    EXPECT_EQ(load(1, 8), 1);
}

TEST_F(EarlyLoads, never_go_back) {
    make(MemoryOrder::weak);
    for (std::int64_t value = 1; value <= 3; ++value) {
        store(0, 8, value);
        sync(0);
    }
    gives({2, 9, 0, 9});
    EXPECT_EQ(load(1, 8), 1);
    EXPECT_EQ(load(1, 8), 1);  // 0 is older than what it has seen
    EXPECT_EQ(load(1, 8), 3);
    EXPECT_EQ(load(1, 8), 3);
    gives({9});
    EXPECT_EQ(load(2, 8), 0);
}

TEST_F(EarlyLoads, never_give_what_the_rank_has_overwritten) {
    make(MemoryOrder::weak);
    store(0, 8, 1);
    sync(0);
    store(1, 8, 2);
    leaves({0});
    EXPECT_EQ(load(2, 8), 2);
    gives({9});
    EXPECT_EQ(load(1, 8), 2);
    gives({9});
    EXPECT_EQ(load(0, 8), 1);  // not 0: it has written 1
}

TEST_F(EarlyLoads, never_give_what_was_there_before_the_window) {
    make(MemoryOrder::weak);
    for (std::int64_t value = 1; value <= 2; ++value) {
        store(0, 8, value);
        sync(0);
    }
    memory->free(0, 1);
    memory->create(0, 1);
    gives({9, 9});
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(load(2, 8), 0);
}

TEST_F(EarlyLoads, are_possible_for_so_many_words) {
    settings().stale_words = 1;
    make(MemoryOrder::weak);
    store(0, 8, 1);
    store(0, 16, 2);
    sync(0);
    gives({9, 9});
    EXPECT_EQ(load(1, 8), 1);
    EXPECT_EQ(load(1, 16), 0);
}

TEST_F(Atomics, see_what_memory_has_and_change_it) {
    make(MemoryOrder::weak);
    store(0, 8, 1);
    sync(0);
    gives({9, 9});
    add(1, 8, 10);
    EXPECT_EQ(content(8), 11);
    EXPECT_EQ(fetch(2, 8), 11);
    EXPECT_EQ(load(2, 8), 11);  // it has seen it
}

TEST_F(Atomics, let_the_own_stores_leave_before) {
    make(MemoryOrder::tso);
    store(0, 8, 1);
    store(0, 16, 2);
    add(0, 8, 10);
    EXPECT_EQ(content(8), 11);
    EXPECT_EQ(content(16), 2);
    make(MemoryOrder::weak);
    store(0, 8, 1);
    store(0, 16, 2);
    add(0, 8, 10);
    EXPECT_EQ(content(8), 11);
    EXPECT_EQ(content(16), 0);
}

// The other rank's store takes effect before the fetch or after the accumulate, but not between them.
TEST_F(Atomics, fetch_and_change_in_one_step) {
    make(MemoryOrder::tso);
    store(0, 8, 100);
    leaves({ScriptedMemoryChoices::none, 0});
    EXPECT_EQ(fetch(1, 8, ReduceOp::sum), 0);
    add(1, 8, 1);
    EXPECT_EQ(content(8), 1);
    EXPECT_EQ(choices.asked, 1u);
    EXPECT_EQ(fetch(1, 8), 100);
}

// A fetch with no_op has no second half. The next step is another operation, before which stores may take effect.
TEST_F(Atomics, fetch_without_a_change) {
    make(MemoryOrder::tso);
    EXPECT_EQ(fetch(1, 8), 0);
    store(0, 8, 100);
    leaves({0, 0});
    EXPECT_EQ(fetch(1, 8), 100);
    store(0, 8, 200);
    add(1, 8, 1);
    EXPECT_EQ(content(8), 201);
}

TEST_F(Atomics, compare_and_swap) {
    make(MemoryOrder::weak);
    const auto swap = [&](std::int64_t value, std::int64_t compare) {
        const Payload payload = memory->gather(1, affine_buffer(value, compare - value), Datatype::int64, 2);
        memory->compare_and_swap(1, 0, 1, region(8), payload);
        memory->release(payload);
        return content(8);
    };
    EXPECT_EQ(swap(5, 1), 0);
    EXPECT_EQ(swap(5, 0), 5);
    gives({9});
    EXPECT_EQ(load(2, 8), 0);
    gives({9});
    EXPECT_EQ(load(1, 8), 5);
}

TEST_F(Buffers, take_what_operations_move) {
    make(MemoryOrder::tso);
    const Payload data = memory->gather(0, affine_buffer(1, 1), Datatype::int64, 3);
    memory->write(0, 0, 1, region(16, 3), data);
    EXPECT_EQ(content(16), 0);
    const Payload own = memory->gather(0, window_buffer(1, 16, 8), Datatype::int64, 3);
    EXPECT_EQ(load_element(own.bytes + 16, Datatype::int64), 3);
    memory->scatter(0, window_buffer(1, 64, 8), Datatype::int64, 3, own);
    EXPECT_EQ(load(0, 80), 3);
    EXPECT_EQ(content(80), 0);
    const Payload others = memory->read(1, 0, 1, region(16, 3));
    EXPECT_EQ(load_element(others.bytes + 16, Datatype::int64), 0);
    for (const Payload payload : {data, own, others}) memory->release(payload);
}

// Ranks of different nodes have separate parts, each aligned to a cache line; the padding is not part of the contents.
TEST_F(Buffers, are_apart_from_other_windows_and_ranks) {
    make(MemoryOrder::sc);
    memory->store(1, 1, 1, window_bytes - 8, Datatype::int64, 1, -1, 0);
    EXPECT_EQ(memory->load(2, 2, 1, 0, Datatype::int64), 0);
    EXPECT_EQ(memory->contents(1, 1).size(), window_bytes);
    EXPECT_EQ(memory->contents(1, 1).back(), std::byte{0xFF});
    EXPECT_EQ(memory->contents(1, 0).size(), 8u);
    EXPECT_EQ(memory->machine()->bytes_per_rank(1) % 64, 0u);
}

}  // namespace rmasim::sim
