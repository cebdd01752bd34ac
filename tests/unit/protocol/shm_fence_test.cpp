// The effects of a fence of family shm on write buffers and caches. The tests cover every kind of fence and machine,
// all assertions of two ranks, and each operation between two fences. The expected numbers of effects are derived from
// the clauses.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "tests/random_rounds.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim::shm_fence {
namespace {

struct Between {
    const char* call;  // of rank 0
    bool changes;      // the window of rank 1
    bool accumulates;
};

constexpr Between operations[] = {
    {"", false, false},
    {R"({"put": {"target": 1, "datatype": "int64"}})", true, false},
    {R"({"put": {"target": 1, "datatype": "int64", "count": 0}})", false, false},
    {R"({"get": {"target": 1, "datatype": "int64"}})", false, false},
    {R"({"accumulate": {"target": 1, "datatype": "int64"}})", true, true},
    {R"({"get_accumulate": {"target": 1, "datatype": "int64"}})", true, true},
    {R"({"get_accumulate": {"target": 1, "datatype": "int64", "op": "no_op"}})", false, true},
    {R"({"fetch_and_op": {"target": 1, "datatype": "int64"}})", true, true},
    {R"({"fetch_and_op": {"target": 1, "datatype": "int64", "op": "no_op"}})", false, true},
    {R"({"compare_and_swap": {"target": 1, "datatype": "int64", "compare": 0}})", true, true},
};

struct Asserted {
    bool nostore = false, noput = false, noprecede = false, nosucceed = false;
    std::string call() const {
        std::string list;
        const auto add = [&list](bool given, const char* name) {
            if (given) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
        };
        add(nostore, "nostore");
        add(noput, "noput");
        add(noprecede, "noprecede");
        add(nosucceed, "nosucceed");
        return fmt::format(R"({{"fence": {{"assert": [{}]}}}})", list);
    }
};

struct Case {
    bool counts = false, coherent = false, defers = false;
    Asserted first[2], second[2];
    Between between{"", false, false};

    Scenario scenario() const {
        std::string programs;
        for (int rank = 0; rank < 2; ++rank) {
            const bool posts = rank == 0 && *between.call != 0;
            programs +=
                fmt::format(R"({}{{"ranks": "{}", "calls": [{}, {}{}{}]}})", rank == 0 ? "" : ", ", rank,
                            first[rank].call(), posts ? between.call : "", posts ? ", " : "", second[rank].call());
        }
        return parse_scenario(parse_json(fmt::format(
                                  R"({{"name": "fences", "ranks": 2,
                                       "platform": {{"ranks_per_node": 2, "memory": {{"coherent": {}}}}},
                                       "protocol": {{"family": "shm", "fence": "{}", "defer_flush": {}}},
                                       "windows": {{"w": {{"bytes": 64, "shared": true}}}}, "programs": [{}]}})",
                                  coherent, counts ? "counts" : "barrier", defers, programs)),
                              ".");
    }
};

struct Counted {
    std::uint64_t before = 0, after = 0, flushes = 0, invalidations = 0;
    bool operator==(const Counted&) const = default;
};

bool has_put(const Case& at, bool second, int rank) {
    return second && rank == 0 && at.between.changes && !at.between.accumulates;
}

// SHM-FENCE-10: the rank leaves the flush of its stores to the next fence.
bool postpones(const Case& at, bool second, int rank) {
    const Asserted& mine = second ? at.second[rank] : at.first[rank];
    const bool stored = !mine.nostore || (second && postpones(at, false, rank));
    return at.defers && !at.coherent && mine.nosucceed && stored && !has_put(at, second, rank);
}

// True if this fence flushes or announces the rank's stores.
bool shows_stores(const Case& at, bool second, int rank) {
    const Asserted& mine = second ? at.second[rank] : at.first[rank];
    return (!mine.nostore || (second && postpones(at, false, rank))) && !postpones(at, second, rank);
}

// SHM-FENCE-1 to 10, SHM-COUNTS-1 to 3.
void count_fence(const Case& at, bool second, Counted& counted) {
    for (int rank = 0; rank < 2; ++rank) {
        const int other = 1 - rank;
        const Asserted& mine = second ? at.second[rank] : at.first[rank];
        const bool written = has_put(at, second, rank) || shows_stores(at, second, rank);
        if (!at.coherent && written) ++counted.flushes;
        if (written || (at.coherent && !at.counts)) ++counted.before;
        if (at.counts) {
            // The other one's part, if it has stored there; this one's, if the other one has changed it.
            const bool own_changed = second && rank == 1 && at.between.changes;
            const int parts = (shows_stores(at, second, other) ? 1 : 0) + (own_changed ? 1 : 0);
            if (!at.coherent) counted.invalidations += static_cast<std::uint64_t>(parts);
            if (own_changed && postpones(at, second, rank)) ++counted.flushes;
            if (parts > 0) ++counted.after;
            continue;
        }
        ++counted.after;
        if (at.coherent) continue;
        const bool put_to = second && !at.first[rank].nosucceed && !at.first[rank].noput && !mine.noprecede;
        counted.invalidations += put_to ? 2 : 1;
        if (put_to && postpones(at, second, rank)) ++counted.flushes;  // else the stores would be lost
    }
}

