// Random accesses of five ranks on two nodes to the memory of their windows, compared with the simple memory of
// shared_reference.h.
#include "tests/unit/machine/shared_reference.h"

#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/shared_memory.h"
#include "tests/random_rounds.h"

#include <optional>

namespace rmasim::sim::reference_memory {
namespace {

struct Case {
    MemoryOrder order;
    std::int64_t store_buffer, stale_words;
    std::int64_t cache_lines = 0;  // 0: coherent
    CachePolicy policy = CachePolicy::write_through;
    bool omits = false;  // two kinds of MEM_SYNC are left out
};

class ReferenceAccesses : public testing::TestWithParam<Case>, public Variables {
protected:
    static constexpr WindowId w = 1;

    void make(std::uint64_t seed) {
        const Case& at = GetParam();
        scenario_ = {};
        scenario_.ranks = ReferenceMemory::ranks;
        scenario_.platform.ranks_per_node = ReferenceMemory::per_node;
        scenario_.platform.memory.order = at.order;
        scenario_.platform.memory.store_buffer = at.store_buffer;
        scenario_.platform.memory.stale_words = at.stale_words;
        scenario_.platform.memory.coherent = at.cache_lines == 0;
        scenario_.platform.memory.cache_lines = std::max<std::int64_t>(at.cache_lines, 1);
        scenario_.platform.memory.cache = at.policy;
        if (at.omits) scenario_.platform.memory.without_mem_sync = {MemSync::flush, MemSync::apply_before};
        scenario_.windows = {{"v", 24, true}, {"w", ReferenceMemory::part, true}};
        random_.seed(seed);
        choices_.emplace(seed);
        choices_->eager = static_cast<unsigned>(20 + below(80));
        memory_.emplace(scenario_, *this);
        memory_->decide_by(*choices_);
        reference_.emplace(scenario_.platform.memory, *choices_);
    }
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    // Elements at multiples of 4 bytes: some lie in two words.
    void choose_access() {
        constexpr Datatype datatypes[] = {Datatype::byte,  Datatype::int16,   Datatype::int32,     Datatype::int64,
                                          Datatype::int64, Datatype::float64, Datatype::complex128};
        datatype_ = datatypes[below(std::size(datatypes))];
        const std::uint64_t size = bytes_of(datatype_);
        const std::uint64_t few = below(2) == 0 ? 16 : ReferenceMemory::part - size;
        at_ = below(few / std::min<std::uint64_t>(size, 4) + 1) * std::min<std::uint64_t>(size, 4);
        by_ = static_cast<Rank>(below(ReferenceMemory::ranks));
        const Rank first = by_ / ReferenceMemory::per_node * ReferenceMemory::per_node;
        owner_ = first + static_cast<Rank>(below(first == 0 ? 2 : 1));
    }
    ReferenceMemory::Data element(std::int64_t value) const {
        ReferenceMemory::Data data(bytes_of(datatype_));
        store_element(data.data(), datatype_, value);
        return data;
    }
    std::int64_t value_of(const ReferenceMemory::Data& data) const { return load_element(data.data(), datatype_); }
    Region region() const { return {at_, 1, 0, 0, datatype_}; }

