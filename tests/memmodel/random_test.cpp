// Compares the checker with the reference model on random programs. RMASIM_MEMMODEL_PROGRAMS and RMASIM_FIRST_SEED
// select more programs.
#include "tests/memmodel/program.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>
#include <iterator>

namespace rmasim::memmodel_test {

namespace {

// Compares checker and reference model on programs that `generate` generates.
void compare(Program (*generate)(std::uint64_t seed)) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 1);
    const std::uint64_t count = from_environment("RMASIM_MEMMODEL_PROGRAMS", 3000);
    std::uint64_t erroneous = 0, pairs = 0, wrong = 0;
    for (std::uint64_t seed = first; seed < first + count && wrong < 3; ++seed) {
        const Program program = generate(seed);
        const Events events = execute(program, seed * 31);
        for (const memmodel::Model model : {memmodel::Model::separate, memmodel::Model::unified}) {
            const Pairs found = by_checker(program, events, model);
            const Pairs expected = without_hidden_stores(program, by_oracle(program, events, model), found);
            erroneous += !expected.empty();
            pairs += expected.size();
            if (found != expected) {
                ++wrong;
                Pairs missed, false_alarms;
                std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                                    std::back_inserter(missed));
                std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                                    std::back_inserter(false_alarms));
                ADD_FAILURE() << "seed " << seed << ", " << name_of(model) << "\n"
                              << text_of(program) << "missed:\n"
                              << text_of(missed) << "false alarms:\n"
                              << text_of(false_alarms);
                break;
            }
            // With clean-ups all the time, pairs with older accesses may go, but not the verdict.
            const Pairs cleaned = by_checker(program, events, model, 1);
            EXPECT_EQ(cleaned.empty(), expected.empty()) << "seed " << seed << "\n"
                                                         << text_of(program) << text_of(expected);
            // The rest of an older access may be in the window, at other bytes. The name of the rule changes then.
            for (Pair pair : cleaned) {
                pair.rule = memmodel::Rule{};
                const auto at = std::lower_bound(expected.begin(), expected.end(), pair);
                const bool found_too = at != expected.end() && (pair.rule = at->rule, pair == *at);
                EXPECT_TRUE(found_too) << "seed " << seed << "\n" << text_of(program) << text_of({pair});
            }
        }
    }
    testing::Test::RecordProperty("erroneous", static_cast<int>(erroneous));
    std::printf("%llu programs, %llu of the verdicts erroneous, %llu pairs\n", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(erroneous), static_cast<unsigned long long>(pairs));
}

}  // namespace

TEST(RandomMemmodel, TheCheckerAgreesWithTheOracle) { compare(random_program); }
TEST(RandomMemmodel, OnAttachmentsToo) { compare(random_attaching_program); }
TEST(RandomMemmodel, OnCountersToo) { compare(random_counter_program); }

// Whatever the clean-up leaves (MM-BOUND-1, MM-BOUND-3).
TEST(DirectedMemmodel, TheOneErrorIsFound) {
    for (const Program& program : directed_programs()) {
        // In the first order that shows it: nearly always any one.
        Events events;
        Pairs expected;
        for (std::uint64_t seed = 1; seed < 20 && expected.empty(); ++seed) {
            events = execute(program, seed);
            expected = by_oracle(program, events, memmodel::Model::separate);
        }
        EXPECT_EQ(expected.size(), 1u) << text_of(program) << text_of(expected);
        for (const std::size_t clean_up_at : {1u, 2u, 1000u}) {
            EXPECT_EQ(text_of(by_checker(program, events, memmodel::Model::separate, clean_up_at)), text_of(expected));
        }
    }
}

}  // namespace rmasim::memmodel_test
