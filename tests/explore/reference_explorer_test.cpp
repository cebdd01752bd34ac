// Compares the report of an exploration with values that are computed from each order alone: the failures, the failure
// that is kept, the end states, the orders that first reached them, the minimum and maximum numbers of messages of each
// kind, and the elements. The worlds are random. In some orders they wait forever, break a rule, or end with an
// unexpected value.
#include "sim/programs/watcher.h"
#include "sim/scenario/expression/picks.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/waits.h"
#include "tests/explore/worlds.h"
#include "tests/twister.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <regex>

namespace rmasim::explore {

using namespace sim;

namespace {

class PacketsOfARun final : public Watcher {
public:
    explicit PacketsOfARun(const PacketVocabulary& names) : names_(names) {}
    std::map<std::string, std::uint64_t> kinds;
    std::uint64_t total = 0;
    void packet_sent(const Packet& packet) override {
        ++kinds[names_.name(packet.type())];
        ++total;
    }

private:
    const PacketVocabulary& names_;
};

struct OneRun {
    Order order;  // the order, which reproduces a failure
    std::optional<Failure::Kind> failed;
    std::string what;  // of a deadlock, and of a broken rule
    std::string end;   // memory and variables; empty for a run that was abandoned
    bool finished = false;
    std::map<std::string, std::uint64_t> kinds;
    std::uint64_t total = 0;
    std::vector<std::uint32_t> high_water;
};

class AllRuns {
public:
    // `expected`: the int64 at byte 0 of rank 0.
    AllRuns(const Scenario& scenario, Reduction reduction, std::int64_t expected)
        : scenario_(scenario), expected_(expected), watcher_(scenario.family->packets()), checker_(scenario),
          world_(scenario, &checker_, &watcher_), search_(scenario.ranks, reduction, world_.nics_tear()) {
        if (reduction == Reduction::dynamic) {
            checker_.follow(&search_);
            world_.follow(&search_);
        }
        do {
            one();
        } while (search_.advance());
    }
    std::vector<OneRun> runs;
    std::uint64_t redundant = 0, steps = 0;
    std::size_t max_depth = 0;

private:
    void one() {
        world_.reset();
        checker_.reset();
        watcher_.kinds.clear();
        watcher_.total = 0;
        search_.begin_run();
        OneRun run;
        const bool whole = execute(run);
        steps += world_.steps();
        max_depth = std::max(max_depth, search_.depth());
        if (whole) note_end(run);
        if (whole || run.failed) runs.push_back(run);
        else ++redundant;
    }
    // Returns true if the run came to an end.
    bool execute(OneRun& run) {
        for (;;) {
            const Move* move = nullptr;
            if (search_.replaying()) {
                move = &search_.repeat();
            } else {
                world_.list_moves(moves_);
                if (moves_.empty()) return true;
                move = search_.choose(moves_);
                if (move == nullptr) return false;
            }
            const StepResult result = world_.carry_out(*move, search_);
            search_.step_made(world_.footprint());
            if (result == StepResult::continued) continue;
            EXPECT_EQ(result, StepResult::erroneous) << world_.trouble();
            run.failed = Failure::Kind::erroneous;
            run.what = world_.trouble();
            run.order = search_.causes(world_.trouble_with());
            return false;
        }
    }
    void note_end(OneRun& run) {
        EXPECT_FALSE(checker_.violation());
        run.order = search_.order();
        run.finished = world_.finished();
        run.kinds = watcher_.kinds;
        run.total = watcher_.total;
        for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
            for (const std::byte byte : world_.memory().contents(rank, 0)) run.end += static_cast<char>(byte);
            for (const Thread& thread : world_.threads(rank)) {
                run.end += fmt::format(" at {}", thread.position);
                for (const std::int64_t value : thread.variables) run.end += fmt::format(" {}", value);
            }
            std::vector<PoolLevelCounter> counters;
            scenario_.family->counters.read_pools(world_.process(rank), counters);
            run.high_water.resize(counters.size());
            for (std::size_t i = 0; i < counters.size(); ++i) {
                run.high_water[i] = std::max(run.high_water[i], counters[i].high_water());
            }
        }
        if (!run.finished) {
            run.failed = Failure::Kind::deadlock;
            run.what = waits_of(world_).front();
        } else if (world_.memory().content(0, 0, 0, Datatype::int64) != expected_) {
            run.failed = Failure::Kind::expectation;
        }
    }

