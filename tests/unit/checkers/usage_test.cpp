// The rules between ranks, tested by small programs in a timed run: forbidden programs, and similar legal ones.
#include "sim/checkers/usage/usage.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {
namespace {

Scenario program(const std::string& rank_0, const std::string& rank_1, const std::string& rank_2 = "") {
    constexpr const char* text = R"({{"name": "usage", "ranks": 3, "windows": {{"w": {{"bytes": 64}}}}, "programs": [
        {{"ranks": "0", "calls": [{}{{"barrier": {{}}}}]}}, {{"ranks": "1", "calls": [{}{{"barrier": {{}}}}]}},
        {{"ranks": "2", "calls": [{}{{"barrier": {{}}}}]}}]}})";
    return parse_scenario(parse_json(fmt::format(text, rank_0, rank_1, rank_2)), ".");
}

// The broken rule; "legal" if the run finished.
std::string verdict(const Scenario& scenario) {
    const RunResult result = execute(scenario).result;
    if (result.outcome == Outcome::finished) return "legal";
    return result.stuck.empty() ? "stuck" : result.stuck.front().call + ": " + result.stuck.front().reason;
}

std::string call(const char* name, const std::string& arguments = "") {
    return fmt::format(R"({{"{}": {{{}}}}}, )", name, arguments);
}

const std::string pause = call("compute", R"("ns": 50000)");
const std::string store = call("store", R"("disp": 0, "value": 1)");
const std::string put_1 = call("put", R"("target": 1)");
const std::string get_1 = call("get", R"("target": 1)");
const std::string start_1 = call("start", R"("group": [1])");
const std::string complete = call("complete");
const std::string wait = call("wait");
const std::string fence = call("fence");
const std::string lock_1 = call("lock", R"("target": 1, "type": "exclusive")");
const std::string unlock_1 = call("unlock", R"("target": 1)");

std::string post(const char* asserts) { return call("post", fmt::format(R"("group": [0], "assert": [{}])", asserts)); }
std::string fence_with(const char* asserts) { return call("fence", fmt::format(R"("assert": [{}])", asserts)); }

constexpr const char* nostore = R"("nostore")";
constexpr const char* noput = R"("noput")";

}  // namespace

TEST(Usage, IsOnlyThereWhereAProgramCouldBreakARule) {
    const auto watched = [](const std::string& rank_0) {
        return usage::Usage::of_programs(program(rank_0, "")) != nullptr;
    };
    EXPECT_FALSE(watched(fence + put_1 + fence));
    EXPECT_FALSE(watched(start_1 + put_1 + complete));
    EXPECT_FALSE(watched(call("lock_all") + put_1 + call("unlock_all")));
    EXPECT_TRUE(watched(lock_1 + put_1 + unlock_1));
    EXPECT_TRUE(watched(fence + call("lock_all") + call("unlock_all")));
    EXPECT_TRUE(watched(call("lock_all", R"("assert": ["nocheck"])") + call("unlock_all")));
    EXPECT_TRUE(watched(fence_with(nostore)));
    EXPECT_TRUE(watched(post(noput)));
}

TEST(Usage, NostoreEndsAtTheCallsThatPublish) {
    const std::string epoch = start_1 + complete;
    EXPECT_EQ(verdict(program(epoch, store + post(nostore) + wait)),
              "post: nostore, but since the last synchronisation of the window rank 1 stored at "
              "programs[1].calls[0].store");
    EXPECT_EQ(verdict(program(epoch, post(nostore) + wait + store)), "legal");
    EXPECT_EQ(verdict(program(epoch + epoch, store + post("") + wait + post(nostore) + wait)), "legal");
    const std::string own = call("lock", R"("target": 1, "type": "shared")") + unlock_1;
    EXPECT_EQ(verdict(program(pause + epoch, store + own + post(nostore) + wait)), "legal");
    const std::string locked_and_synced = call("lock", R"("target": 2, "type": "shared")") + store + call("sync") +
                                          post(nostore) + wait + call("unlock", R"("target": 2)");
    EXPECT_EQ(verdict(program(epoch, locked_and_synced)), "legal");
    EXPECT_EQ(verdict(program(fence + fence, fence + store + fence, fence + fence_with(nostore))), "legal")
        << "each rank promises for its own window";
}

