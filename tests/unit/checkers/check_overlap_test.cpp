// The overlap of two regions, compared with the sets of their bytes.
#include "sim/checkers/invariants/operations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace rmasim::sim::check {
namespace {

std::set<std::uint64_t> bytes_in(const Region& region) {
    std::set<std::uint64_t> bytes;
    const std::uint64_t size = bytes_of(region.datatype);
    for (std::uint64_t k = 0; k < region.count; ++k) {
        const std::uint64_t element =
            region.basic() ? k : k / region.block_length * region.stride + k % region.block_length;
        for (std::uint64_t i = 0; i < size; ++i) bytes.insert(region.disp + element * size + i);
    }
    return bytes;
}

class RandomRegions : public testing::Test {
protected:
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
    Region region() {
        constexpr Datatype datatypes[] = {Datatype::byte, Datatype::int32, Datatype::int64, Datatype::float32_int32};
        Region made{below(60), below(7), 0, 0, datatypes[below(4)]};
        if (below(2) == 0) return made;
        made.block_length = 1 + below(3);
        made.stride = made.block_length + below(4);
        return made;
    }

private:
    std::mt19937_64 random_{5};
};

TEST_F(RandomRegions, OverlapWhereTheirBytesDo) {
    int together = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Region a = region(), b = region();
        const std::set<std::uint64_t> of_a = bytes_in(a), of_b = bytes_in(b);
        const bool common = std::any_of(of_a.begin(), of_a.end(), [&](std::uint64_t at) { return of_b.contains(at); });
        ASSERT_EQ(overlap(a, b), common) << a.disp << "+" << a.count << " " << b.disp << "+" << b.count;
        together += common ? 1 : 0;
    }
    EXPECT_GT(together, 4'000);
    EXPECT_LT(together, 16'000);
}

TEST_F(RandomRegions, HaveTheExtentOfTheirBytes) {
    for (int i = 0; i < 2'000; ++i) {
        const Region one = region();
        const std::set<std::uint64_t> bytes = bytes_in(one);
        EXPECT_EQ(one.extent_bytes(), bytes.empty() ? 0 : *bytes.rbegin() - one.disp + 1);
        EXPECT_EQ(one.bytes(), bytes.size());
    }
}

}  // namespace
}  // namespace rmasim::sim::check
