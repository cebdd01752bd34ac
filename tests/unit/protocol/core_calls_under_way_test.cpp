// The calls of two threads that may run concurrently: the whole table.
#include "protocol/base/errors.h"
#include "protocol/newrma/active_calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace rmasim::newrma {
namespace {

using Entry = ActiveCalls::Entry;

const std::set<Call> operations{Call::put,
                                Call::get,
                                Call::accumulate,
                                Call::get_accumulate,
                                Call::fetch_and_op,
                                Call::rput,
                                Call::compare_and_swap,
                                Call::rget,
                                Call::raccumulate,
                                Call::rget_accumulate};
const std::set<Call> flushes{Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all};
const std::set<Call> others{Call::post, Call::start,    Call::complete, Call::wait,      Call::test,
                            Call::lock, Call::lock_all, Call::unlock,   Call::unlock_all};

// The design's list of pairs that are legal: PUT, GET or ACC with each other, with FENCE (without NOPRECEDE and
// NOSUCCEED) and with FLUSH; FLUSH with FLUSH.
bool legal(Call one, Call other) {
    const bool both_operations = operations.contains(one) && operations.contains(other);
    const bool both_flushes = flushes.contains(one) && flushes.contains(other);
    const auto mixed = [](Call a, Call b) {
        return operations.contains(a) && (flushes.contains(b) || b == Call::fence);
    };
    return both_operations || both_flushes || mixed(one, other) || mixed(other, one);
}

std::string refusal(Call first, Assert first_asserts, Call second, Assert second_asserts) {
    ActiveCalls calls;
    const Entry inside(calls, first, first_asserts);
    try {
        const Entry concurrent(calls, second, second_asserts);
    } catch (const ErroneousProgram& error) {
        return error.what();
    }
    return "";
}

TEST(CoreCallsUnderWay, LegalPairsAndNoOthers) {
    std::set<Call> all = others;
    all.insert(operations.begin(), operations.end());
    all.insert(flushes.begin(), flushes.end());
    all.insert(Call::fence);
    for (const Call one : all) {
        for (const Call other : all) {
            const std::string error = refusal(one, Assert::none, other, Assert::none);
            EXPECT_EQ(error.empty(), legal(one, other)) << name_of(one) << " beside " << name_of(other);
            if (error.empty()) continue;
            EXPECT_NE(error.find(name_of(one)), std::string::npos) << error;
            EXPECT_TRUE(error.starts_with(name_of(other))) << error;
        }
    }
}

TEST(CoreCallsUnderWay, AFenceThatOpensOrClosesAnEpochIsAlone) {
    for (const Assert asserts : {Assert::noprecede, Assert::nosucceed, Assert::noprecede | Assert::nosucceed}) {
        EXPECT_NE(refusal(Call::fence, asserts, Call::put, Assert::none), "");
        EXPECT_NE(refusal(Call::put, Assert::none, Call::fence, asserts), "");
    }
}

TEST(CoreCallsUnderWay, ACallThatIsOverIsForgottenWhateverTheOrder) {
    ActiveCalls calls;
    auto first = std::make_unique<Entry>(calls, Call::put);
    auto second = std::make_unique<Entry>(calls, Call::flush);
    auto third = std::make_unique<Entry>(calls, Call::get);
    second.reset();
    EXPECT_THROW(Entry(calls, Call::unlock), ErroneousProgram);
    first.reset();
    EXPECT_THROW(Entry(calls, Call::unlock), ErroneousProgram);
    third.reset();
    EXPECT_NO_THROW(Entry(calls, Call::unlock));
}

// A call must be legal together with all other calls, not only with the latest one.
TEST(CoreCallsUnderWay, LooksAtAllThatAreUnderWay) {
    ActiveCalls calls;
    const Entry fence(calls, Call::fence), put(calls, Call::put);
    EXPECT_NO_THROW(Entry(calls, Call::get));
    EXPECT_THROW(Entry(calls, Call::fence), ErroneousProgram);
}

TEST(CoreCallsUnderWay, ARefusedCallLeavesNoTrace) {
    ActiveCalls calls;
    {
        const Entry inside(calls, Call::flush);
        EXPECT_THROW(Entry(calls, Call::lock), ErroneousProgram);
    }
    EXPECT_NO_THROW(Entry(calls, Call::lock));
}

}  // namespace
}  // namespace rmasim::newrma
