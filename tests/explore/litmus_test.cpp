// The outcomes that each memory order allows for the classic litmus tests. The sets of outcomes are derived by hand. If
// the enumeration of all orders is feasible, it must find the same sets.
#include "tests/explore/litmus.h"

#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

using Set = std::set<std::string>;

class Litmus : public testing::TestWithParam<std::string> {
protected:
    bool weak() const { return GetParam() == "weak"; }
    bool buffered() const { return GetParam() != "sc"; }
    static Set with(Set set, bool more, const std::string& one) {
        if (more) set.insert(one);
        return set;
    }
    Outcomes outcomes_of_programs(const std::vector<std::string>& programs) {
        const Scenario scenario = parsed(litmus(GetParam(), programs));
        Outcomes reduced = outcomes_of(scenario);
        const Outcomes plain = outcomes_of(scenario, Reduction::none, 2000);
        EXPECT_TRUE(reduced.exhausted);
        if (plain.exhausted) {
            EXPECT_EQ(reduced.all, plain.all);
        }
        return reduced;
    }
};

}  // namespace

// Store buffering. In any sequentially consistent order, the later of the two loads returns the other rank's store.
// With store buffers, both stores may still be in their buffers when the loads are executed.
TEST_P(Litmus, StoreBuffering) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 a=y", "y=1 a=x"})), with({"01", "10", "11"}, buffered(), "00"));
}
// A barrier at one rank only does not help: the store of the other rank may still be in its buffer.
TEST_P(Litmus, StoreBufferingWithOneBarrier) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 sync a=y", "y=1 a=x"})), with({"01", "10", "11"}, buffered(), "00"));
}
TEST_P(Litmus, StoreBufferingWithBarriers) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 sync a=y", "y=1 sync a=x"})), (Set{"01", "10", "11"}));
}

// Message passing. A rank observes the flag without the data if the stores leave the buffer in reverse order, or if the
// second load is executed early. A barrier at the writer prevents the first case, and a barrier at the reader the
// second.
TEST_P(Litmus, MessagePassing) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 y=1", "a=y b=x"})), with({"00", "01", "11"}, weak(), "10"));
}
TEST_P(Litmus, MessagePassingWithBarrierAtTheWriter) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 sync y=1", "a=y b=x"})), with({"00", "01", "11"}, weak(), "10"));
}
TEST_P(Litmus, MessagePassingWithBarrierAtTheReader) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 y=1", "a=y sync b=x"})), with({"00", "01", "11"}, weak(), "10"));
}
TEST_P(Litmus, MessagePassingWithBarriers) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 sync y=1", "a=y sync b=x"})), (Set{"00", "01", "11"}));
}

// Load buffering. Loads are early, never late: the first load cannot see a store that comes after the other load.
TEST_P(Litmus, LoadBuffering) {
    EXPECT_EQ(loaded(outcomes_of_programs({"a=x y=1", "a=y x=1"})), (Set{"00", "01", "10"}));
}

// Coherence: having seen a value, no rank sees an older one of the same word.
TEST_P(Litmus, CoherenceOfTwoLoads) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1", "a=x b=x"})), (Set{"00", "01", "11"}));
}
TEST_P(Litmus, CoherenceOfTwoStores) {
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1 x=2", "a=x b=x"})), (Set{"00", "01", "02", "11", "12", "22"}));
}
// A rank sees its own last store or a later one: never 0; after having seen 2 it sees 1 only if 1 was stored last.
TEST_P(Litmus, CoherenceOfTheOwnStore) {
    const Outcomes found = outcomes_of_programs({"x=1 a=x b=x", "x=2"});
    EXPECT_EQ(found.all, (Set{"11|100", "11|200", "12|200", "22|200"}));
}

// Two writers. If x = y = 1 at the end, the first store of each rank must come after the second store of the other
// rank. If stores leave in order, this is a cycle.
TEST_P(Litmus, TwoWriters) {
    EXPECT_EQ(stored(outcomes_of_programs({"x=1 y=2", "y=1 x=2"})), with({"120", "210", "220"}, weak(), "110"));
}
TEST_P(Litmus, TwoWritersWithBarriers) {
    EXPECT_EQ(stored(outcomes_of_programs({"x=1 sync y=2", "y=1 sync x=2"})), (Set{"120", "210", "220"}));
}

// Independent readers of independent writers. In "1010" the two readers observe the two stores in different orders.
// Only this outcome is not sequentially consistent, and it needs an early load.
TEST_P(Litmus, IndependentReaders) {
    Set all;
    for (unsigned i = 0; i < 16; ++i) {
        std::string text;
        for (unsigned bit = 8; bit > 0; bit /= 2) text += (i & bit) != 0 ? '1' : '0';
        if (text != "1010" || weak()) all.insert(text);
    }
    EXPECT_EQ(loaded(outcomes_of_programs({"x=1", "y=1", "a=x b=y", "a=y b=x"})), all);
}
TEST_P(Litmus, IndependentReadersWithBarriers) {
    const Set found = loaded(outcomes_of_programs({"x=1", "y=1", "a=x sync b=y", "a=y sync b=x"}));
    EXPECT_EQ(found.size(), 15U);
    EXPECT_EQ(found.count("1010"), 0U);
}

// S: a rank that has seen y stores x after the other rank's store to x, unless that one leaves its buffer later.
TEST_P(Litmus, S) {
    EXPECT_EQ(outcomes_of_programs({"x=2 y=1", "a=y x=1"}).all, with({"0|110", "0|210", "1|110"}, weak(), "1|210"));
}
TEST_P(Litmus, SWithBarrierAtTheWriter) {
    EXPECT_EQ(outcomes_of_programs({"x=2 sync y=1", "a=y x=1"}).all, (Set{"0|110", "0|210", "1|110"}));
}

// R: if y = 2 is stored last, it came after y = 1 and x = 1; the load after it sees x, unless it overtook the store.
TEST_P(Litmus, R) {
    EXPECT_EQ(outcomes_of_programs({"x=1 y=1", "y=2 a=x"}).all, with({"0|110", "1|110", "1|120"}, buffered(), "0|120"));
}
// With order "weak", x = 1 may also leave its buffer last.
TEST_P(Litmus, RWithBarrierAtTheReader) {
    EXPECT_EQ(outcomes_of_programs({"x=1 y=1", "y=2 sync a=x"}).all,
              with({"0|110", "1|110", "1|120"}, weak(), "0|120"));
}
TEST_P(Litmus, RWithBarriers) {
    EXPECT_EQ(outcomes_of_programs({"x=1 sync y=1", "y=2 sync a=x"}).all, (Set{"0|110", "1|110", "1|120"}));
}

INSTANTIATE_TEST_SUITE_P(Orders, Litmus, testing::Values("sc", "tso", "weak"),
                         [](const auto& order) { return order.param; });

}  // namespace rmasim::explore