    const Scenario& scenario_;
    std::int64_t expected_;
    PacketsOfARun watcher_;
    check::Checker checker_;
    UntimedWorld world_;
    Search search_;
    std::vector<Move> moves_;
};

std::string written(const Scenario& scenario, const Order& order) {
    UntimedWorld world(scenario);
    std::string text;
    for (const std::string& step : words_of(world, order)) text += step + '\n';
    return text;
}

// The cause of a failing run, as the report must tell it: of a deadlock its text, of a broken rule its text without the
// rank. All wrong ends have the same cause, because there is only one expectation.
std::string cause_of(const OneRun& run) {
    static const std::regex rank("^rank [0-9]+( thread [0-9]+)?");
    return *run.failed == Failure::Kind::erroneous ? std::regex_replace(run.what, rank, "") : run.what;
}

void expect_right_failure(const Scenario& scenario, const Failures& found, const std::vector<const OneRun*>& runs) {
    const OneRun* shortest = nullptr;
    for (const OneRun* const run : runs) {
        if (shortest == nullptr || run->order.size() < shortest->order.size()) shortest = run;
    }
    EXPECT_EQ(found.runs, runs.size());
    EXPECT_EQ(found.steps, shortest->order.size());
    EXPECT_EQ(found.shortest.kind, *shortest->failed);
    EXPECT_EQ(written(scenario, found.shortest.order), written(scenario, shortest->order));
    EXPECT_TRUE(shortest->what.empty() || found.shortest.what.front() == shortest->what) << shortest->what;
    UntimedWorld world(scenario);
    const Replay again = replay(scenario, words_of(world, found.shortest.order), "schedule");
    EXPECT_EQ(again.failed, found.shortest.kind);
    EXPECT_EQ(again.what, found.shortest.what);
}

void expect_right_failures(const Scenario& scenario, const Exploration& found, const AllRuns& all) {
    std::map<std::pair<Failure::Kind, std::string>, std::vector<const OneRun*>> groups;
    std::vector<std::pair<Failure::Kind, std::string>> by_discovery;
    std::uint64_t failing = 0;
    for (const OneRun& run : all.runs) {
        if (!run.failed) continue;
        ++failing;
        std::vector<const OneRun*>& group = groups[{*run.failed, cause_of(run)}];
        if (group.empty()) by_discovery.push_back({*run.failed, cause_of(run)});
        group.push_back(&run);
    }
    EXPECT_EQ(found.failing_runs, failing);
    ASSERT_EQ(found.failures.size(), groups.size());
    for (const auto& [key, one] : found.failures) {
        ASSERT_LE(one.number, by_discovery.size());
        const auto& group = by_discovery[one.number - 1];
        EXPECT_EQ(key.first, group.first);
        expect_right_failure(scenario, one, groups.at(group));
    }
}

void expect_right_ends(const Scenario& scenario, const Exploration& found, const AllRuns& all) {
    using End = std::tuple<std::uint64_t, bool, std::string>;  // runs, finished, the first order
    std::map<std::string, End> ends;
    for (const OneRun& run : all.runs) {
        if (run.end.empty()) continue;
        const auto [at, is_new] = ends.try_emplace(run.end, End{0, run.finished, written(scenario, run.order)});
        ++std::get<0>(at->second);
    }
    std::multiset<End> right, got;
    for (const auto& [key, end] : ends) right.insert(end);
    for (const auto& [digest, end] : found.ends) got.insert({end.runs, end.finished, written(scenario, end.order)});
    EXPECT_EQ(got, right);
}

void expect_right_messages(const Scenario& scenario, const Exploration& found, const AllRuns& all) {
    const OneRun* fewest = nullptr;
    const OneRun* max = nullptr;
    std::set<std::string> names;
    for (const OneRun& run : all.runs) {
        if (run.end.empty()) continue;
        if (fewest == nullptr || run.total < fewest->total) fewest = &run;
        if (max == nullptr || run.total > max->total) max = &run;
        for (const auto& [kind, count] : run.kinds) names.insert(kind);
    }
    if (fewest == nullptr) return;
    EXPECT_EQ(found.messages, (Range{fewest->total, max->total}));
    EXPECT_EQ(written(scenario, found.min_messages), written(scenario, fewest->order));
    EXPECT_EQ(written(scenario, found.max_messages), written(scenario, max->order));
    std::map<std::string, Range> kinds;
    std::vector<std::uint32_t> high_water;
    for (const OneRun& run : all.runs) {
        if (run.end.empty()) continue;
        for (const std::string& name : names) {
            const auto at = run.kinds.find(name);
            const std::uint64_t count = at == run.kinds.end() ? 0 : at->second;
            const auto [range, is_new] = kinds.try_emplace(name, Range{count, count});
            range->second = {std::min(range->second.min, count), std::max(range->second.max, count)};
        }
        high_water.resize(run.high_water.size());
        for (std::size_t i = 0; i < high_water.size(); ++i) high_water[i] = std::max(high_water[i], run.high_water[i]);
    }
    EXPECT_EQ(found.by_kind, kinds);
    const std::vector<Pool> pools = pools_of(scenario);
    ASSERT_EQ(found.high_water.size(), pools.size());
    for (std::size_t i = 0; i < pools.size(); ++i) EXPECT_EQ(found.high_water.at(pools[i].name), high_water[i]);
}

class RandomWorlds {
public:
    explicit RandomWorlds(std::uint64_t seed) : random_(seed) {}

