// Long store buffers, compared with the simplest model: a list of stores. One rank stores and the other rank reads. The
// test decides for each read how many stores leave the buffer. Buffers grow to hundreds of stores and shrink again,
// many times.
#include "sim/scenario/expression/random.h"
#include "tests/unit/machine/shared_memory.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <list>

namespace rmasim::sim::long_buffers {
namespace {

constexpr std::uint64_t words = 8;  // few, so that each has many stores

struct Stored {
    std::uint64_t disp;
    Datatype datatype;
    std::int64_t value;

    std::uint64_t word() const { return disp / 8; }
    bool overlaps(std::uint64_t other_disp, std::uint64_t bytes) const {
        return disp < other_disp + bytes && other_disp < disp + bytes_of(datatype);
    }
};

class ListedBuffer {
public:
    ListedBuffer(MemoryOrder order, std::size_t max) : order_(order), max_(max) {}

    void store(const Stored& one) {
        stores_.push_back(one);
        if (stores_.size() > max_) leave(stores_.begin());
    }
    // `leaving` times, the oldest store to these bytes reaches memory, together with those that must precede it.
    void read_elsewhere(std::uint64_t disp, std::uint64_t bytes, std::size_t leaving) {
        for (; leaving > 0; --leaving) {
            const auto first = std::find_if(stores_.begin(), stores_.end(),
                                            [&](const Stored& one) { return one.overlaps(disp, bytes); });
            if (first == stores_.end()) return;
            leave(first);
        }
    }
    void drain() {
        while (!stores_.empty()) leave(std::prev(stores_.end()));
    }

    std::int64_t in_memory(std::uint64_t disp, Datatype datatype) const {
        return load_element(memory_.data() + disp, datatype);
    }
    std::int64_t own_view(std::uint64_t disp, Datatype datatype) const {
        std::array<std::byte, words* 8> seen = memory_;
        for (const Stored& one : stores_) store_element(seen.data() + one.disp, one.datatype, one.value);
        return load_element(seen.data() + disp, datatype);
    }
    std::size_t size() const { return stores_.size(); }

private:
    using Iterator = std::list<Stored>::iterator;
    // tso: with all stores before it; weak: with those to the same word.
    void leave(Iterator last) {
        const std::uint64_t word = last->word();
        const Iterator end = std::next(last);
        for (Iterator one = stores_.begin(); one != end;) {
            if (order_ == MemoryOrder::weak && one->word() != word) {
                ++one;
                continue;
            }
            store_element(memory_.data() + one->disp, one->datatype, one->value);
            one = stores_.erase(one);
        }
    }

    MemoryOrder order_;
    std::size_t max_;
    std::list<Stored> stores_;
    std::array<std::byte, words * 8> memory_{};
};

class LongBuffers : public SharedWindow, public testing::WithParamInterface<std::pair<MemoryOrder, std::size_t>> {};

Datatype random_datatype(Random& random) {
    return one_of<Datatype>(random,
                            {Datatype::int64, Datatype::int64, Datatype::int32, Datatype::int16, Datatype::byte});
}

std::uint64_t random_disp(Random& random, Datatype datatype) {
    const std::uint64_t size = bytes_of(datatype);
    return random.below(words * 8 / size) * size;
}

TEST_P(LongBuffers, HoldWhatAListOfStoresHolds) {
    const auto [order, max] = GetParam();
    settings().store_buffer = static_cast<std::int64_t>(max);
    settings().stale_words = 0;  // no early loads
    make(order);
    ListedBuffer model(order, max);
    Random random(max, 0);
    std::size_t max_size = 0;
    for (int step = 0; step < 20'000; ++step) {
        // Phases of mostly stores, then of mostly reads: the buffer fills, and empties from the front and the middle.
        const bool filling = step / 700 % 2 == 0;
        const Datatype datatype = random_datatype(random);
        const std::uint64_t disp = random_disp(random, datatype);
        if (chance(random, filling ? 80 : 20)) {
            const auto value = static_cast<std::int64_t>(random.below(100));
            store(1, disp, value, datatype);
            model.store({disp, datatype, value});
        } else if (chance(random, 50)) {
            const std::size_t leaving = chance(random, filling ? 10 : 60) ? 1 + random.below(3) : 0;
            choices.leave.assign(leaving, 0);
            model.read_elsewhere(disp, bytes_of(datatype), leaving);
            ASSERT_EQ(load(2, disp, datatype), model.in_memory(disp, datatype)) << "step " << step;
            choices.leave.clear();
        } else if (random.below(200) == 0) {
            sync(1);
            model.drain();
        } else {
            ASSERT_EQ(load(1, disp, datatype), model.own_view(disp, datatype)) << "step " << step;
        }
        max_size = std::max(max_size, model.size());
    }
    EXPECT_GE(max_size, std::min<std::size_t>(max, 64));
    memory->machine()->drain_store_buffers(1);
    model.drain();
    for (std::uint64_t disp = 0; disp < words * 8; disp += 8) {
        EXPECT_EQ(content(disp), model.in_memory(disp, Datatype::int64));
    }
    EXPECT_TRUE(memory->machine()->settled(1));
}

INSTANTIATE_TEST_SUITE_P(
    Orders, LongBuffers,
    testing::Values(std::pair{MemoryOrder::tso, std::size_t{1}}, std::pair{MemoryOrder::tso, std::size_t{65}},
                    std::pair{MemoryOrder::tso, std::size_t{1000}}, std::pair{MemoryOrder::weak, std::size_t{1}},
                    std::pair{MemoryOrder::weak, std::size_t{65}}, std::pair{MemoryOrder::weak, std::size_t{1000}}));

// An atomic operation empties the rank's own buffer: all of it under tso, its words under weak.
TEST_F(SharedWindow, AnAtomicOperationWaitsForALongBuffer) {
    for (const MemoryOrder order : {MemoryOrder::tso, MemoryOrder::weak}) {
        settings().store_buffer = 1000;
        make(order);
        for (std::int64_t i = 0; i < 300; ++i) store(1, static_cast<std::uint64_t>(i % 8) * 8, i);
        add(1, 16, 1000);  // the newest store to the word at 16 is 298
        EXPECT_EQ(content(16), 1298);
        EXPECT_EQ(content(8), order == MemoryOrder::tso ? 297 : 0);
        EXPECT_EQ(load(1, 8), 297);
        EXPECT_EQ(memory->machine()->settled(1), order == MemoryOrder::tso);
    }
}

}  // namespace
}  // namespace rmasim::sim::long_buffers