// A rank need not publish stores to a window that it has freed to the next window.
TEST(Usage, NostoreIsAboutTheLifeOfTheWindow) {
    const std::string create = call("win_create");
    const std::string free = call("win_free");
    const std::string first_life = create + fence + store + fence_with(R"("nosucceed")");
    const std::string second_life = free + create + fence_with(nostore) + fence + free;
    const std::string others = create + fence + fence_with(R"("nosucceed")") + free + create + fence + fence + free;
    EXPECT_EQ(verdict(program(first_life + store + second_life, others, others)), "legal");
    EXPECT_EQ(verdict(program(first_life + store + free + create + store + fence_with(nostore), others, others)),
              "fence: nostore, but since the last synchronisation of the window rank 0 stored at "
              "programs[0].calls[7].store");
}

TEST(Usage, NoputIsAboutUpdatesUntilTheEpochEnds) {
    const std::string exposed = post(noput) + wait;
    EXPECT_EQ(verdict(program(pause + start_1 + get_1 + complete, exposed)), "legal");
    EXPECT_EQ(verdict(program(pause + start_1 + put_1 + complete, exposed)),
              "put: rank 1 called post at programs[1].calls[0].post, with noput, which promises that the rank's window "
              "is not updated until the next wait");
    EXPECT_EQ(verdict(program(start_1 + put_1 + complete, pause + exposed)),
              "post: rank 1 called post at programs[1].calls[1].post, with noput, which promises that the rank's "
              "window is not updated until the next wait, but rank 0 called put at programs[0].calls[1].put");
    EXPECT_EQ(
        verdict(program(pause + start_1 + get_1 + complete + start_1 + put_1 + complete, exposed + post("") + wait)),
        "legal");
    EXPECT_EQ(verdict(program(fence + fence + put_1 + fence, fence_with(noput) + fence + fence, fence + fence + fence)),
              "legal");
    EXPECT_EQ(verdict(program(fence + fence + put_1 + fence, fence + fence_with(noput) + fence, fence + fence + fence)),
              "put: rank 1 called fence at programs[1].calls[1].fence, with noput, which promises that the rank's "
              "window is not updated until the next fence");
}

TEST(Usage, NostoreIsWrongAfterAMessageIntoTheOwnWindow) {
    const std::string epoch = start_1 + complete;
    const std::string sends = call("send", R"("target": 1, "datatype": "int64", "value": 7)");
    const std::string into = R"("source": 0, "datatype": "int64", "into": {"win": "w"})";
    const std::string ireceives = call("irecv", into + R"(, "request": "r")") + call("waitall", R"("requests": ["r"])");
    const char* const broken =
        "post: nostore, but since the last synchronisation of the window rank 1 called {} at "
        "programs[1].calls[0].{}";
    EXPECT_EQ(verdict(program(sends + epoch, call("recv", into) + post(nostore) + wait)),
              fmt::format(fmt::runtime(broken), "recv", "recv"));
    EXPECT_EQ(verdict(program(sends + epoch, ireceives + post(nostore) + wait)),
              fmt::format(fmt::runtime(broken), "irecv", "irecv"));
}

TEST(Usage, AllRanksGiveNoprecedeAndNosucceedToAFenceOrNone) {
    const std::string first = fence_with(R"("noprecede")");
    const std::string last = fence_with(R"("nosucceed")");
    EXPECT_EQ(verdict(program(first + put_1 + fence + last, first + fence + last, first + fence + last)), "legal");
    EXPECT_EQ(verdict(program(first + fence, pause + fence + fence, pause + pause + first + fence)),
              "fence: without noprecede, but rank 0 called fence at programs[0].calls[0].fence with this assert; "
              "either all ranks or no rank must give this assert to a fence");
    EXPECT_EQ(verdict(program(fence, pause + last, fence)),
              "fence: with nosucceed, but rank 0 called fence at programs[0].calls[0].fence without this assert; "
              "either all ranks or no rank must give this assert to a fence");
}