    // Generates locks, puts and messages among two or three ranks. A rank that reads its window may then wait for a
    // message that no rank sends, call put without an epoch, or send one more message.
    std::string generate(std::int64_t expected) {
        const std::uint64_t ranks = 2 + below(2);
        calls_.assign(ranks, "");
        for (std::uint64_t i = 0; i < 5 - ranks; ++i) {
            const std::uint64_t from = below(ranks);
            const std::uint64_t to = sim::another(random_, from, ranks);
            if (below(3) == 0) {
                add(from, fmt::format(R"({{"send": {{"target": {}, "tag": {}}}}})", to, i));
                add(to, fmt::format(R"({{"recv": {{"source": {}, "tag": {}}}}})", from, i));
            } else {
                const char* const type = below(3) == 0 ? "shared" : "exclusive";
                add(from,
                    fmt::format(R"({{"lock": {{"target": {}, "type": "{}"}}}}, {{"put": {{"target": {}, "value": {},
                                      "datatype": "int64"}}}}, {{"unlock": {{"target": {}}}}})",
                                to, type, to, i + 1, to));
            }
        }
        if (below(4) != 0) add(below(ranks), look());
        std::string programs;
        for (std::uint64_t rank = 0; rank < ranks; ++rank) {
            programs += fmt::format(R"({}{{"ranks": "{}", "calls": [{}]}})", rank == 0 ? "" : ", ", rank, calls_[rank]);
        }
        return fmt::format(R"({{"name": "random", "ranks": {}, "windows": {{"w": {{"bytes": 8}}}},
                                "platform": {{"network": {{"reorder_ns": {}}}}}, "programs": [{}],
                                "expect": {{"memory": [{{"ranks": "0", "win": "w", "datatype": "int64",
                                                         "values": [{}]}}]}}}})",
                           ranks, below(2) * 100, programs, expected);
    }

private:
    std::uint64_t below(std::uint64_t end) { return random_.below(end); }
    void add(std::uint64_t rank, const std::string& call) { calls_[rank] += (calls_[rank].empty() ? "" : ", ") + call; }
    std::string look() {
        const std::string own = R"({"lock": {"target": "rank", "type": "shared"}}, {"unlock": {"target": "rank"}})";
        const std::string then[] = {R"({"recv": {"source": 0, "tag": 99}})", R"({"put": {"target": 0}})",
                                    own + ", " + own + R"(, {"put": {"target": 0}})", own};
        return fmt::format(R"({}, {{"load": {{"datatype": "int64", "as": "x"}}}},
                              {{"if": {{"when": "x == 0", "calls": [{}]}}}},
                              {{"if": {{"when": "x != 0", "calls": [{}]}}}})",
                           own, then[below(4)], then[below(4)]);
    }

    Twister random_;
    std::vector<std::string> calls_;
};

}  // namespace

class ReferenceExplorer : public testing::TestWithParam<Reduction> {};

TEST_P(ReferenceExplorer, ReportsTheSame) {
    std::set<Failure::Kind> kinds;
    int several = 0;
    for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
        const auto expected = static_cast<std::int64_t>(seed % 4);
        const std::string text = RandomWorlds(seed).generate(expected);
        SCOPED_TRACE(text);
        const Scenario scenario = parsed(text);
        if (GetParam() == Reduction::none && (scenario.ranks > 2 || explored(scenario).max_depth > 11)) continue;
        const AllRuns all(scenario, GetParam(), expected);
        const Exploration found = explored(scenario, GetParam());
        EXPECT_EQ(found.runs, all.runs.size());
        EXPECT_EQ(found.redundant, all.redundant);
        EXPECT_EQ(found.steps, all.steps);
        EXPECT_EQ(found.max_depth, all.max_depth);
        EXPECT_TRUE(found.exhausted());
        expect_right_failures(scenario, found, all);
        expect_right_ends(scenario, found, all);
        expect_right_messages(scenario, found, all);
        std::set<Failure::Kind> here;
        for (const OneRun& run : all.runs) {
            if (run.failed) here.insert(*run.failed);
        }
        kinds.insert(here.begin(), here.end());
        several += here.size() > 1 ? 1 : 0;
    }
    if (GetParam() == Reduction::none) return;
    EXPECT_EQ(kinds.size(), 3u) << "deadlocks, broken rules and unexpected ends";
    EXPECT_GE(several, 3) << "worlds that fail in several ways";
}

INSTANTIATE_TEST_SUITE_P(Reductions, ReferenceExplorer, testing::Values(Reduction::dynamic, Reduction::none));

}  // namespace rmasim::explore
