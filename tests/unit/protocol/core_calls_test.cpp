// Each family accepts exactly the calls of its call set and refuses the others. Lookups agree with the table.
#include "protocol/base/call_table.h"
#include "protocol/newrma/engine.h"
#include "sim/scenario/families/family.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <utility>

namespace rmasim {
namespace {

struct Nowhere final : Transport {
    void send(const Packet&) override {}
};

class Calls : public testing::Test {
protected:
    // A request with something in it for every argument.
    static CallRequest request_of(Call call) {
        CallRequest request;
        request.call = call;
        request.target = request.operation.target = request.message.peer = 1;
        request.group = {1};
        request.requests = {1};
        request.operation.kind = description_of(call).operation;
        return request;
    }
    static bool begins(Process& process, Call call) {
        CallAnswer answer;
        try {
            const Task<> begun = process.begin(request_of(call), answer);
            return true;
        } catch (const ProtocolError&) {
            return false;
        }
    }
    static void expect_those_it_has(Process& process) {
        for (const CallDescription& row : call_table) {
            EXPECT_EQ(begins(process, row.call), process.calls().contains(row.call)) << row.name;
        }
    }

    Nowhere nowhere_;
    NoData no_data_;
    Observer no_observer_;
    World world_{nowhere_, no_data_, no_observer_};
};

TEST_F(Calls, AreBegunByTheFamiliesThatHaveThem) {
    sim::Scenario scenario;
    scenario.ranks = 2;
    scenario.windows = {{"w", 64, true}};
    for (const sim::Family* const family : sim::families()) {
        SCOPED_TRACE(family->name());
        scenario.family = family;
        scenario.protocol = family->settings.defaults();
        const auto process = family->processes.make(scenario, 0, world_);
        EXPECT_EQ(process->calls(), family->calls());
        expect_those_it_has(*process);
    }
}

TEST_F(Calls, AnRFormGivesItsRequestAtOnce) {
    const newrma::Config config;
    newrma::Engine engine(0, 2, 1, config, world_);
    CallAnswer answer;
    const Task<> call = engine.begin(request_of(Call::rput), answer);
    EXPECT_NE(answer.request, no_request);
}

void allocate_counter(Process& process) {
    RequestArguments one;
    one.count = 1;
    CallRequest request;
    request.call = Call::win_alloc_sync_objects;
    request.more = std::make_shared<const RequestArguments>(one);
    CallAnswer answer;
    Task<> call = process.begin(std::move(request), answer);
    call.start();
    call.result();
}

// A handle has 24 bits for the counter's owner.
TEST_F(Calls, OnlyTheFirstRanksHaveCountersThatHandlesCanName) {
    constexpr Rank max = 1 << 24;
    sim::Scenario scenario;
    scenario.ranks = max + 1;
    scenario.windows = {{"w", 64, true}};
    scenario.family = &sim::family_named("synccount");
    scenario.protocol = scenario.family->settings.defaults();
    const auto last = scenario.family->processes.make(scenario, max - 1, world_);
    const auto beyond = scenario.family->processes.make(scenario, max, world_);
    EXPECT_NO_THROW(allocate_counter(*last));
    EXPECT_THROW(allocate_counter(*beyond), ErroneousProgram);
}

TEST_F(Calls, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const CallDescription& row : call_table) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        const auto named = row.call == Call::none ? std::nullopt : std::optional(row.call);
        EXPECT_EQ(call_named(row.name), named);
    }
    EXPECT_FALSE(call_named("win"));
}

TEST_F(Calls, OperationsAreFoundByTheirKind) {
    EXPECT_EQ(call_posting(OpKind::get_accumulate, false), Call::get_accumulate);
    EXPECT_EQ(call_posting(OpKind::get_accumulate, true), Call::rget_accumulate);
    EXPECT_THROW(call_posting(OpKind::compare_and_swap, true), ProtocolError);
}

}  // namespace
}  // namespace rmasim
