#include "sim/machine/platform/platform.h"

#include "sim/machine/platform/bandwidth.h"
#include "sim/machine/platform/shapes.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/json/errors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace rmasim::sim {

namespace {

constexpr Time link_ps = 1'000'000;           // 1,000 ns, the default latency
constexpr std::int64_t fs_per_byte = 80'000;  // 100 Gb/s, the default bandwidth

PlatformSettings settings_of(Topology topology) {
    PlatformSettings settings;
    settings.topology = topology;
    return settings;
}

// The route according to SimGrid itself, without our classes and cache.
Time simgrid_latency(const Platform& platform, NodeId from, NodeId to) {
    return platform.simgrid()->route(from, to).latency;
}

}  // namespace

TEST(Bandwidth, RoundsOnceAndDoesNotOverflow) {
    EXPECT_EQ(femtoseconds_per_byte(100 * bytes_per_second_of_gbps), 80'000);
    EXPECT_EQ(femtoseconds_per_byte(3 * bytes_per_second_of_gbps), 2'666'667);
    EXPECT_EQ(transfer_time(1, 80'000), 80);
    EXPECT_EQ(transfer_time(1, 1'499), 1);
    EXPECT_EQ(transfer_time(1, 1'500), 2);
    EXPECT_EQ(transfer_time(0, 80'000), 0);
    // 2^32 bytes of 8e9 fs are 2^65 fs and more.
    EXPECT_EQ(transfer_time(std::uint64_t{1} << 32, 8'000'000'000), (Time{1} << 32) * 8'000'000);
    EXPECT_THROW(transfer_time(std::uint64_t{1} << 32, 9'000'000'000'000'000'000), std::overflow_error);
    EXPECT_THROW(later(INT64_MAX, 1), std::overflow_error);
}

// By thousands of bytes, which take whole picoseconds, and the rest.
TEST(Bandwidth, RoundsToTheNearestPicosecondAlsoBeyond64Bits) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 2'000; ++i) {
        const std::uint64_t bytes = random() >> (20 + random() % 44), speed = 1 + (random() >> (30 + random() % 30));
        if (bytes / 1000 + 1 > static_cast<std::uint64_t>(INT64_MAX) / speed / 2) continue;
        const std::uint64_t expected = bytes / 1000 * speed + (bytes % 1000 * speed + 500) / 1000;
        EXPECT_EQ(transfer_time(bytes, static_cast<std::int64_t>(speed)), static_cast<Time>(expected)) << bytes;
    }
}

TEST(Platform, PutsConsecutiveRanksOnANode) {
    PlatformSettings settings;
    settings.ranks_per_node = 4;
    const Platform platform(settings, 10);
    EXPECT_EQ(platform.nodes(), 3);
    EXPECT_EQ(platform.node_of(3), 0);
    EXPECT_EQ(platform.node_of(4), 1);
    EXPECT_EQ(platform.node_of(9), 2);
    EXPECT_EQ(platform.within_node().latency, 200'000);
    EXPECT_EQ(platform.within_node().femtoseconds_per_byte, 20'000);
}

TEST(Platform, OneWithSimgridAtATime) {
    const PlatformSettings torus = settings_of(Topology::torus);
    const Platform platform(torus, 2);
    EXPECT_THROW(Platform(torus, 2), std::logic_error);
    EXPECT_EQ(Platform(PlatformSettings{}, 1).simgrid(), nullptr);
}

TEST(Platform, HoldsMoreRanksANodeThanThereAre) {
    PlatformSettings settings;
    settings.ranks_per_node = std::int64_t{1} << 40;
    const Platform platform(settings, 3);
    EXPECT_EQ(platform.nodes(), 1);
    EXPECT_EQ(platform.node_of(2), 0);
}

TEST(Platform, ClusterHasOneLatency) {
    Platform platform(PlatformSettings{}, 5);
    for (NodeId from = 0; from < 5; ++from) {
        for (NodeId to = 0; to < 5; ++to) {
            if (from == to) continue;
            EXPECT_EQ(platform.route(from, to).latency, link_ps);
            EXPECT_EQ(platform.route(from, to).femtoseconds_per_byte, fs_per_byte);
        }
    }
}

TEST(Platform, ClusterOfOddLatencyAddsUpExactly) {
    PlatformSettings settings;
    settings.network.latency_ns = 333;
    Platform platform(settings, 2);
    EXPECT_EQ(platform.route(1, 0).latency, 333'000);
}

TEST(Platform, LoggpClusterNeedsNoSimgrid) {
    const Platform million(PlatformSettings{}, 1'000'000);
    EXPECT_EQ(million.nodes(), 1'000'000);
    EXPECT_EQ(million.simgrid(), nullptr);
}

// The values that are computed from settings alone equal those of SimGrid's route between two hosts of such a cluster,
// including the rounding of its doubles. The test uses the bounds of the settings, values that are inexact in binary,
// and random values.
TEST(Platform, LoggpClusterIsAsSimgridWouldSay) {
    Random random(20, 0);
    std::vector<std::int64_t> latencies{0, 1, 3, 333, 1'000, 123'456'789, 999'999'999, 1'000'000'000};
    std::vector<double> bandwidths{0.001, 0.1, 0.3, 1, 3, 100.0 / 3, 100, 400, 8e5, 1e6};
    for (int i = 0; i < 24; ++i) {
        latencies.push_back(static_cast<std::int64_t>(random.below(1'000'000'001)));
        bandwidths.push_back(0.001 + static_cast<double>(random.below(1'000'000'000)) / 997);
    }
    for (std::size_t i = 0; i < std::max(latencies.size(), bandwidths.size()); ++i) {
        PlatformSettings settings;
        settings.network.latency_ns = latencies[i % latencies.size()];
        settings.network.bandwidth_gbps = bandwidths[i % bandwidths.size()];
        const Route computed = Platform(settings, 3).route(0, 2);
        settings.network.model = NetworkModel::flow;
        const Platform with_simgrid(settings, 3);
        EXPECT_EQ(with_simgrid.simgrid()->route(0, 2), computed)
            << settings.network.latency_ns << " ns, " << settings.network.bandwidth_gbps << " Gb/s";
        EXPECT_EQ(computed.latency, settings.network.latency_ns * 1'000);
    }
}

TEST(Platform, FlowClusterMakesEveryHost) {
    PlatformSettings settings;
    settings.network.model = NetworkModel::flow;
    const Platform platform(settings, 5);
    for (NodeId from = 0; from < 5; ++from) {
        for (NodeId to = 0; to < 5; ++to) {
            if (from == to) continue;
            EXPECT_EQ(simgrid_latency(platform, from, to), link_ps);
        }
    }
}

// A route uses the shorter direction in each dimension. The sizes of the dimensions are odd, even and 2. Every pair of
// nodes is compared with the number of hops, counted by hand, and with SimGrid's own route of this pair. This also
// shows that the torus is the same from every node.
TEST(Platform, TorusLatencyIsTheNumberOfHops) {
    PlatformSettings settings = settings_of(Topology::torus);
    settings.torus_dimensions = {4, 3, 2};
    Platform platform(settings, 24);
    const auto hops = [](NodeId a, NodeId b, NodeId size) {
        const NodeId ahead = (b - a + size) % size;
        return std::min(ahead, size - ahead);
    };
    for (NodeId from = 0; from < 24; ++from) {
        for (NodeId to = 0; to < 24; ++to) {
            if (from == to) continue;
            const NodeId by_hand =
                hops(from % 4, to % 4, 4) + hops(from / 4 % 3, to / 4 % 3, 3) + hops(from / 12, to / 12, 2);
            EXPECT_EQ(platform.route(from, to).latency, by_hand * link_ps) << from << " to " << to;
            EXPECT_EQ(simgrid_latency(platform, from, to), by_hand * link_ps) << from << " to " << to;
            EXPECT_EQ(platform.route(from, to).femtoseconds_per_byte, fs_per_byte);
        }
    }
}

TEST(Platform, TorusWithIdleNodes) {
    Platform platform(settings_of(Topology::torus), 7);  // 3 x 3, of which 7 and 8 are idle
    // (1, 2) from (0, 0) is one step aside and one back round; the same difference from 3 to 1, and from 2 to 6.
    EXPECT_EQ(platform.route(3, 1).latency, 2 * link_ps);
    EXPECT_EQ(platform.route(2, 6).latency, 2 * link_ps);
    EXPECT_EQ(platform.route(0, 6).latency, link_ps);
}

TEST(Platform, TorusMayHaveDimensionsOfOneNode) {
    EXPECT_EQ(Platform(settings_of(Topology::torus), 1).nodes(), 1);
    PlatformSettings settings = settings_of(Topology::torus);
    settings.torus_dimensions = {1, 5, 1, 1};
    Platform ring(settings, 5);
    EXPECT_EQ(ring.route(0, 2).latency, 2 * link_ps);
    EXPECT_EQ(ring.route(4, 0).latency, link_ps);
}

// Dimensions of one node change nothing, wherever they are.
TEST(Platform, TorusIsTheSameWithDimensionsOfOneNodeAnywhere) {
    const auto latencies = [](std::vector<std::int64_t> dimensions) {
        PlatformSettings settings = settings_of(Topology::torus);
        settings.torus_dimensions = std::move(dimensions);
        Platform torus(settings, 6);
        std::vector<Time> all;
        for (NodeId from = 0; from < 6; ++from) {
            for (NodeId to = 0; to < 6; ++to) all.push_back(from == to ? 0 : torus.route(from, to).latency);
        }
        return all;
    };
    const std::vector<Time> plain = latencies({3, 2});
    for (std::size_t before = 0; before < 3; ++before) {
        for (std::size_t between = 0; between < 3; ++between) {
            std::vector<std::int64_t> dimensions(before, 1);
            dimensions.push_back(3);
            dimensions.insert(dimensions.end(), between, 1);
            dimensions.push_back(2);
            EXPECT_EQ(latencies(dimensions), plain) << before << " before, " << between << " between";
        }
    }
}

TEST(Platform, FatTreeLatencyGoesUpToTheCommonSwitch) {
    PlatformSettings settings = settings_of(Topology::fat_tree);
    settings.fat_tree_down = {2, 3};
    settings.fat_tree_up = {1, 2};
    settings.fat_tree_links = {1, 1};
    Platform platform(settings, 6);
    for (NodeId from = 0; from < 6; ++from) {
        for (NodeId to = 0; to < 6; ++to) {
            if (from == to) continue;
            const Time links = from / 2 == to / 2 ? 2 : 4;
            EXPECT_EQ(platform.route(from, to).latency, links * link_ps / 2) << from << " to " << to;
        }
    }
}

// The latency is that of two nearest nodes, if no switch of the lowest level has two of them.
TEST(Platform, FatTreeLatencyIsThatOfTheNearestNodes) {
    PlatformSettings settings = settings_of(Topology::fat_tree);
    settings.fat_tree_down = {1, 2, 2};
    settings.fat_tree_up = {1, 1, 1};
    settings.fat_tree_links = {1, 1, 1};
    Platform platform(settings, 4);
    EXPECT_EQ(platform.route(0, 1).latency, link_ps);
    EXPECT_EQ(platform.route(0, 2).latency, link_ps * 3 / 2);
}

TEST(Platform, DragonflyLatencyTakesTheMinimalWay) {
    PlatformSettings settings = settings_of(Topology::dragonfly);
    settings.dragonfly = {2, 2, 2, 2};  // node = ((group * 2 + chassis) * 2 + blade) * 2 + place
    Platform platform(settings, 16);
    const auto links = [&platform](NodeId from, NodeId to) { return platform.route(from, to).latency / (link_ps / 2); };
    EXPECT_EQ(links(0, 1), 2);   // up to the blade and down
    EXPECT_EQ(links(0, 2), 3);   // to the next blade of the chassis
    EXPECT_EQ(links(0, 4), 3);   // to the same blade of the next chassis
    EXPECT_EQ(links(0, 6), 4);   // another blade, another chassis
    EXPECT_EQ(links(2, 8), 3);   // blade 1 holds the link to group 1, which ends at blade 0 there
    EXPECT_EQ(links(0, 8), 4);   // blade 0 goes through blade 1
    EXPECT_EQ(links(0, 10), 5);  // and beyond blade 0 of the other group
}

TEST(Platform, SaysTheSameWhetherCachedOrNot) {
    PlatformSettings settings = settings_of(Topology::dragonfly);
    Platform platform(settings, 300);  // 90,000 pairs, more than the cache holds
    for (int round = 0; round < 2; ++round) {
        for (NodeId from = 0; from < 300; from += 7) {
            for (NodeId to = 0; to < 300; ++to) {
                if (from == to) continue;
                ASSERT_EQ(platform.route(from, to).latency, simgrid_latency(platform, from, to));
            }
        }
    }
}

TEST(Shapes, FitTheNodes) {
    const PlatformSettings settings;
    EXPECT_EQ(torus_shape(settings, 12), (std::vector<unsigned long>{4, 3}));
    EXPECT_EQ(torus_shape(settings, 1), (std::vector<unsigned long>{1, 1}));
    const FatTreeShape tree = fat_tree_shape(settings, 10);
    EXPECT_EQ(tree.down, (std::vector<unsigned>{4, 3}));
    EXPECT_EQ(tree.up, (std::vector<unsigned>{1, 4}));
    const DragonflyShape small = dragonfly_shape(settings, 2);
    EXPECT_EQ(small.groups * small.chassis * small.blades * small.nodes, 8U);
    const DragonflyShape large = dragonfly_shape(settings, 1000);
    EXPECT_GE(large.groups * large.chassis * large.blades * large.nodes, 1000U);
    EXPECT_LE(large.groups, large.blades);
    // 4 nodes a blade and 2 chassis; 12 blades are the root of 125, rounded up.
    EXPECT_EQ((std::vector<unsigned>{large.groups, large.chassis, large.blades, large.nodes}),
              (std::vector<unsigned>{11, 2, 12, 4}));
}

// The defaults, found by trying all from the smallest on.
TEST(Shapes, AreTheSmallestThatHaveRoom) {
    const PlatformSettings settings;
    for (unsigned nodes = 1; nodes <= 300; ++nodes) {
        unsigned root = 1;
        while (root * root < nodes) ++root;
        unsigned rows = 1;
        while (root * rows < nodes) ++rows;
        EXPECT_EQ(torus_shape(settings, nodes), (std::vector<unsigned long>{root, rows})) << nodes;
        const FatTreeShape tree = fat_tree_shape(settings, nodes);
        EXPECT_EQ(tree.down, (std::vector<unsigned>{root, rows})) << nodes;
        EXPECT_EQ(tree.up, (std::vector<unsigned>{1, root})) << nodes;
        EXPECT_EQ(tree.links, (std::vector<unsigned>{1, 1})) << nodes;
        unsigned blades = 1;
        while (blades * blades * 2 * 4 < nodes) ++blades;
        unsigned groups = 1;
        while (groups * blades * 2 * 4 < nodes) ++groups;
        const DragonflyShape fly = dragonfly_shape(settings, nodes);
        EXPECT_EQ((std::vector<unsigned>{fly.groups, fly.chassis, fly.blades, fly.nodes}),
                  (std::vector<unsigned>{groups, 2, blades, 4}))
            << nodes;
    }
}

TEST(Shapes, RefuseWhatCannotBeBuilt) {
    const auto location_of = [](const PlatformSettings& settings, Topology topology) -> std::string {
        try {
            if (topology == Topology::torus) torus_shape(settings, 4);
            if (topology == Topology::fat_tree) fat_tree_shape(settings, 4);
            if (topology == Topology::dragonfly) dragonfly_shape(settings, 4);
        } catch (const BadInput& error) {
            return error.location;
        }
        return "";
    };
    PlatformSettings settings;
    settings.torus_dimensions = {3, 1};
    EXPECT_EQ(location_of(settings, Topology::torus), "platform.torus.dimensions");
    settings.torus_dimensions = {65'536, 65'536, 65'536, 65'536};  // 2^64 nodes
    EXPECT_EQ(location_of(settings, Topology::torus), "platform.torus.dimensions");
    settings.torus_dimensions = {4, 0};
    EXPECT_EQ(location_of(settings, Topology::torus), "platform.torus.dimensions");
    settings.fat_tree_down = {2, 2};
    settings.fat_tree_up = {1};
    settings.fat_tree_links = {1, 1};
    EXPECT_EQ(location_of(settings, Topology::fat_tree), "platform.fat_tree");
    settings.fat_tree_up = {1, 1};
    EXPECT_EQ(location_of(settings, Topology::fat_tree), "");
    settings.fat_tree_links = {1, 1, 1};
    EXPECT_EQ(location_of(settings, Topology::fat_tree), "platform.fat_tree");
    settings.fat_tree_links = {1, 1};
    settings.fat_tree_up = {65'536, 65'536};
    EXPECT_EQ(location_of(settings, Topology::fat_tree), "platform.fat_tree.up");
    settings.dragonfly = {3, 1, 2, 1};
    EXPECT_EQ(location_of(settings, Topology::dragonfly), "platform.dragonfly.groups");
    settings.dragonfly = {1, 1, 65'536, 1};
    EXPECT_EQ(location_of(settings, Topology::dragonfly), "platform.dragonfly");
    settings.dragonfly = {1, 1, 1, 3};  // a node too few
    EXPECT_EQ(location_of(settings, Topology::dragonfly), "platform.dragonfly");
    settings.dragonfly = {1, 1, 1, 4};
    EXPECT_EQ(location_of(settings, Topology::dragonfly), "");
}

// 2^24 parts, and not one more.
TEST(Shapes, MayHaveAsManyPartsAsSimGridCanBuild) {
    PlatformSettings settings;
    for (const std::vector<std::int64_t>& whole :
         {std::vector<std::int64_t>{16'777'216}, {4096, 4096}, {256, 256, 256}, {1, 16'777'216, 1}}) {
        settings.torus_dimensions = whole;
        EXPECT_NO_THROW(torus_shape(settings, 4)) << whole.front();
        settings.torus_dimensions.front() += 1;
        EXPECT_THROW(torus_shape(settings, 4), BadInput) << whole.front();
    }
}

// A world may have more nodes than SimGrid can build.
TEST(Shapes, RefuseWorldsOfMoreNodes) {
    const PlatformSettings settings;
    EXPECT_NO_THROW(fat_tree_shape(settings, 16'777'216));
    EXPECT_THROW(fat_tree_shape(settings, 16'777'217), BadInput);
    EXPECT_THROW(torus_shape(settings, 16'777'217), BadInput);
    EXPECT_THROW(dragonfly_shape(settings, 16'777'217), BadInput);
}

}  // namespace rmasim::sim