    void access() {
        choose_access();
        choices_->now += static_cast<std::int64_t>(below(20));
        const std::int64_t value = static_cast<std::int64_t>(below(4)) * 0x0101010101010101;
        switch (below(10)) {
            case 0:
            case 1:
            case 2:
            case 3:
                memory_->store(by_, owner_, w, at_, datatype_, 1, value, 0);
                reference_->store(by_, owner_, at_, element(value));
                break;
            case 4:
            case 5:
            case 6: {
                const std::int64_t got = memory_->load(by_, owner_, w, at_, datatype_);
                EXPECT_EQ(got, value_of(reference_->load(by_, owner_, at_, bytes_of(datatype_))));
                break;
            }
            case 7: {
                const std::uint64_t which = below(3);
                if (which > 0) fetch(which == 1 ? ReduceOp::no_op : ReduceOp::replace);
                if (which != 1) accumulate(value, which == 2);
                break;
            }
            case 8: compare_and_swap(value, static_cast<std::int64_t>(below(4)) * 0x0101010101010101); break;
            default: other();
        }
        EXPECT_TRUE(choices_->asked.empty());
        EXPECT_TRUE(choices_->times.empty());
    }
    void fetch(ReduceOp reduce) {
        const Payload got = memory_->read_atomic(by_, owner_, w, region(), reduce);
        EXPECT_EQ(load_element(got.bytes, datatype_),
                  value_of(reference_->fetch(by_, owner_, at_, bytes_of(datatype_))));
        memory_->release(got);
    }
    void accumulate(std::int64_t value, bool fetched) {
        const Payload payload = memory_->gather(by_, affine_buffer(value, 0), datatype_, 1);
        memory_->accumulate(by_, owner_, w, region(), ReduceOp::replace, payload);
        memory_->release(payload);
        if (!fetched) reference_->prepare(by_, owner_, at_, bytes_of(datatype_));
        reference_->change(by_, owner_, at_, element(value));
    }
    void compare_and_swap(std::int64_t value, std::int64_t compared) {
        const Payload payload = memory_->gather(by_, affine_buffer(value, compared - value), datatype_, 2);
        memory_->compare_and_swap(by_, owner_, w, region(), payload);
        memory_->release(payload);
        reference_->prepare(by_, owner_, at_, bytes_of(datatype_));
        if (reference_->content(owner_, at_, bytes_of(datatype_)) == element(compared)) {
            reference_->change(by_, owner_, at_, element(value));
        }
    }
    void other() {
        const std::uint64_t which = below(20);
        if (which < 12 && GetParam().cache_lines > 0) {
            // Some bytes, or all from there on.
            const std::uint64_t bytes = below(4) == 0 ? ~std::uint64_t{0} : 1 + below(80);
            const WindowPart part(w, owner_, at_, bytes);
            const bool flushes = below(2) == 0;
            const std::uint32_t lines =
                flushes ? memory_->flush_cache(by_, part) : memory_->invalidate_cache(by_, part);
            EXPECT_EQ(lines, flushes ? reference_->flush(by_, owner_, at_, bytes)
                                     : reference_->invalidate(by_, owner_, at_, bytes));
        } else if (GetParam().omits && below(3) > 0) {
            const MemSync sync_point = below(2) == 0 ? MemSync::flush : MemSync::apply_before;
            memory_->mem_sync(by_, sync_point);
            reference_->omit(by_, sync_point);
        } else if (which < 16) {
            memory_->mem_sync(by_, MemSync::sync);
            reference_->mem_sync(by_);
        } else if (which < 19) {
            memory_->machine()->drain_store_buffers(by_);
            reference_->drain_store_buffers(by_);
            EXPECT_TRUE(memory_->machine()->settled(by_));
        } else {
            memory_->free(owner_, w);
            memory_->create(owner_, w);
            reference_->renew(owner_);
        }
    }
    void expect_same_stale_reads() {
        const std::vector<StaleRead>& reported = memory_->machine()->stale_reads();
        const std::vector<StaleRead>& right = reference_->stale();
        EXPECT_EQ(memory_->machine()->stale_read_count(), right.size());
        ASSERT_EQ(reported.size(), std::min<std::size_t>(right.size(), 100));
        for (std::size_t i = 0; i < reported.size(); ++i) {
            EXPECT_EQ(reported[i].window, w) << i;
            StaleRead one = reported[i];
            one.window = right[i].window;
            EXPECT_EQ(text_of(one, "w"), text_of(right[i], "w")) << i;
        }
    }
    void expect_same_counts() {
        const MemoryCounts& reported = memory_->machine()->counts();
        const MemoryCounts& right = reference_->counts();
        EXPECT_EQ(reported.stores_drained, right.stores_drained);
        EXPECT_EQ(reported.loads_overtaken, right.loads_overtaken);
        EXPECT_EQ(reported.lines_written_back, right.lines_written_back);
        EXPECT_EQ(reported.lines_invalidated, right.lines_invalidated);
        for (Rank rank = 0; rank < ReferenceMemory::ranks; ++rank) {
            EXPECT_EQ(memory_->machine()->settled(rank), reference_->settled(rank)) << rank;
        }
    }
    void expect_same_memory() {
        for (Rank owner = 0; owner < ReferenceMemory::ranks; ++owner) {
            EXPECT_EQ(memory_->copy(owner, w, 0, ReferenceMemory::part),
                      reference_->content(owner, 0, ReferenceMemory::part));
            EXPECT_EQ(memory_->copy(owner, 0, 0, 24), ReferenceMemory::Data(24)) << "the other window";
        }
    }
    void assign(Rank, ThreadId, Slot, std::int64_t) override {}

