// Calm barriers: the end states of all orders with packets are among those of the calm orders. A failure that only calm
// orders have is not confirmed.
#include "sim/untimed/explore/confirm.h"
#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/worlds.h"
#include "tests/twister.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::explore {

using namespace sim;

namespace {

Exploration explored_up_to(const Scenario& scenario, std::uint64_t limit, bool calm) {
    return Explorer(scenario, {.limit = limit, .calm = calm}).explore();
}

std::set<Failure::Kind> kinds_of(const Exploration& found) {
    std::set<Failure::Kind> kinds;
    for (const auto& [key, failures] : found.failures) kinds.insert(key.first);
    return kinds;
}

// The end state of an order of calm barriers that is repeated by packets. Nullopt if this is not possible.
std::optional<std::uint64_t> end_by_packets(const Scenario& scenario, const Order& calm) {
    UntimedWorld world(scenario);
    const std::vector<std::string> steps = words_of(world, calm);
    check::Checker checker(scenario);
    UntimedWorld other(scenario, &checker);
    const PacketOrder repeated =
        repeat_by_packets(other, checker, steps,
                          [&other](const Move& move, Choices& picks) { return other.carry_out(move, picks); });
    if (repeated.steps.empty()) return std::nullopt;
    return EndStateDigest(scenario).of(other);
}

// Compares the orders with packets and the calm ones. Returns the number of end states that only calm orders have;
// nullopt if there are more than `limit` orders with packets, or too many calm ones.
std::optional<std::size_t> compare(const Scenario& scenario, std::uint64_t limit) {
    const Exploration packets = explored_up_to(scenario, limit, false);
    if (!packets.exhausted()) return std::nullopt;
    const Exploration calm = explored_up_to(scenario, 10 * limit, true);
    // Where each order with packets fails, such as by ch4's POST, calm orders continue behind the failure.
    if (!calm.exhausted() && packets.failing_runs == packets.runs) return std::nullopt;
    EXPECT_TRUE(calm.exhausted());
    for (const auto& [digest, end] : packets.ends) EXPECT_TRUE(calm.ends.contains(digest));
    EXPECT_TRUE(std::ranges::includes(kinds_of(calm), kinds_of(packets)));
    std::size_t added = 0;
    for (const auto& [digest, end] : calm.ends) {
        if (packets.ends.contains(digest)) continue;
        ++added;
        EXPECT_NE(end_by_packets(scenario, end.order), digest);
    }
    return added;
}

bool has_barriers(const Scenario& scenario) {
    return explored_up_to(scenario, 1, false).by_kind.contains("BARRIER");
}

// A program of two ranks: parts of lock epochs, loads and stores, with barriers between them. If `polls`, rank 0 only
// calls a barrier, and rank 1 accesses its window behind it.
std::string random_program(Twister& random, const std::string& family, bool polls) {
    const auto below = [&](std::uint64_t limit) { return random.below(limit); };
    const std::uint64_t barriers = polls ? 1 : 1 + below(2);
    std::string programs;
    int value = 1;
    for (int rank = 0; rank < 2; ++rank) {
        std::string calls;
        std::uint64_t epochs = 0;
        for (std::uint64_t part = 0; part <= barriers; ++part) {
            if (part > 0) calls += R"({"barrier": {}}, )";
            const std::uint64_t kind = polls ? (rank == 1 && part > 0 ? below(3) : 9) : below(8);
            const std::string where = fmt::format(R"("target": {}, "datatype": "int64")", 1 - rank);
            if (kind < 3 && epochs++ < 2) {
                const std::string operation =
                    kind == 0   ? fmt::format(R"({{"put": {{{}, "value": {}}}}})", where, value++)
                    : kind == 1 ? fmt::format(R"({{"get": {{{}, "as": "got{}"}}}})", where, part)
                                : fmt::format(R"({{"accumulate": {{{}, "op": "sum", "value": {}}}}})", where, value++);
                calls += fmt::format(
                    R"({{"lock": {{"target": {0}, "type": "{1}"}}}}, {2}, {{"unlock": {{"target": {0}}}}}, )", 1 - rank,
                    below(2) == 0 ? "shared" : "exclusive", operation);
            } else if (kind == 3 || kind == 4) {
                calls += fmt::format(R"({{"load": {{"datatype": "int64", "as": "seen{}"}}}}, )", part);
            } else if (kind == 5) {
                calls += fmt::format(R"({{"store": {{"datatype": "int64", "value": {}}}}}, )", 100 * value++);
            }
        }
        calls += R"({"load": {"datatype": "int64", "as": "last"}})";
        programs += fmt::format(R"({}{{"ranks": "{}", "calls": [{}]}})", rank == 0 ? "" : ", ", rank, calls);
    }
    return fmt::format(R"({{"name": "calm", "ranks": 2, "protocol": {{"family": "{}"}},
                         "windows": {{"w": {{"bytes": 8}}}}, "programs": [{}]}})",
                       family, programs);
}

