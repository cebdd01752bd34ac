// The legality check accepts the generator's programs and detects each broken rule.
#include "sim/untimed/fuzz/program/legality.h"

#include "protocol/base/collective.h"
#include "protocol/newrma/config.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/program/random_owner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace rmasim::fuzz {
namespace {

using testing::HasSubstr;

constexpr Region own_word{0, 1, 0, 0, Datatype::int64};  // of rank 0

// Two ranks; rank 0 does `steps`, rank 1 nothing or `others`.
std::string verdict(std::vector<Step> steps, std::vector<Step> others = {}) {
    RandomProgram program;
    program.steps = {std::move(steps), std::move(others)};
    program.results.assign(2, 8);
    program.requests.assign(2, 8);
    return illegality(program);
}

const Step put{.call = Call::put, .target = 1, .kind = OpKind::put, .region = own_word};
const Step get{.call = Call::get, .target = 1, .kind = OpKind::get, .region = own_word};
const Step lock{.call = Call::lock, .target = 1};
const Step unlock{.call = Call::unlock, .target = 1};
const Step flush{.call = Call::flush, .target = 1};
const Step flush_local{.call = Call::flush_local, .target = 1};
const Step fence{.call = Call::fence};
const Step last_fence{.call = Call::fence, .asserts = Assert::nosucceed};
const Step start{.call = Call::start, .group = {1}};
const Step complete{.call = Call::complete};
const Step post{.call = Call::post, .group = {0}};
const Step wait{.call = Call::wait};
const Step barrier{.call = Call::barrier};
const Step create{.call = Call::win_create};
const Step win_free{.call = Call::win_free};

TEST(Legality, HoldsForEveryRandomProgram) {
    for (const sim::Family* const family : sim::families()) {
        SCOPED_TRACE(family->name());
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            const RandomProgram program = make_random_program(seed, *family);
            EXPECT_EQ(illegality(program), "") << seed;
        }
    }
}

// A call gives whole units. A store is no call.
TEST(Legality, ADisplacementIsAMultipleOfTheUnitOfItsTarget) {
    RandomProgram program;
    Step own = put;
    own.region.disp = 8;
    program.steps = {{lock, own, unlock}, {}};
    program.results.assign(2, 8);
    program.requests.assign(2, 8);
    program.shapes = {{{program.window_bytes(), 16}, {program.window_bytes(), 8}}};
    EXPECT_EQ(illegality(program), "");
    program.shapes[0][1].disp_unit = 16;
    EXPECT_THAT(illegality(program), HasSubstr("has an address that is not a multiple of disp_unit"));
}

// Its value depends on the order, so no run may leave it among the results: random_owner.h.
TEST(Legality, WhatIsFetchedFromAnOwnerIsOverwritten) {
    RandomProgram program;
    program.owner_block = true;
    program.results = program.requests = {2, 0};
    const std::uint64_t disp = disp_of(program, OwnerWord::mine_first);
    const Step alone{.call = Call::lock, .target = 1, .lock_type = LockType::exclusive};
    const Step both{.call = Call::get, .target = 1, .kind = OpKind::get, .region = {disp, 2, 0, 0, Datatype::int64}};
    Step first{.target = 1, .region = own_word};
    first.access = {LocalAccess::Kind::store, true, LocalAccess::Operand::value, 0, 0};
    Step second = first;
    second.region.disp = 8;
    program.steps = {{alone, both, unlock, first, second}, {}};
    EXPECT_EQ(illegality(program), "");
    program.steps[0].pop_back();
    EXPECT_EQ(illegality(program), "rank 0: keeps values of an owner's block");
}

