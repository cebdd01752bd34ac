// The division of a window segment into regions, and of an accumulate into runs.
#include "protocol/shm/regions.h"

#include <gtest/gtest.h>

#include <vector>

namespace rmasim::shm {
namespace {

Region elements(std::uint64_t disp_bytes, std::uint32_t count, Datatype datatype) {
    return {.disp = disp_bytes, .count = count, .datatype = datatype};
}

std::vector<std::vector<std::uint32_t>> runs(const Regions& regions, const Region& touched) {
    std::vector<std::vector<std::uint32_t>> all;
    for (std::uint32_t done = 0; done < touched.count;) {
        const Run run = run_at(regions, touched, done);
        all.push_back({run.first, run.count, run.low, run.high});
        done += run.count;
    }
    return all;
}

using Runs = std::vector<std::vector<std::uint32_t>>;

TEST(ShmRegions, OneForTheWholePart) {
    const Regions regions(100, 0);
    EXPECT_EQ(regions.count(), 1u);
    EXPECT_EQ(regions.of(99), 0u);
    EXPECT_EQ(runs(regions, elements(4, 12, Datatype::int64)), (Runs{{0, 12, 0, 0}}));
}

TEST(ShmRegions, TheLastHasWhatIsLeftOver) {
    const Regions regions(30, 8);  // 8, 8 and 14
    EXPECT_EQ(regions.count(), 3u);
    EXPECT_EQ(regions.of(15), 1u);
    EXPECT_EQ(regions.of(16), 2u);
    EXPECT_EQ(regions.of(29), 2u);
}

TEST(ShmRegions, NoPartIsTooSmallForOne) {
    EXPECT_EQ(Regions(4, 8).count(), 1u);
    EXPECT_EQ(Regions(0, 0).count(), 1u);
}

TEST(ShmRegions, ElementsInsideGoTogether) {
    const Regions regions(64, 16);
    EXPECT_EQ(runs(regions, elements(8, 5, Datatype::int64)), (Runs{{0, 1, 0, 0}, {1, 2, 1, 1}, {3, 2, 2, 2}}));
    EXPECT_EQ(runs(regions, elements(12, 3, Datatype::int32)), (Runs{{0, 1, 0, 0}, {1, 2, 1, 1}}));
}

// Two elements, a gap of one, and so on: three blocks, of which the second ends and the third begins in region 1.
TEST(ShmRegions, ARunEndsWithItsBlock) {
    const Regions regions(128, 32);
    Region touched = elements(8, 6, Datatype::int64);
    touched.block_length = 2;
    touched.stride = 3;
    EXPECT_EQ(runs(regions, touched), (Runs{{0, 2, 0, 0}, {2, 2, 1, 1}, {4, 1, 1, 1}, {5, 1, 2, 2}}));
    EXPECT_EQ(run_at(regions, touched, 2).begin, 32u);
    EXPECT_TRUE(run_at(regions, touched, 0).ends_block);
    EXPECT_FALSE(run_at(regions, touched, 4).ends_block) << "its block goes on in region 2";
    EXPECT_EQ(run_at(regions, touched, 5).begin, 64u);
    touched.stride = 2;  // no gaps: one block
    EXPECT_EQ(runs(regions, touched), (Runs{{0, 3, 0, 0}, {3, 3, 1, 1}}));
    EXPECT_FALSE(run_at(regions, touched, 0).ends_block);
}

// Elements of 8 bytes, every second one, from byte 4 on: the one at 28 lies in regions 0 and 1.
TEST(ShmRegions, AnElementOfAVectorMayLieInTwo) {
    Region touched = elements(12, 2, Datatype::int64);
    touched.block_length = 1;
    touched.stride = 2;
    EXPECT_EQ(runs(Regions(64, 32), touched), (Runs{{0, 1, 0, 0}, {1, 1, 0, 1}}));
    EXPECT_TRUE(run_at(Regions(64, 32), touched, 1).ends_block);
}

TEST(ShmRegions, AnElementInTwoIsARunOfItsOwn) {
    const Regions regions(64, 16);
    EXPECT_EQ(runs(regions, elements(4, 4, Datatype::int64)),
              (Runs{{0, 1, 0, 0}, {1, 1, 0, 1}, {2, 1, 1, 1}, {3, 1, 1, 2}}));
    EXPECT_EQ(runs(Regions(64, 8), elements(4, 2, Datatype::int64)), (Runs{{0, 1, 0, 1}, {1, 1, 1, 2}}));
}

}  // namespace
}  // namespace rmasim::shm