// Compares the worlds that have at most `limit` orders with packets: at least `wanted` ones.
void compare_worlds(std::uint64_t limit, std::size_t wanted) {
    std::size_t compared = 0;
    for (const char* const folder : {"", "ch3", "ch4", "synccount"}) {
        for (const std::string& name : world_names(folder)) {
            const Scenario scenario = world_file(name);
            if (!has_barriers(scenario)) continue;
            SCOPED_TRACE(name);
            if (compare(scenario, limit)) ++compared;
        }
    }
    EXPECT_GE(compared, wanted);
}

// Compares `wanted` random programs of each family that have at most `limit` orders with packets. In a third of them, a
// rank waits in a barrier while the other rank, which has left it, accesses its window.
void compare_random_programs(std::size_t wanted, std::uint64_t limit) {
    for (const char* const family : {"newrma", "ch3", "ch4", "oldqueue"}) {
        std::size_t compared = 0, differing = 0;
        for (std::uint64_t seed = 0; compared < wanted && seed < 20 * wanted; ++seed) {
            Twister random(seed);
            const std::string text = random_program(random, family, compared % 3 == 0);
            SCOPED_TRACE(text);
            const Scenario scenario = parsed(text);
            if (!compare(scenario, limit)) continue;
            ++compared;
            if (explored_up_to(scenario, 10 * limit, true).ends.size() > 1) ++differing;
        }
        EXPECT_EQ(compared, wanted) << family;
        EXPECT_GE(differing, wanted / 6) << family;
    }
}

}  // namespace

TEST(CalmBarriers, HaveTheEndStatesOfPackets) { compare_worlds(500, 15); }
TEST(LongCalmBarriers, HaveTheEndStatesOfPackets) { compare_worlds(20000, 25); }

TEST(CalmBarriers, HaveTheEndStatesOfRandomPrograms) { compare_random_programs(4, 2000); }
TEST(LongCalmBarriers, HaveTheEndStatesOfRandomPrograms) { compare_random_programs(30, 20000); }

TEST(CalmBarriers, AreReducedToTheSameClasses) {
    for (const char* const name : {"ch4/between-calls", "ch4/defect-1-empty", "oldqueue-process-agent-plain"}) {
        SCOPED_TRACE(name);
        const Scenario scenario = world_file(name);
        std::uint64_t reduced = 0, plain = 0;
        EXPECT_EQ(classes_walked(scenario, Reduction::dynamic, reduced, true),
                  classes_walked(scenario, Reduction::none, plain, true));
        EXPECT_GT(plain, reduced);
    }
}

// Arrivals of different ranks are no race, and neither are their steps that leave.
TEST(CalmBarriers, HaveOneOrderIfNothingElseHappens) {
    const Scenario scenario = parsed(R"({"name": "three", "ranks": 3, "windows": {"w": {"bytes": 8}}, "programs": [
        {"ranks": "all", "calls": [{"barrier": {}}, {"barrier": {}}, {"barrier": {}}]}]})");
    const Exploration found = explored(scenario, Reduction::dynamic, true);
    EXPECT_EQ(found.runs, 1U);
    EXPECT_EQ(found.messages.max, 0U);
    EXPECT_GT(explored_up_to(scenario, 1000, false).runs, 100U);
}

TEST(CalmBarriers, ConfirmWhatPacketsHave) {
    const auto confirmed = [](const Scenario& scenario) {
        Exploration found = explored(scenario, Reduction::dynamic, true);
        OrderWords orders;
        UntimedWorld world(scenario);
        for (const auto& [key, one] : found.failures) orders.failures[key] = words_of(world, one.shortest.order);
        confirm_failures(scenario, found, orders);
        const auto& [key, one] = *found.failures.begin();
        const std::vector<std::string>& steps = orders.failures.at(key);
        EXPECT_EQ(replay(scenario, steps, "schedule").failed, key.first);
        const bool has_calm = std::ranges::any_of(
            steps, [](const std::string& step) { return step.find(" leaves ") != std::string::npos; });
        EXPECT_NE(has_calm, one.confirmed);
        return one.confirmed;
    };
    EXPECT_TRUE(confirmed(world_file("ch4/defect-1-empty")));
    EXPECT_TRUE(confirmed(world_file("ch4/defect-2")));
    // MPI does not promise that the put has arrived, but its packet is ahead of that of the barrier.
    EXPECT_FALSE(confirmed(parsed(R"({"name": "late", "ranks": 2, "windows": {"w": {"bytes": 8}}, "programs": [
        {"ranks": "0", "calls": [{"barrier": {}}, {"load": {"datatype": "int64", "as": "seen", "expect": 7}}]},
        {"ranks": "1", "calls": [{"lock_all": {"assert": ["nocheck"]}},
                                 {"put": {"target": 0, "datatype": "int64", "value": 7}},
                                 {"flush_local": {"target": 0}}, {"barrier": {}}, {"unlock_all": {}}]}]})")));
}

}  // namespace rmasim::explore