TEST(RandomPrograms, HaveEveryCallOfTheFamilyButThese) {
    for (const sim::Family* const family : sim::families()) {
        SCOPED_TRACE(family->name());
        CallSet generated{Call::test,
                          Call::request_test,
                          Call::request_wait,
                          Call::send,
                          Call::recv,
                          Call::isend,
                          Call::irecv,
                          Call::request_waitall,
                          Call::request_waitany,
                          Call::request_testall,
                          Call::request_waitsome,
                          Call::request_testany,
                          Call::request_testsome,
                          Call::request_free,
                          Call::request_cancel,
                          Call::probe,
                          Call::iprobe,
                          Call::mprobe,
                          Call::improbe,
                          Call::mrecv,
                          Call::imrecv,
                          Call::ssend,
                          Call::issend,
                          Call::bsend,
                          Call::ibsend,
                          Call::rsend,
                          Call::irsend,
                          Call::buffer_attach,
                          Call::buffer_detach,
                          Call::send_init,
                          Call::bsend_init,
                          Call::ssend_init,
                          Call::rsend_init,
                          Call::recv_init,
                          Call::request_start,
                          Call::request_startall,
                          Call::win_attach,
                          Call::win_detach};
        // Those of generate_collectives. Random programs have no topology, ALLTOALLW or persistent collective call.
        generated = generated | collective_calls | CallSet{Call::ibarrier};
        for (const CallDescription& row : call_table) {
            if (is_persistent_collective(row.call)) generated = generated | CallSet{row.call};
        }
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            const RandomProgram program = make_random_program(seed, *family);
            for (const auto& steps : program.steps) {
                for (const Step& step : steps) generated = generated | CallSet{step.call};
            }
        }
        family->calls().for_each([&](Call call) { EXPECT_TRUE(generated.contains(call)) << name_of(call); });
    }
}

TEST(RandomPrograms, OnOneNodeHaveStoresGapsAndReadsOfWhatOthersWrote) {
    int stores = 0, outside = 0, gaps = 0, reads = 0, nostore = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomProgram program = make_random_program(seed, sim::family_named("shm"));
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            const std::uint64_t own = static_cast<std::uint64_t>(rank) * block_bytes;
            bool open = false;
            for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
                if (step.call == Call::fence) open = !has(step.asserts, Assert::nosucceed);
                nostore += step.call == Call::fence && has(step.asserts, Assert::nostore);
                stores += step.by_store;
                EXPECT_TRUE(!step.by_store || step.target == rank) << seed;
                outside += step.by_store && !open;
                gaps += is_operation(step.call) && !step.region.basic();
                reads += step.call == Call::get && step.region.disp / block_bytes != own / block_bytes;
            }
        }
    }
    for (const int count : {stores, outside, gaps, reads, nostore}) EXPECT_GT(count, 50);
}

// The random programs have operations with elements and without, both values of `drop_empty` and `restore_op`, basic
// and derived datatypes at the origin, and elements of up to 8 bytes and larger ones.
TEST(RandomPrograms, HaveOperationsOfNoElementsAndEverySettingOfThem) {
    std::set<bool> empty;
    std::set<bool> dropped;
    std::set<newrma::RestoreOp> restores;
    std::set<bool> derived;
    std::set<bool> wide;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomProgram program = make_random_program(seed);
        const auto& config = sim::settings_as<newrma::Config>(*program.settings);
        dropped.insert(config.optimizations.drop_empty);
        restores.insert(config.restore_op);
        for (const auto& steps : program.steps) {
            for (const Step& step : steps) {
                if (is_operation(step.call)) empty.insert(step.region.count == 0);
                if (is_operation(step.call)) derived.insert(step.origin_derived);
                if (is_operation(step.call)) wide.insert(bytes_of(step.region.datatype) > 8);
            }
        }
    }
    EXPECT_EQ(empty.size(), 2u);
    EXPECT_EQ(dropped.size(), 2u);
    EXPECT_EQ(restores.size(), 2u);
    EXPECT_EQ(derived.size(), 2u);
    EXPECT_EQ(wide.size(), 2u);
}

TEST(Legality, OperationsNeedAnEpochThatEnds) {
    EXPECT_EQ(verdict({lock, put, unlock}), "");
    EXPECT_THAT(verdict({put}), HasSubstr("put outside of an epoch"));
    EXPECT_THAT(verdict({lock, put}), HasSubstr("an epoch is open at the end"));
    EXPECT_THAT(verdict({lock, barrier, unlock}, {barrier}), HasSubstr("an epoch is open at a barrier"));
    EXPECT_THAT(verdict({fence, put}, {fence}), HasSubstr("an epoch is open"));
    EXPECT_THAT(verdict({last_fence, put}, {last_fence}), HasSubstr("put outside of an epoch"));
    EXPECT_THAT(verdict({flush}), HasSubstr("flush outside of an epoch"));
    EXPECT_THAT(verdict({unlock}), HasSubstr("unlock without lock"));
}

