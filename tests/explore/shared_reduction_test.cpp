// Compares exploration with reduction and plain enumeration for shared memory: no outcome may be missed.
#include "tests/explore/litmus.h"
#include "tests/twister.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

class RandomSharing {
public:
    explicit RandomSharing(std::uint64_t seed) : random_(seed), ranks_(2 + below(2)) {}

    std::string text() {
        std::string programs;
        const bool fences = below(4) == 0;
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            const std::uint64_t loads_before = names_;
            std::string calls = fences ? R"({"fence": {}})" : R"({"lock_all": {"assert": ["nocheck"]}})";
            const std::uint64_t max = ranks_ == 2 ? 4 : 2;
            for (std::uint64_t i = 0; i < 1 + below(max); ++i) calls += ", " + call(!fences);
            calls += fences ? R"(, {"fence": {}})" : R"(, {"unlock_all": {}})";
            if (fences && below(2) == 0) calls += ", " + access();
            names_ = loads_before;
            programs += fmt::format(R"({}{{"ranks": "{}", "calls": [{}]}})", rank == 0 ? "" : ", ", rank, calls);
        }
        return fmt::format(R"({{"name": "sharing", "ranks": {0}, "windows": {{"w": {{"bytes": 192, "shared": true}}}},
                                "platform": {{"ranks_per_node": {0}, "memory": {1}}}, "programs": [{2}]}})",
                           ranks_, machine(), programs);
    }

private:
    std::uint64_t below(std::uint64_t n) { return random_.below(n); }

    std::string machine() {
        constexpr const char* orders[] = {"sc", "tso", "weak", "weak"};
        constexpr const char* left_out[] = {"sync",           "fence.before", "fence.after", "unlock_all.before",
                                            "lock_all.after", "flush"};
        std::string text = fmt::format(R"({{"order": "{}", "store_buffer": {})", orders[below(4)], 1 + below(3));
        if (below(6) == 0) text += R"(, "stale_words": 0)";
        if (below(2) == 0) text += fmt::format(R"(, "without_mem_sync": ["{}"])", left_out[below(6)]);
        return text + "}";
    }

    // Chooses one of two words, or half of one.
    std::string location() {
        const std::uint64_t disp = 64 * below(2);
        return below(8) == 0 ? fmt::format(R"("target": 0, "disp": {}, "datatype": "int32")", disp + 4)
                             : fmt::format(R"("target": 0, "disp": {}, "datatype": "int64")", disp);
    }
    std::string name() { return std::string(1, static_cast<char>('a' + names_++)); }
    std::uint64_t value() { return ++values_; }

    std::string access() {
        if (below(2) == 0) return fmt::format(R"({{"store": {{{}, "value": {}}}}})", location(), value());
        return fmt::format(R"({{"load": {{{}, "as": "{}"}}}})", location(), name());
    }

    std::string call(bool passive) {
        switch (below(10)) {
            case 0:
                return fmt::format(R"({{"accumulate": {{{}, "op": "sum", "value": {}}}}})", location(), 16 * value());
            case 1:
                return fmt::format(R"({{"fetch_and_op": {{{}, "op": "sum", "value": {}, "as": "{}"}}}})", location(),
                                   16 * value(), name());
            case 2: return fmt::format(R"({{"put": {{{}, "value": {}}}}})", location(), value());
            case 3:
                if (passive) return below(2) == 0 ? R"({"sync": {}})" : R"({"flush_all": {}})";
                return access();
            default: return access();
        }
    }

    Twister random_;
    std::uint64_t ranks_;
    std::uint64_t names_ = 0;
    std::uint64_t values_ = 0;
};

void expect_nothing_missed(std::uint64_t first_seed, std::uint64_t programs, std::uint64_t limit) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + programs; ++seed) {
        const std::string text = RandomSharing(seed).text();
        SCOPED_TRACE(fmt::format("seed {}: {}", seed, text));
        const Scenario scenario = parsed(text);
        const Outcomes plain = outcomes_of(scenario, Reduction::none, limit);
        const Outcomes reduced = outcomes_of(scenario, Reduction::dynamic, limit);
        if (!plain.exhausted) {
            // Checks all outcomes that plain enumeration found before its limit.
            for (const std::string& one : plain.all)
                ASSERT_TRUE(!reduced.exhausted || reduced.all.contains(one)) << one;
            continue;
        }
        ++compared;
        ASSERT_TRUE(reduced.exhausted);
        ASSERT_EQ(reduced.all, plain.all);
    }
    EXPECT_GE(compared, programs / 2);
}

}  // namespace

TEST(SharedReduction, MissesNothingInRandomPrograms) { expect_nothing_missed(0, 150, 3000); }
TEST(LongSharedReduction, MissesNothingInRandomPrograms) { expect_nothing_missed(1000, 2000, 10'000); }

}  // namespace rmasim::explore
