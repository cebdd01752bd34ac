// Family ch4: the parts of its state, alone and compared with simple models, and its use of the network.
#include "protocol/ch4/native_counts.h"
#include "protocol/ch4/network_use.h"
#include "protocol/ch4/rank_counts.h"
#include "protocol/ch4/target_list.h"
#include "protocol/ch4/window_lock.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace rmasim::ch4 {
namespace {

// ---- Family ch4: the parts of its state, alone and compared with simple models.

TEST(NativeCounts, AreThoseOfAMap) {
    NativeCounts counts;
    std::map<std::pair<Rank, WindowId>, std::uint32_t> model;
    std::mt19937 random(1);
    for (int step = 0; step < 2000; ++step) {
        const auto target = static_cast<Rank>(random() % 5);
        const auto window = static_cast<WindowId>(random() % 3);
        std::uint32_t& expected = model[{target, window}];
        if (random() % 2 == 0) {
            counts.sent({target, window});
            ++expected;
        } else if (expected > 0) {
            counts.answered({target, window});
            --expected;
        }
        std::uint32_t all = 0, of_target = 0, listed = 0;
        for (const auto& [pair, count] : model) {
            all += count;
            if (pair.first == target) of_target += count;
        }
        for (const NativeCounts::Count& one : counts.by_pair()) {
            EXPECT_EQ(one.count, (model[{one.pair.target, one.pair.window}]));
            EXPECT_GT(one.count, 0u);
            listed += one.count;
        }
        ASSERT_EQ(counts.all(), all);
        ASSERT_EQ(counts.of(target), of_target);
        ASSERT_EQ(listed, all);
    }
}

TEST(RankCounts, KnowWhoHasCome) {
    RankCounts posts;
    posts.add(3);
    posts.add(3);
    posts.add(5);
    EXPECT_TRUE(posts.has_all({3, 5}));
    EXPECT_FALSE(posts.has_all({3, 4}));
    EXPECT_TRUE(posts.take({3, 5}));
    EXPECT_TRUE(posts.has(3));
    EXPECT_FALSE(posts.has(5));
}

// START continues when the POST of a rank outside of its group arrives. This POST is counted as the POST of its own
// group, which is missing later.
TEST(RankCounts, MayTakeAhead) {
    RankCounts posts;
    EXPECT_FALSE(posts.take({1}));
    posts.add(1);
    EXPECT_FALSE(posts.has(1));
    posts.add(1);
    EXPECT_TRUE(posts.has(1));
}

WindowLock::Request shared(Rank origin) { return {origin, LockType::shared, false}; }
WindowLock::Request exclusive(Rank origin) { return {origin, LockType::exclusive, false}; }

std::vector<Rank> served(WindowLock& lock) {
    std::vector<Rank> origins;
    while (lock.can_serve()) origins.push_back(lock.serve().origin);
    return origins;
}

TEST(WindowLock, IsServedFromItsHeadOnly) {
    WindowLock lock;
    lock.enqueue(shared(0));
    EXPECT_EQ(served(lock), std::vector<Rank>{0});
    lock.enqueue(exclusive(1));
    lock.enqueue(shared(2));
    EXPECT_TRUE(served(lock).empty()) << "a reader behind a waiting writer waits";
    lock.release(0);
    EXPECT_EQ(served(lock), std::vector<Rank>{1});
    EXPECT_TRUE(lock.is_exclusive());
    lock.enqueue(shared(3));
    lock.release(1);
    EXPECT_EQ(served(lock), (std::vector<Rank>{2, 3}));
    EXPECT_TRUE(lock.holds(2) && lock.holds(3) && !lock.holds(1) && !lock.is_exclusive());
}

TEST(TargetList, StaysInOrderAndForgets) {
    TargetList targets;
    for (const Rank rank : {7, 2, 9, 4}) targets.make(rank).unanswered = static_cast<std::uint32_t>(rank);
    std::vector<Rank> order;
    for (const Target& target : targets.all()) order.push_back(target.rank);
    EXPECT_EQ(order, (std::vector<Rank>{2, 4, 7, 9}));
    EXPECT_EQ(targets.unanswered(9), 9u);
    EXPECT_EQ(targets.unanswered(3), 0u);
    EXPECT_EQ(targets.accumulates(4), 0u);
    targets.forget(7);
    EXPECT_EQ(targets.find(7), nullptr);
    EXPECT_EQ(targets.make(4).unanswered, 4u) << "it is the one that is there";
}

TEST(TargetList, MarksAreOverwrittenAndCleared) {
    TargetList targets;
    targets.make(1).mark = Mark::local;
    EXPECT_TRUE(targets.any_marked_local());
    targets.make(1).mark = Mark::remote;
    EXPECT_TRUE(targets.any_marked());
    EXPECT_FALSE(targets.any_marked_local());
    targets.clear_marks();
    EXPECT_FALSE(targets.any_marked());
}

// ---- Family ch4: what the network does for a window, and which accumulates it carries out (CH4-NATIVE-1, -5, -7, -9).

constexpr Rank ranks = 6;

class Nodes final : public NoData {
public:
    explicit Nodes(Rank ranks_per_node) : ranks_per_node_(ranks_per_node) {}
    NodeRanks node_of(Rank rank) const override { return NodeRanks::of(rank, ranks_per_node_, ranks); }

private:
    Rank ranks_per_node_;
};

class NoTransport final : public Transport {
public:
    void send(const Packet&) override {}
};

NetworkUse use_of(const Config& config, Rank ranks_per_node, const RankGroup* members = nullptr, bool shared = false,
                  bool dynamic = false) {
    NoTransport transport;
    Nodes nodes(ranks_per_node);
    Observer observer;
    const World world{transport, nodes, observer};
    const Rank size = members == nullptr ? ranks : members->size();
    return network_use(config, world, WindowGroup(size, members), shared, dynamic);
}

Config ofi(Native native) {
    Config config;
    config.native = native;
    config.network = Network::ofi;
    return config;
}

TEST(NetworkUse, OfUcxIsForPlainWindows) {
    EXPECT_TRUE(use_of({}, 1).put_get);
    EXPECT_TRUE(use_of({}, 1).marks);
    EXPECT_FALSE(use_of({}, 1, nullptr, true).put_get);
    EXPECT_FALSE(use_of({}, 1, nullptr, false, true).put_get);
    Config none;
    none.native = Native::none;
    EXPECT_FALSE(use_of(none, 1).put_get);
    EXPECT_FALSE(use_of({}, 2).own_at_once);
}

TEST(NetworkUse, OfOfiIsForAllWindowsWithoutMarks) {
    for (const bool shared : {false, true}) {
        for (const bool dynamic : {false, true}) {
            const NetworkUse use = use_of(ofi(Native::put_get), 1, nullptr, shared, dynamic);
            EXPECT_TRUE(use.put_get && !use.marks && !use.atomics && !use.own_at_once);
        }
    }
    EXPECT_FALSE(use_of(ofi(Native::none), 1).put_get);
}

TEST(NetworkUse, AccumulatesAreTheNetworksWhereNoTwoMembersShareANode) {
    EXPECT_TRUE(use_of(ofi(Native::all), 1).atomics);
    EXPECT_FALSE(use_of(ofi(Native::all), 2).atomics);
    EXPECT_TRUE(use_of(ofi(Native::all), 2).own_at_once);
    const RankGroup apart(3, 0, 2);  // ranks 0, 2 and 4 of nodes 0-1, 2-3, 4-5
    EXPECT_TRUE(use_of(ofi(Native::all), 2, &apart).atomics);
    EXPECT_FALSE(use_of(ofi(Native::all), 2, &apart).own_at_once);
    const RankGroup neighbours(2, 2);  // 2 and 3
    EXPECT_FALSE(use_of(ofi(Native::all), 2, &neighbours).atomics);
}

TEST(NetworkUse, TheHintLeavesAccumulatesToTheNetwork) {
    Config config = ofi(Native::all);
    config.disable_shm_accumulate = true;
    EXPECT_TRUE(use_of(config, 3).atomics);
    EXPECT_FALSE(use_of(config, 3).own_at_once);
    config.native = Native::put_get;
    EXPECT_FALSE(use_of(config, 3).atomics);
    EXPECT_FALSE(use_of(config, 3).own_at_once);
}

TEST(NetworkUse, LoadAndStoreAreForSharedWindows) {
    Config config = ofi(Native::none);
    config.direct_on_node = true;
    EXPECT_TRUE(use_of(config, 2, nullptr, true).direct_on_node);
    EXPECT_TRUE(use_of(config, 2, nullptr, true).direct_accumulates);
    EXPECT_FALSE(use_of(config, 2).direct_on_node);
    EXPECT_FALSE(use_of(config, 2).direct_accumulates);
    EXPECT_FALSE(use_of(ofi(Native::none), 2, nullptr, true).direct_on_node);
    config.disable_shm_accumulate = true;
    EXPECT_TRUE(use_of(config, 2, nullptr, true).direct_on_node);
    EXPECT_FALSE(use_of(config, 2, nullptr, true).direct_accumulates);
    config.network = Network::ucx;
    EXPECT_TRUE(use_of(config, 2, nullptr, true).direct_on_node);
    EXPECT_FALSE(use_of(config, 2, nullptr, true).direct_accumulates);
}

TEST(NetworkUse, AccumulatesOfTheNetworkAreNotDirect) {
    Config config = ofi(Native::all);
    config.direct_on_node = true;
    const NetworkUse use = use_of(config, 1, nullptr, true);
    EXPECT_TRUE(use.atomics && use.direct_on_node && !use.direct_accumulates);
}

// 9 integer datatypes have 13 operations, 3 floats 6, 8 pairs 4, 3 complex ones 4, 2 logical ones 5.
TEST(AtomicOps, AreDefinedForSomeDatatypes) {
    std::size_t defined = 0;
    for (const AtomicOp op : every_atomic_op()) {
        for (std::size_t type = 0; type < datatype_count; ++type) {
            defined += is_defined(op, static_cast<Datatype>(type)) ? 1u : 0u;
        }
    }
    EXPECT_EQ(defined, 9u * 13 + 3u * 6 + 8u * 4 + 3u * 4 + 2u * 5);
    EXPECT_EQ(every_atomic_op().size(), atomic_op_count);
    EXPECT_EQ(name_of(AtomicOp::compare_and_swap), "compare_and_swap");
    EXPECT_EQ(name_of(AtomicOp::no_op), "no_op");
}

Operation sum_of(Datatype datatype, std::uint32_t count = 1) {
    Operation operation;
    operation.kind = OpKind::accumulate;
    operation.reduce = ReduceOp::sum;
    operation.region.datatype = datatype;
    operation.region.count = count;
    return operation;
}

constexpr auto sum = static_cast<AtomicOp>(ReduceOp::sum);
constexpr auto prod = static_cast<AtomicOp>(ReduceOp::prod);
constexpr auto bor = static_cast<AtomicOp>(ReduceOp::bor);

TEST(AtomicInNetwork, NeedsAllThatOthersMayUse) {
    Config config;
    const NicAtomics all, no_prod{{sum, bor, AtomicOp::replace, AtomicOp::no_op, AtomicOp::compare_and_swap}};
    EXPECT_TRUE(is_atomic_in_network(config, all, sum_of(Datatype::int64)));
    EXPECT_FALSE(is_atomic_in_network(config, no_prod, sum_of(Datatype::int64)));
    config.which_accumulate_ops = {sum, AtomicOp::no_op};
    EXPECT_TRUE(is_atomic_in_network(config, no_prod, sum_of(Datatype::int64)));
    config.which_accumulate_ops = {sum, prod};
    EXPECT_FALSE(is_atomic_in_network(config, no_prod, sum_of(Datatype::int64)));
    config.accumulate_ops = AccumulateOps::same_op;
    EXPECT_TRUE(is_atomic_in_network(config, no_prod, sum_of(Datatype::int64)));
}

TEST(AtomicInNetwork, ForgetsWhatIsNotDefinedForTheDatatype) {
    Config config;
    config.which_accumulate_ops = {sum, bor};
    const NicAtomics only_sum{{sum}};
    EXPECT_FALSE(is_atomic_in_network(config, only_sum, sum_of(Datatype::int64)));
    EXPECT_TRUE(is_atomic_in_network(config, only_sum, sum_of(Datatype::float64)));
}

TEST(AtomicInNetwork, HasALimitOfDataAndNoPairs) {
    Config config;
    config.accumulate_ops = AccumulateOps::same_op;
    const NicAtomics network{AtomicOps::all(), 64};
    EXPECT_TRUE(is_atomic_in_network(config, network, sum_of(Datatype::int64, 8)));
    EXPECT_FALSE(is_atomic_in_network(config, network, sum_of(Datatype::int64, 9)));
    EXPECT_FALSE(is_atomic_in_network(config, network, sum_of(Datatype::int32_int32)));
}

}  // namespace
}  // namespace rmasim::ch4
