// Windows in shared memory: accesses of a rank to another rank's segment, by operations and by loads and stores.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

// Rank 0 calls LOCK_ALL, then GET from rank 1, then stores to the same bytes. The lock of rank 1 may be granted before
// or after the store. In both cases the GET and the store are concurrent (MM-PAIR-2).
std::uint64_t found_if_granted_after_the_store(bool after) {
    Setup setup;
    setup.model = Model::unified;
    setup.threads = {1, 1};
    Checker checker(std::move(setup));
    for (const Rank rank : {0, 1}) checker.created(rank, 0, {.bytes = {0, 64}, .unified = true});
    const Origin origin{0, 0, 1, 1};
    checker.began(origin, {.call = Call::lock_all});
    checker.returned(origin);
    CallRequest get;
    get.call = Call::get;
    get.target = get.operation.target = 1;
    get.operation.kind = OpKind::get;
    get.operation.region.count = 1;
    get.operation.region.datatype = Datatype::int64;
    if (!after) checker.granted(1, 0, 0);
    checker.began(origin, get);
    checker.returned(origin);
    checker.store({0, 0, 2, 2}, 1, 0, of_run({0, 8}));
    if (after) checker.granted(1, 0, 0);
    return checker.findings().count();
}

// Two ranks store to the same bytes of shared memory, and nothing orders them.
std::uint64_t found_of_two_stores(bool of_programs, Manner first, Manner second) {
    Setup setup;
    setup.threads = {1, 1};
    setup.of_programs = of_programs;
    Checker checker(std::move(setup));
    for (const Rank rank : {0, 1}) checker.created(rank, 0, {.bytes = {0, 64}, .unified = true});
    checker.store({0, 0, 1, 1}, 1, 0, of_run({0, 8}), first);
    checker.store({1, 0, 2, 2}, 1, 0, of_run({4, 12}), second);
    return checker.findings().count();
}

}  // namespace

// MM-SHM-3: only two atomic accesses are legal.
TEST(SharedMemmodel, StoresOfTwoRanksAreOrderedInPrograms) {
    for (const Manner first : {Manner::plain, Manner::polls, Manner::atomic}) {
        for (const Manner second : {Manner::plain, Manner::polls, Manner::atomic}) {
            const bool atomic = first == Manner::atomic && second == Manner::atomic;
            EXPECT_EQ(found_of_two_stores(true, first, second), atomic ? 0u : 1u);
            EXPECT_EQ(found_of_two_stores(false, first, second), 0u);
        }
    }
}

TEST(SharedMemmodel, AStoreIsBesideAnOperationThatWaitsForItsLock) {
    EXPECT_EQ(found_if_granted_after_the_store(false), 1u);
    EXPECT_EQ(found_if_granted_after_the_store(true), 1u);
}

}  // namespace rmasim::memmodel_test