    Scenario scenario_;
    std::mt19937_64 random_;
    std::optional<RecordedMemoryChoices> choices_;
    std::optional<WindowMemory> memory_;
    std::optional<ReferenceMemory> reference_;
    Datatype datatype_ = Datatype::byte;
    std::uint64_t at_ = 0;
    Rank by_ = 0, owner_ = 0;
};

TEST_P(ReferenceAccesses, AreTheSameInPlainMemory) {
    for (std::uint64_t seed = 0; seed < random_rounds(20) && !HasFailure(); ++seed) {
        make(seed);
        for (int step = 0; step < 600 && !HasFailure(); ++step) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", step " + std::to_string(step));
            access();
            if (step % 10 == 0) expect_same_memory();
            if (step % 10 == 0) expect_same_stale_reads();
            if (step % 10 == 0) expect_same_counts();
        }
        for (Rank rank = 0; rank < ReferenceMemory::ranks; ++rank) {
            memory_->machine()->drain_store_buffers(rank);
            reference_->drain_store_buffers(rank);
        }
        expect_same_memory();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Orders, ReferenceAccesses,
    testing::Values(Case{MemoryOrder::sc, 4, 4}, Case{MemoryOrder::sc, 4, 4, 1},
                    Case{MemoryOrder::sc, 4, 4, 3, CachePolicy::write_back},
                    Case{MemoryOrder::tso, 3, 4, 2, CachePolicy::write_back}, Case{MemoryOrder::tso, 3, 4, 2},
                    Case{MemoryOrder::weak, 3, 8, 1, CachePolicy::write_back}, Case{MemoryOrder::weak, 3, 8, 3},
                    Case{MemoryOrder::weak, 8, 8, 3, CachePolicy::write_back}, Case{MemoryOrder::tso, 1, 4},
                    Case{MemoryOrder::tso, 3, 4}, Case{MemoryOrder::tso, 40, 4}, Case{MemoryOrder::weak, 1, 0},
                    Case{MemoryOrder::weak, 3, 0}, Case{MemoryOrder::weak, 40, 0}, Case{MemoryOrder::weak, 1, 2},
                    Case{MemoryOrder::weak, 3, 8}, Case{MemoryOrder::weak, 40, 100}));

INSTANTIATE_TEST_SUITE_P(Blamed, ReferenceAccesses,
                         testing::Values(Case{MemoryOrder::tso, 3, 4, 0, CachePolicy::write_through, true},
                                         Case{MemoryOrder::tso, 40, 4, 2, CachePolicy::write_back, true},
                                         Case{MemoryOrder::weak, 3, 0, 0, CachePolicy::write_through, true},
                                         Case{MemoryOrder::weak, 3, 8, 0, CachePolicy::write_through, true},
                                         Case{MemoryOrder::weak, 8, 40, 3, CachePolicy::write_back, true},
                                         Case{MemoryOrder::weak, 40, 100, 0, CachePolicy::write_through, true}));

}  // namespace
}  // namespace rmasim::sim::reference_memory
