// The checker's memory is bounded by what is concurrent, not by the length of the run.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>
#include <algorithm>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

constexpr std::uint32_t words = 512;

class Million {
public:
    Million() : checker_(Setup{Model::separate, {1, 1, 1}}) {
        for (Rank rank = 0; rank < 3; ++rank) checker_.created(rank, 0, 0, {0, words * 8}, 1, false);
        call(Call::lock_all);
    }
    void call(Call call, Rank target = no_rank) {
        CallRequest request;
        request.call = call;
        request.target = target;
        begin_and_return(request);
    }
    void operation(Call call, std::uint64_t disp) {
        CallRequest request;
        request.call = call;
        request.target = 1;
        request.operation.kind = call == Call::put ? OpKind::put : OpKind::accumulate;
        request.operation.reduce = ReduceOp::sum;
        request.operation.target = 1;
        request.operation.region.disp = disp;
        request.operation.region.count = 1;
        request.operation.region.datatype = Datatype::int64;
        begin_and_return(request);
    }
    const Checker& checker() const { return checker_; }
    void grant() { checker_.granted(1, 0, 0); }

private:
    void begin_and_return(const CallRequest& request) {
        checker_.began({0, 0, 1, 0}, request);
        checker_.returned({0, 0, 1, 0});
    }
    Checker checker_;
};

}  // namespace

TEST(MemmodelBounds, AMillionPutsBetweenFlushes) {
    Million run;
    run.grant();
    std::size_t most = 0;
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        run.operation(Call::put, i * 7 % words * 8);
        if (i % words == words - 1) run.call(Call::flush, 1);
        if (i % 1000 == 0) most = std::max(most, run.checker().remembered());
    }
    EXPECT_EQ(run.checker().findings().count(), 0u);
    EXPECT_LE(most, 4 * words);
}

TEST(MemmodelBounds, AMillionAccumulatesWithoutAFlush) {
    Million run;
    run.grant();
    std::size_t most = 0;
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        run.operation(Call::accumulate, i * 7 % words * 8);
        if (i % 1000 == 0) most = std::max(most, run.checker().remembered());
    }
    EXPECT_EQ(run.checker().findings().count(), 0u);
    EXPECT_LE(most, 4 * words);
}

}  // namespace rmasim::memmodel_test