void expect_counted(const Case& at) {
    Counted right;
    count_fence(at, false, right);
    count_fence(at, true, right);
    if (at.between.accumulates && !at.coherent) {
        right.flushes += 2;  // before the element is read, and after it is written
        ++right.invalidations;
    }
    const Scenario scenario = at.scenario();
    const RunResult result = execute(scenario).result;
    ASSERT_EQ(result.outcome, Outcome::finished) << (result.stuck.empty() ? "" : result.stuck.front().reason);
    const auto syncs = [&result](MemSync sync_point) {
        return result.shared_memory.mem_syncs[static_cast<std::size_t>(sync_point)];
    };
    const CacheCounts caches = result.caches.value_or(CacheCounts{});
    const Counted got{syncs(MemSync::fence_before), syncs(MemSync::fence_after), caches.flushes, caches.invalidations};
    EXPECT_TRUE(got == right) << at.between.call << ", counts " << at.counts << ", coherent " << at.coherent << ", "
                              << at.first[0].call() << at.first[1].call() << at.second[0].call() << at.second[1].call()
                              << ": " << got.before << ' ' << got.after << ' ' << got.flushes << ' '
                              << got.invalidations << ", by hand " << right.before << ' ' << right.after << ' '
                              << right.flushes << ' ' << right.invalidations;
}

// The end of rank 0's program: a fence, an operation or none, then `last`.
RunResult ended(const char* fence, const char* operation, const std::string& last) {
    const bool posts = *operation != 0;
    const std::string json = fmt::format(R"({{"name": "ends", "ranks": 2, "platform": {{"ranks_per_node": 2}},
                                   "protocol": {{"family": "shm", "fence": "{}"}},
                                   "windows": {{"w": {{"bytes": 64, "shared": true}}}},
                                   "programs": [{{"ranks": "0", "calls": [{{"fence": {{}}}}, {}{}{}]}},
                                                {{"ranks": "1", "calls": [{{"fence": {{}}}}, {}]}}]}})",
                                         fence, operation, posts ? ", " : "", last, last);
    return execute(parse_scenario(parse_json(json), ".")).result;
}

}  // namespace

// Also one that changes nothing: MPI counts what is posted.
TEST(ShmFence, EveryOperationNeedsAFenceBeforeTheEpochIsTakenAsOver) {
    for (const char* const fence : {"barrier", "counts"}) {
        for (const Between& between : operations) {
            const Outcome right = *between.call == 0 ? Outcome::finished : Outcome::erroneous;
            for (const char* const last : {R"({"fence": {"assert": ["noprecede"]}})", R"({"win_free": {}})"}) {
                EXPECT_EQ(ended(fence, between.call, last).outcome, right) << fence << between.call << last;
            }
            EXPECT_EQ(ended(fence, between.call, R"({"fence": {}})").outcome, Outcome::finished) << between.call;
        }
    }
}

static void expect_cases(bool defers) {
    for (std::size_t bits = 0; bits < 256; bits += random_stride()) {
        Case at;
        at.defers = defers;
        at.counts = bits % 2 != 0;
        at.coherent = bits / 2 % 2 != 0;
        at.first[0].nostore = bits / 4 % 2 != 0;
        at.first[0].noput = bits / 8 % 2 != 0;
        at.first[1].nostore = bits / 16 % 2 != 0;
        at.first[1].noput = bits / 32 % 2 != 0;
        at.second[0].nostore = bits / 64 % 2 != 0;
        at.second[1].nostore = bits / 128 % 2 != 0;
        for (const Between& between : operations) {
            at.between = between;
            if (!(between.changes && at.first[1].noput)) expect_counted(at);  // NOPUT promises that nobody does
        }
        // Without operations, also where an epoch does not open or close.
        at.between = operations[0];
        at.second[0].noprecede = at.second[1].noprecede = true;
        expect_counted(at);
        at.first[0].nosucceed = at.first[1].nosucceed = true;
        expect_counted(at);
        at.second[0].noprecede = at.second[1].noprecede = false;
        expect_counted(at);
        if (!defers) continue;
        // The last fence closes an epoch with operations.
        at.first[0].nosucceed = at.first[1].nosucceed = false;
        at.second[0].nosucceed = at.second[1].nosucceed = true;
        for (const Between& between : operations) {
            at.between = between;
            if (!(between.changes && at.first[1].noput)) expect_counted(at);
        }
    }
}

TEST(ShmFence, DoesWhatItsAssertionsAndOperationsAskFor) { expect_cases(false); }
TEST(ShmFence, DefersTheFlushWhereNobodyLooksBeforeTheNextOne) { expect_cases(true); }

}  // namespace rmasim::sim::shm_fence
