// The checker's records of values that accumulates leave are bounded, too.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>
#include <cstring>
#include <map>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

// Two ranks add 1 to elements of rank 1.
class Sums {
public:
    Sums() : checker_(setup()) {
        for (const Rank rank : {0, 1}) checker_.created(rank, 0, {.bytes = {0, 1 << 20}});
        for (const Rank rank : {0, 1}) {
            call(rank, {.call = Call::lock_all});
            checker_.granted(1, 0, rank);
        }
    }
    void add(Rank rank, std::uint64_t disp) {
        CallRequest request{.call = Call::accumulate};
        Operation& operation = request.operation;
        operation.kind = OpKind::accumulate;
        operation.reduce = ReduceOp::sum;
        operation.target = request.target = 1;
        operation.region = {.disp = disp, .count = 1, .datatype = Datatype::int64};
        const Region region = operation.region;
        call(rank, std::move(request));
        checker_.operation_applied(1, 0, rank, OpKind::accumulate, ReduceOp::sum, region);
        ++values_[disp];
    }
    // A fetching operation that changes nothing, or a PUT.
    void operate(Rank rank, Call call, std::uint64_t disp) {
        CallRequest request{.call = call};
        Operation& operation = request.operation;
        operation.kind = call == Call::put ? OpKind::put : OpKind::fetch_and_op;
        operation.reduce = ReduceOp::no_op;
        operation.target = request.target = 1;
        operation.region = {.disp = disp, .count = 1, .datatype = Datatype::int64};
        const Region region = operation.region;
        this->call(rank, std::move(request));
        if (call != Call::put) checker_.operation_applied(1, 0, rank, OpKind::fetch_and_op, ReduceOp::no_op, region);
        flush(rank);
    }
    void flush(Rank rank) { call(rank, {.call = Call::flush_all}); }
    void barrier() {
        const CallRequest request{.call = Call::barrier};
        for (const Rank rank : {0, 1}) checker_.began({rank, 0, 1, 0}, request);
        for (const Rank rank : {0, 1}) checker_.returned({rank, 0, 1, 0});
    }
    std::uint64_t findings() const { return checker_.findings().count(); }
    std::size_t values() const { return checker_.remembered().values; }

private:
    Setup setup() {
        Setup setup{Model::unified, {1, 1}};
        setup.contents = [this](Rank, WindowId, std::uint64_t disp_bytes, std::span<std::byte> to) {
            std::memcpy(to.data(), &values_[disp_bytes], to.size());
            return true;
        };
        return setup;
    }
    void call(Rank rank, const CallRequest& request) {
        checker_.began({rank, 0, 1, 0}, request);
        checker_.returned({rank, 0, 1, 0});
    }
    std::map<std::uint64_t, std::int64_t> values_;
    Checker checker_;
};

}  // namespace

// MM-BOUND-6: the last 16 values of an element, however many it had.
TEST(MemmodelBounds, ValuesOfOneElement) {
    Sums run;
    for (int i = 0; i < 1000; ++i) run.add(i % 2, 0);
    EXPECT_EQ(run.values(), 16u);
}

// MM-BOUND-6: an element whose updates have ended for all threads is discarded. The bound is two values for each
// element: at most twice 100 elements, and 16 new elements.
TEST(MemmodelBounds, ValuesThatAllKnow) {
    Sums run;
    for (std::uint64_t round = 0; round < 100; ++round) {
        for (std::uint64_t i = 0; i < 100; ++i) run.add(0, 8 * (round * 100 + i));
        run.flush(0);
        for (int i = 0; i < 20; ++i) run.barrier();  // the clock of all threads is computed every 32 joins
    }
    EXPECT_LE(run.values(), 2u * (2 * 100 + 16));
}

// MM-BOUND-6, MM-END-7: all ranks are ordered after the call of the update, which no call completes. Only the value
// proves that it has ended.
TEST(MemmodelBounds, ValuesOfUpdatesThatHaveNotEndedAreKept) {
    Sums run;
    for (std::uint64_t i = 0; i < 100; ++i) run.add(0, 8 * i);
    for (int i = 0; i < 10; ++i) run.barrier();
    for (std::uint64_t i = 0; i < 100; ++i) run.add(1, 8 * (100 + i));
    run.operate(1, Call::fetch_and_op, 0);
    run.operate(1, Call::put, 0);
    EXPECT_EQ(run.findings(), 0u);
    run.operate(1, Call::put, 8);  // its value was not fetched
    EXPECT_EQ(run.findings(), 1u);
}

}  // namespace rmasim::memmodel_test
