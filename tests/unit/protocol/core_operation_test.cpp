// The bytes that an operation accesses and sends, compared with counting element by element.
#include "protocol/base/operation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim {
namespace {

// The bytes from the first element to the last, found by placing each.
std::uint64_t counted_extent(const Region& region) {
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < region.count; ++i) {
        const std::uint64_t block = region.basic() ? 0 : i / region.block_length;
        const std::uint64_t within = region.basic() ? i : i % region.block_length;
        end = std::max(end, (block * region.stride + within + 1) * bytes_of(region.datatype));
    }
    return end;
}

TEST(CoreOperation, ExtentRunsFromTheFirstByteToTheLast) {
    for (const Datatype datatype : {Datatype::byte, Datatype::int32, Datatype::float64}) {
        for (std::uint32_t count = 0; count < 12; ++count) {
            for (std::uint32_t block = 0; block < 5; ++block) {
                for (std::uint32_t gap = 0; gap < 4; ++gap) {
                    const Region region{16, count, block, block + gap, datatype};
                    EXPECT_EQ(region.extent_bytes(), counted_extent(region))
                        << count << " elements in blocks of " << block << ", " << gap << " between them";
                    EXPECT_EQ(region.bytes(), count * bytes_of(datatype));
                }
            }
        }
    }
}

TEST(CoreOperation, ALongVectorsExtentDoesNotWrapAround) {
    const Region region{0, 1'000'000, 1, 4'000'000, Datatype::float64};
    EXPECT_EQ(region.extent_bytes(), (std::uint64_t{999'999} * 4'000'000 + 1) * 8);
}

TEST(CoreOperation, OnlyARunIsBasic) {
    EXPECT_TRUE((Region{0, 4, 0, 0, Datatype::int64}).basic());
    EXPECT_FALSE((Region{0, 4, 4, 4, Datatype::int64}).basic()) << "a vector, though without gaps";
}

TEST(CoreOperation, WhatTravels) {
    Operation operation;
    operation.region.count = 3;
    for (const OpKind kind : {OpKind::put, OpKind::accumulate, OpKind::get_accumulate, OpKind::fetch_and_op}) {
        operation.kind = kind;
        operation.reduce = ReduceOp::sum;
        EXPECT_EQ(operation.elements_sent(), 3u) << name_of(kind);
    }
    operation.kind = OpKind::get;
    EXPECT_EQ(operation.elements_sent(), 0u);
    operation.kind = OpKind::compare_and_swap;
    EXPECT_EQ(operation.elements_sent(), 2u) << "the new value and the one to compare";
    operation.kind = OpKind::get_accumulate;
    operation.reduce = ReduceOp::no_op;
    EXPECT_EQ(operation.elements_sent(), 0u);
}

TEST(CoreOperation, FamiliesOfKinds) {
    for (const OpKind kind : {OpKind::get, OpKind::get_accumulate, OpKind::fetch_and_op, OpKind::compare_and_swap}) {
        EXPECT_TRUE(fetches(kind)) << name_of(kind);
    }
    EXPECT_FALSE(fetches(OpKind::put));
    EXPECT_FALSE(fetches(OpKind::accumulate));
    for (const OpKind kind : {OpKind::accumulate, OpKind::get_accumulate, OpKind::fetch_and_op}) {
        EXPECT_TRUE(accumulates(kind)) << name_of(kind);
    }
    EXPECT_FALSE(accumulates(OpKind::put));
    EXPECT_FALSE(accumulates(OpKind::get));
}

}  // namespace
}  // namespace rmasim