// fuzz --seed 9109712: the window belonged to a communicator. An epoch accessed a rank outside of the communicator, so
// after a fence only an operation to MPI_PROC_NULL was left of that epoch. This operation also needs an epoch that ends
// (MPI 3.1, 11.3).
TEST(Legality, OperationsOfAFenceEpochEndWithAFence) {
    Step nowhere = put;
    nowhere.target = proc_null;
    for (const Step& operation : {put, nowhere}) {
        EXPECT_EQ(verdict({fence, operation, fence, lock, put, unlock}, {fence, fence}), "");
        EXPECT_THAT(verdict({fence, operation, lock, unlock, fence}, {fence, fence}),
                    HasSubstr("lock follows operations of a fence epoch that are not complete"));
        EXPECT_THAT(verdict({fence, operation, start, complete, fence}, {fence, post, wait, fence}),
                    HasSubstr("start follows operations of a fence epoch that are not complete"));
    }
}

TEST(Legality, WindowsAreCreatedAndFreedByAll) {
    EXPECT_EQ(verdict({create, lock, put, unlock, win_free}, {create, win_free}), "");
    EXPECT_EQ(verdict({win_free}, {win_free}), "") << "a window that nobody creates exists from the start";
    EXPECT_EQ(verdict({create, lock, unlock, win_free, create}, {create, win_free, create}), "");
    EXPECT_THAT(verdict({lock, put, unlock, create}, {create}), HasSubstr("lock without the window"));
    EXPECT_THAT(verdict({create, win_free, lock}, {create, win_free}), HasSubstr("lock without the window"));
    EXPECT_THAT(verdict({create, create}, {create}), HasSubstr("win_create of a window that exists"));
    EXPECT_THAT(verdict({lock, win_free}, {win_free}), HasSubstr("win_free in an epoch"));
    EXPECT_THAT(verdict({win_free}, {}), HasSubstr("the calls of win_create or win_free of rank 1"));
    EXPECT_THAT(verdict({last_fence, win_free, create, last_fence}, {last_fence, last_fence, win_free, create}),
                HasSubstr("fence without the window"));
}

TEST(Legality, ConflictsNeedASynchronisationBetweenThem) {
    EXPECT_EQ(verdict({lock, put, flush, get, unlock}), "");
    EXPECT_EQ(verdict({fence, put, fence, get, fence}, {fence, fence, fence}), "");
    EXPECT_EQ(verdict({lock, get, get, unlock}), "");
    EXPECT_THAT(verdict({lock, put, get, unlock}), HasSubstr("get conflicts"));
    EXPECT_THAT(verdict({lock, put, flush_local, get, unlock}), HasSubstr("get conflicts"));
    Step other_block = put;
    other_block.region.disp = block_bytes;
    EXPECT_THAT(verdict({lock, other_block, unlock}), HasSubstr("block of another rank"));
}

TEST(Legality, AStoreIsOfTheOwnPartAndNotBoundToAnEpoch) {
    Step store = put;
    store.by_store = true;
    EXPECT_THAT(verdict({store}), HasSubstr("outside of the rank's own"));
    store.target = 0;
    EXPECT_EQ(verdict({store}), "");
    const Step nostore{.call = Call::fence, .asserts = Assert::nostore};
    EXPECT_EQ(verdict({store, fence, nostore}, {fence, fence}), "");
    EXPECT_THAT(verdict({fence, store, nostore}, {fence, fence}), HasSubstr("nostore after a store"));
    EXPECT_THAT(verdict({fence, store, store, fence}, {fence, fence}), HasSubstr("conflicts"));
}

TEST(Legality, WhatIsReadOfAnotherBlockIsWrittenInAnotherFenceEpoch) {
    Step read = get, write = put;
    read.region.disp = write.region.disp = block_bytes;  // rank 1's block of its own part
    EXPECT_EQ(verdict({fence, read, fence, fence}, {fence, fence, write, fence}), "");
    EXPECT_EQ(verdict({fence, fence, read, fence}, {fence, write, fence, fence}), "");
    EXPECT_THAT(verdict({fence, read, fence}, {fence, write, fence}), HasSubstr("get of byte 64 of rank 1"));
    write.by_store = true;
    EXPECT_THAT(verdict({fence, read, fence}, {fence, write, fence}), HasSubstr("get of byte 64 of rank 1"));
    EXPECT_EQ(verdict({fence, fence, read, fence}, {fence, write, fence, fence}), "");
    EXPECT_THAT(verdict({lock, read, unlock}), HasSubstr("block of another rank"));
}