// One program for all ranks may still take another way on one of them.
TEST(Usage, FencesOfOneProgramMayDiffer) {
    const auto of_all = [](const std::string& calls) {
        constexpr const char* text = R"({{"name": "usage", "ranks": 2, "windows": {{"w": {{"bytes": 64}}}},
            "programs": [{{"ranks": "all", "calls": [{}{{"barrier": {{}}}}]}}]}})";
        return verdict(parse_scenario(parse_json(fmt::format(text, calls)), "."));
    };
    const std::string first = R"({"fence": {"assert": ["noprecede"]}})";
    const std::string when_0 = R"("when": "rank == 0", "calls": [)" + first;
    const std::string so_often = call("repeat", R"("times": "1 - rank", "calls": [)" + first + "]");
    const std::string at_one = call("if", when_0 + R"(], "else": [{"fence": {}}])");
    EXPECT_NE(of_all(fence + at_one).find("noprecede, but rank "), std::string::npos);
    EXPECT_NE(of_all(so_often + fence + fence).find("noprecede, but rank "), std::string::npos);
    const std::string as_said = call("repeat", R"("times": "times", "calls": [)" + first + "]");
    EXPECT_NE(of_all(call("let", R"("times": "rank")") + as_said + fence + fence).find("noprecede"), std::string::npos);
    EXPECT_EQ(of_all(call("let", R"("times": 2)") + as_said), "legal");
    EXPECT_EQ(of_all(call("if", when_0 + R"(], "else": [)" + first + "]") + fence), "legal");
}

TEST(Usage, ALockAfterTheExposureIsLegal) {
    const std::string send = call("send", R"("target": 2)");
    const std::string hears = call("recv", R"("source": 1)");
    const std::string epoch = start_1 + complete;
    EXPECT_EQ(verdict(program(epoch, post("") + wait + send, hears + lock_1 + unlock_1)), "legal");
    EXPECT_NE(verdict(program(pause + epoch, post("") + send + wait, hears + lock_1 + unlock_1)), "legal");
    const std::string of_2 = call("lock", R"("target": 2, "type": "shared")") + call("unlock", R"("target": 2)");
    EXPECT_EQ(verdict(program(pause + epoch, post("") + send + wait, hears + of_2)), "legal") << "rank 1 is exposed";
}

// TEST that answers 0 does not end the exposure.
TEST(Usage, ATestEndsTheExposureWhenItIsTrue) {
    const std::string test = call("test", R"("as": "t")");
    const std::string send = call("send", R"("target": 2)");
    const std::string hears = call("recv", R"("source": 1)");
    const std::string epoch = start_1 + complete;
    EXPECT_NE(verdict(program(pause + epoch, post("") + test + send + wait, hears + lock_1 + unlock_1)), "legal");
    EXPECT_EQ(verdict(program(epoch, post("") + pause + test + send, hears + lock_1 + unlock_1)), "legal");
}

TEST(Usage, LockAllAlsoLocksWhatAFenceEpochExposes) {
    const std::string all = call("lock_all") + call("unlock_all");
    EXPECT_EQ(verdict(program(fence + pause + pause + put_1 + fence, fence + all + fence, fence + fence)),
              "put: the window of rank 1 is locked in this fence epoch: rank 1 called lock_all at "
              "programs[1].calls[1].lock_all; a window must not be locked and exposed at the same time");
}

TEST(Usage, SharedLocksAreNoConflictForNocheck) {
    const std::string nocheck = call("lock", R"("target": 1, "type": "shared", "assert": ["nocheck"])");
    const std::string shared = call("lock", R"("target": 1, "type": "shared")");
    EXPECT_EQ(verdict(program(nocheck + pause + unlock_1, "", shared + pause + unlock_1)), "legal");
    EXPECT_NE(verdict(program(nocheck + pause + unlock_1, "", lock_1 + pause + unlock_1)), "legal");
}

}  // namespace rmasim::sim
