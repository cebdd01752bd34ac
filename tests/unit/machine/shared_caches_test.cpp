// Non-coherent caches; the omitted MEM_SYNC that explains a stale read; memory with random timing.
#include "sim/machine/memory/timed_memory_choices.h"
#include "tests/unit/machine/shared_memory.h"

#include <set>

namespace rmasim::sim {

namespace {

class Caches : public SharedWindow {
protected:
    Caches() { settings().coherent = false; }
    std::uint32_t flush(Rank rank) { return memory->flush_cache(rank, 1); }
    std::uint32_t invalidate(Rank rank) { return memory->invalidate_cache(rank, 1); }
};
class Blame : public SharedWindow {
protected:
    Blame() { settings().order = MemoryOrder::weak; }
    void leave_out(std::vector<MemSync> sync_points) {
        settings().without_mem_sync = std::move(sync_points);
        make();
    }
    // Rank 0's store leaves its buffer after rank 1's later one to the same word.
    void overwrite_by_a_late_store() {
        leave_out({MemSync::unlock_before});
        store(0, 8, 5);
        sync(0, MemSync::unlock_before);
        store(1, 8, 6);
        sync(1);
        sync(0);
    }
    void expect_one(Rank reader, std::uint64_t disp, Rank rank, MemSync missing) const {
        ASSERT_EQ(stale_reads().size(), 1u);
        const StaleRead& read = stale_reads().front();
        EXPECT_EQ(read.reader, reader);
        EXPECT_EQ(read.owner, 0);
        EXPECT_EQ(read.window, 1);
        EXPECT_EQ(read.disp_bytes, disp);
        EXPECT_EQ(read.rank, rank);
        EXPECT_EQ(read.missing, missing);
    }
};

}  // namespace

// A cached line keeps its contents until it is invalidated.
TEST_F(Caches, keep_what_they_have) {
    make(MemoryOrder::sc);
    EXPECT_FALSE(memory->coherent());
    EXPECT_EQ(load(1, 0), 0);
    store(0, 8, 5);
    EXPECT_EQ(content(8), 0);
    EXPECT_EQ(flush(0), 1u);
    EXPECT_EQ(content(8), 5);
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(load(1, 64), 0);
    EXPECT_EQ(invalidate(1), 2u);
    EXPECT_EQ(load(1, 8), 5);
    EXPECT_EQ(flush(0), 0u);
    EXPECT_EQ(counts().lines_written_back, 1u);
    EXPECT_EQ(counts().lines_invalidated, 2u);
}

// Two ranks write different bytes of one line: writing back does not undo the other's store.
TEST_F(Caches, write_back_only_what_was_written) {
    make(MemoryOrder::sc);
    store(0, 8, 1, Datatype::byte);
    store(1, 9, 2, Datatype::byte);
    flush(0);
    flush(1);
    EXPECT_EQ(content(8), 0x0201);
}

TEST_F(Caches, lose_what_was_not_flushed) {
    make(MemoryOrder::sc);
    store(0, 8, 5);
    EXPECT_EQ(load(0, 8), 5);
    EXPECT_EQ(invalidate(0), 1u);
    EXPECT_EQ(load(0, 8), 0);
}

TEST_F(Caches, write_through_to_the_buffer) {
    settings().cache = CachePolicy::write_through;
    make(MemoryOrder::tso);
    EXPECT_EQ(load(0, 8), 0);
    store(0, 8, 5);
    EXPECT_EQ(load(0, 8), 5);
    EXPECT_EQ(content(8), 0);
    EXPECT_EQ(flush(0), 0u);
    sync(0);
    EXPECT_EQ(content(8), 5);
    store(0, 64, 6);  // not in the cache, and not brought there
    EXPECT_EQ(invalidate(0), 1u);
    EXPECT_EQ(load(0, 64), 6);
}

TEST_F(Caches, flush_to_the_buffer) {
    make(MemoryOrder::tso);
    store(0, 8, 5);
    EXPECT_EQ(flush(0), 1u);
    EXPECT_EQ(content(8), 0);
    sync(0);
    EXPECT_EQ(content(8), 5);
}

TEST_F(Caches, make_room_for_a_line_by_writing_back_the_one_used_least_recently) {
    settings().cache_lines = 2;
    make(MemoryOrder::sc);
    store(0, 0, 1);
    store(0, 64, 2);
    EXPECT_EQ(load(0, 0), 1);
    store(0, 128, 3);
    EXPECT_EQ(content(64), 2);
    EXPECT_EQ(content(0) + content(128), 0);
}

TEST_F(Caches, are_passed_by_atomics) {
    make(MemoryOrder::tso);
    EXPECT_EQ(load(1, 8), 0);
    store(0, 8, 5);
    add(0, 8, 10);
    EXPECT_EQ(content(8), 15);
    EXPECT_EQ(load(0, 8), 15);
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(fetch(1, 8), 15);
    EXPECT_EQ(load(1, 8), 15);
}

TEST_F(Caches, are_written_back_in_the_end) {
    make(MemoryOrder::weak);
    store(0, 8, 5);
    EXPECT_FALSE(memory->machine()->settled(0));
    memory->machine()->drain_store_buffers(0);
    EXPECT_EQ(content(8), 5);
    EXPECT_TRUE(memory->machine()->settled(0));
}

TEST_F(Blame, names_the_writer_that_had_no_barrier) {
    leave_out({MemSync::unlock_before});
    store(0, 8, 5);
    EXPECT_EQ(load(1, 8), 0);  // before the barrier: no MEM_SYNC is to blame
    sync(0, MemSync::unlock_before);
    EXPECT_EQ(load(1, 16), 0);
    EXPECT_TRUE(stale_reads().empty());
    EXPECT_EQ(load(1, 8), 0);  // without a barrier of its own it could be early
    EXPECT_TRUE(stale_reads().empty());
    sync(1);
    EXPECT_EQ(load(1, 8), 0);
    expect_one(1, 8, 0, MemSync::unlock_before);
    sync(0, MemSync::flush);
    EXPECT_EQ(load(1, 8), 5);
    EXPECT_EQ(memory->machine()->stale_read_count(), 1u);
}

// The store has left its buffer, but the load is early.
TEST_F(Blame, names_the_writer_for_an_early_load) {
    leave_out({MemSync::unlock_before});
    store(0, 8, 5);
    sync(0, MemSync::unlock_before);
    sync(1);
    leaves({0});
    gives({1});
    EXPECT_EQ(load(1, 8), 0);
    EXPECT_EQ(content(8), 5);
    expect_one(1, 8, 0, MemSync::unlock_before);
}

// With tso no load is early.
TEST_F(Blame, names_the_writer_under_tso) {
    settings().order = MemoryOrder::tso;
    leave_out({MemSync::unlock_before});
    store(0, 8, 5);
    sync(0, MemSync::unlock_before);
    EXPECT_EQ(load(1, 8), 0);
    expect_one(1, 8, 0, MemSync::unlock_before);
}

// Both the writer's and the reader's barrier are missing: either omission explains the read.
TEST_F(Blame, names_the_reader_where_both_are_missing) {
    leave_out({MemSync::unlock_before, MemSync::lock_after});
    store(0, 8, 5);
    sync(0, MemSync::unlock_before);
    sync(1, MemSync::lock_after);
    EXPECT_EQ(load(1, 8), 0);
    expect_one(1, 8, 1, MemSync::lock_after);
}

TEST_F(Blame, names_the_reader_that_had_no_barrier) {
    leave_out({MemSync::lock_after});
    store(0, 12, 5, Datatype::int32);
    sync(0);
    gives({1, 1});
    EXPECT_EQ(load(1, 8), 0);  // before the barrier
    EXPECT_TRUE(stale_reads().empty());
    sync(1, MemSync::lock_after);
    EXPECT_EQ(load(1, 8), 0);
    expect_one(1, 12, 1, MemSync::lock_after);
    sync(1, MemSync::sync);
    gives({1});
    EXPECT_EQ(load(1, 12, Datatype::int32), 5);
}

TEST_F(Blame, names_the_first_of_several_barriers) {
    leave_out({MemSync::fence_before, MemSync::fence_after});
    sync(0, MemSync::fence_after);
    store(0, 8, 5);
    sync(0, MemSync::fence_before);
    sync(0, MemSync::fence_after);
    add(1, 8, 1);
    expect_one(1, 8, 0, MemSync::fence_before);
    memory->clear();
    EXPECT_TRUE(stale_reads().empty());
}

// A store of half a word, which leaves late: what another rank has stored in the other half meanwhile is not lost.
TEST_F(Blame, names_nobody_for_the_other_half_of_a_late_word) {
    leave_out({MemSync::unlock_before});
    store(0, 8, 5, Datatype::int32);
    sync(0, MemSync::unlock_before);
    store(1, 12, 6, Datatype::int32);
    sync(1);
    sync(0);
    sync(2);
    EXPECT_EQ(load(2, 8, Datatype::int32), 5);
    EXPECT_EQ(load(2, 12, Datatype::int32), 6);
    EXPECT_TRUE(stale_reads().empty());
}

// Late stores are discarded when the window is freed and created again.
TEST_F(Blame, names_nobody_for_what_a_window_had_in_an_earlier_life) {
    overwrite_by_a_late_store();
    memory->free(0, 1);
    memory->create(0, 1);
    sync(2);
    EXPECT_EQ(load(2, 8), 0);
    EXPECT_TRUE(stale_reads().empty());
}

// Rank 0's store overwrites rank 1's later one, because it left its buffer late: its barrier was omitted.
TEST_F(Blame, names_the_writer_whose_store_came_late) {
    for (const MemoryOrder order : {MemoryOrder::tso, MemoryOrder::weak}) {
        settings().order = order;
        leave_out({MemSync::unlock_before});
        store(0, 8, 5);
        sync(0, MemSync::unlock_before);
        store(1, 8, 6);
        sync(1);
        EXPECT_EQ(load(2, 8), 6);  // the expected value
        EXPECT_TRUE(stale_reads().empty());
        sync(0);
        EXPECT_EQ(load(1, 8), 5);
        expect_one(1, 8, 0, MemSync::unlock_before);
        store(2, 8, 7);
        sync(2);
        EXPECT_EQ(load(1, 8), 7);
        EXPECT_EQ(stale_reads().size(), 1u);
    }
}

// A store to some bytes of the word makes these right, and no others.
TEST_F(Blame, goes_on_for_the_bytes_that_nobody_stored_since) {
    settings().order = MemoryOrder::tso;
    overwrite_by_a_late_store();
    store(2, 8, 7, Datatype::int32);
    sync(2);
    EXPECT_EQ(load(1, 8, Datatype::int32), 7);
    EXPECT_TRUE(stale_reads().empty());
    load(1, 12, Datatype::int32);
    expect_one(1, 12, 0, MemSync::unlock_before);
    store(2, 12, 7, Datatype::int32);
    sync(2);
    load(1, 12, Datatype::int32);
    load(1, 8);
    EXPECT_EQ(stale_reads().size(), 1u);
}

TEST_F(Blame, keeps_the_first_hundred_and_counts_all) {
    leave_out({MemSync::flush});
    store(0, 8, 5);
    sync(0, MemSync::flush);
    sync(1);
    for (int i = 0; i < 150; ++i) load(1, 8);
    EXPECT_EQ(stale_reads().size(), 100u);
    EXPECT_EQ(memory->machine()->stale_read_count(), 150u);
}

namespace {

class Hands final : public RankClock {
public:
    std::vector<std::int64_t> ps = std::vector<std::int64_t>(3, 0);
    std::int64_t now_ps(Rank rank) const override { return ps[static_cast<std::size_t>(rank)]; }
};

class Timed : public SharedWindow {
protected:
    Timed() {
        settings().drain_ns = 100;
        settings().stale_ns = 50;
    }
    void make_timed(MemoryOrder order) {
        make(order);
        timed.emplace(settings(), 7, hands);
        memory->machine()->decide_by(*timed);
    }
    Hands hands;
    std::optional<TimedMemoryChoices> timed;
};

constexpr std::int64_t ps_per_ns = 1000;

}  // namespace

// Whatever the order of the buffers: the earliest, and of equal ones that of the lower rank.
TEST_F(Timed, the_store_that_left_first_is_first) {
    make_timed(MemoryOrder::weak);
    const MayLeave stores[] = {{0, 0, 30}, {1, 0, 20}, {1, 1, 40}, {2, 0, 20}};
    EXPECT_EQ(timed->leaves_first(0, 100, stores), 1U);
    EXPECT_EQ(timed->leaves_first(0, 20, stores), 1U);
    EXPECT_EQ(timed->leaves_first(0, 19, stores), 4U);  // none yet
    EXPECT_EQ(timed->leaves_first(0, 100, std::span(stores).first(1)), 0U);
}

// Somewhere between at once and 100 ns, and not always at the same time.
TEST_F(Timed, stores_leave_in_their_time) {
    make_timed(MemoryOrder::tso);
    std::set<std::int64_t> took;
    for (std::int64_t value = 1; value <= 20; ++value) {
        store(0, 8, value);
        std::int64_t ns = 0;
        const std::int64_t stored_at = hands.ps[0];
        while (load(1, 8) != value) hands.ps[1] = stored_at + ++ns * ps_per_ns;
        EXPECT_LE(ns, 101);
        took.insert(ns);
        hands.ps[0] = stored_at + 200 * ps_per_ns;
        hands.ps[1] = hands.ps[0];
    }
    EXPECT_GT(took.size(), 10u);
}

TEST_F(Timed, stores_leave_in_order_under_tso) {
    make_timed(MemoryOrder::tso);
    for (int i = 0; i < 50; ++i) {
        store(0, 8, i);
        store(0, 16, i);
        hands.ps[1] = hands.ps[0] + 30 * ps_per_ns;
        const std::int64_t second = load(1, 16);
        EXPECT_GE(load(1, 8), second);
        hands.ps[0] += 200 * ps_per_ns;
    }
}

// Also where an older store leaves late and one between leaves early.
TEST_F(Timed, many_stores_leave_in_order_under_tso) {
    make_timed(MemoryOrder::tso);
    constexpr std::uint64_t words = 7;
    for (int i = 0; i < 60; ++i) {
        for (std::uint64_t word = 1; word <= words; ++word) store(0, 8 * word, i);
        hands.ps[1] = hands.ps[0] + (10 + i) * ps_per_ns;
        std::int64_t later = load(1, 8 * words);
        for (std::uint64_t word = words - 1; word > 0; --word) {
            const std::int64_t earlier = load(1, 8 * word);
            EXPECT_GE(earlier, later) << "word " << word << " of round " << i;
            later = earlier;
        }
        hands.ps[0] += 200 * ps_per_ns;
    }
}

// A store whose time has come leaves the buffer without MEM_SYNC.
TEST_F(Timed, barriers_count_what_they_drain) {
    make_timed(MemoryOrder::tso);
    store(0, 8, 1);
    hands.ps[0] = 101 * ps_per_ns;
    store(0, 16, 2);
    sync(0);
    EXPECT_EQ(counts().stores_drained, 1u);
}

TEST_F(Timed, old_values_last_for_their_time) {
    make_timed(MemoryOrder::weak);
    std::int64_t early = 0;
    for (std::int64_t value = 1; value <= 50; ++value) {
        store(0, 8, value);
        sync(0);
        hands.ps[1] = hands.ps[0] + 20 * ps_per_ns;
        early += load(1, 8) != value;
        hands.ps[1] = hands.ps[0] + 51 * ps_per_ns;
        EXPECT_EQ(load(1, 8), value);
        hands.ps[0] += 200 * ps_per_ns;
    }
    EXPECT_GT(early, 10);
    EXPECT_LT(early, 45);
    EXPECT_EQ(counts().loads_overtaken, static_cast<std::uint64_t>(early));
}

}  // namespace rmasim::sim