TEST(Legality, RanksMeet) {
    EXPECT_EQ(verdict({start, put, complete}, {post, wait}), "");
    EXPECT_THAT(verdict({start, put, complete}), HasSubstr("the posts of rank 1 do not match the starts of rank 0"));
    EXPECT_THAT(verdict({}, {post, wait}), HasSubstr("the posts of rank 1 do not match the starts of rank 0"));
    Step post_nocheck = post;
    post_nocheck.asserts = Assert::nocheck;
    EXPECT_THAT(verdict({start, complete}, {post_nocheck, wait}),
                HasSubstr("the posts of rank 1 do not match the starts of rank 0"));
    EXPECT_THAT(verdict({fence}), HasSubstr("the fences or barriers of rank 1"));
    EXPECT_THAT(verdict({fence, last_fence}, {fence, fence}), HasSubstr("rank 1 gives noprecede or nosucceed"));
    EXPECT_THAT(verdict({barrier}), HasSubstr("the fences or barriers of rank 1"));
}

Step with(Step step, Assert asserts) {
    step.asserts = asserts;
    return step;
}

TEST(Legality, NocheckOfStartNeedsABarrierAfterPost) {
    const Step post_nocheck = with(post, Assert::nocheck);
    const Step start_nocheck = with(start, Assert::nocheck);
    EXPECT_EQ(verdict({barrier, start_nocheck, complete}, {post_nocheck, barrier, wait}), "");
    EXPECT_THAT(verdict({start_nocheck, complete}, {post_nocheck, wait}),
                HasSubstr("no barrier after the post of rank 1"));
    EXPECT_THAT(verdict({start_nocheck, complete, barrier}, {barrier, post_nocheck, wait}), HasSubstr("no barrier"));
    // Two epochs: each START needs the asserts of its own POST.
    EXPECT_THAT(verdict({barrier, start_nocheck, complete, start, complete}, {post, wait, post_nocheck, barrier, wait}),
                HasSubstr("the posts of rank 1 do not match the starts of rank 0"));
}

TEST(Legality, WhatIsExposedIsNotLocked) {
    Step lock_own = lock;
    lock_own.target = 0;
    Step unlock_own = unlock;
    unlock_own.target = 0;
    const Step lock_all{.call = Call::lock_all};
    const Step unlock_all{.call = Call::unlock_all};
    const std::vector<Step> exposed{post, wait, barrier};
    EXPECT_EQ(verdict({start, complete, barrier, lock, unlock}, exposed), "");
    EXPECT_EQ(verdict({start, complete, lock_own, unlock_own, barrier}, exposed), "");
    EXPECT_THAT(verdict({start, complete, lock, unlock, barrier}, exposed),
                HasSubstr("lock of rank 1 while its window is exposed"));
    EXPECT_THAT(verdict({start, complete, lock_all, unlock_all, barrier}, exposed),
                HasSubstr("while its window is exposed"));
    EXPECT_THAT(verdict({fence, put, last_fence}, {fence, lock, unlock, last_fence}),
                HasSubstr("lock of rank 1, which is a target of an operation in the same fence epoch"));
    EXPECT_EQ(verdict({fence, put, last_fence}, {fence, lock_own, unlock_own, last_fence}), "");
}

TEST(Legality, NocheckOfLockPromisesThatNobodyElseLocks) {
    const Step nocheck = with(lock, Assert::nocheck);
    Step exclusive = lock;
    exclusive.lock_type = LockType::exclusive;
    EXPECT_EQ(verdict({nocheck, unlock}, {lock, unlock}), "") << "both are shared";
    EXPECT_EQ(verdict({nocheck, unlock, barrier}, {barrier, exclusive, unlock}), "");
    EXPECT_THAT(verdict({nocheck, unlock}, {exclusive, unlock}),
                HasSubstr("nocheck, which is concurrent with a conflicting lock by rank 1"));
}

TEST(Legality, RequestsAreWaitedForOnce) {
    Step rput = put;
    rput.call = Call::rput;
    const Step wait_for_it{.call = Call::request_wait};
    EXPECT_EQ(verdict({lock, rput, wait_for_it, unlock}), "");
    EXPECT_THAT(verdict({lock, rput, unlock}), HasSubstr("an epoch is open"));
    EXPECT_THAT(verdict({lock, rput, wait_for_it, wait_for_it, unlock}), HasSubstr("request that does not exist"));
}

}  // namespace
}  // namespace rmasim::fuzz
