// Compares the checker with the reference model on random programs. RMASIM_MEMMODEL_PROGRAMS and RMASIM_FIRST_SEED
// select more programs.
#include "tests/memmodel/program.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

namespace rmasim::memmodel_test {

namespace {

struct Counts {
    std::uint64_t erroneous = 0, pairs = 0, with_ordered_threads = 0, wrong = 0;
};

// True if the pair is expected. Another part of an older access may be in the window. The pair may then have another
// rule.
bool is_expected(const Pairs& expected, const Pair& pair) {
    return std::ranges::any_of(expected, [&](Pair other) {
        other.rule = pair.rule;
        return other == pair;
    });
}

// Returns the differences if the checker cleans up after every step: it may then miss pairs with older accesses, but
// not the verdict that the program has an error. Without predictions, it keeps even fewer accesses.
std::string differences_if_cleaned(const Program& program, const Events& events, memmodel::Model model, Pairs expected,
                                   bool predicts) {
    if (!predicts) std::erase_if(expected, [](const Pair& pair) { return pair.predicted; });
    const Pairs cleaned = by_checker(program, events, model, {.clean_up_at = 1, .predicts = predicts});
    if (cleaned.empty() != expected.empty()) return "all missed with clean-ups:\n" + text_of(expected);
    for (const Pair& pair : cleaned) {
        if (!is_expected(expected, pair)) return "false alarm with clean-ups:\n" + text_of({pair});
    }
    return "";
}

// Returns the differences between the checker and the reference model; empty if there are none.
std::string differences(const Program& program, const Events& events, memmodel::Model model, Counts& counts) {
    const Pairs found = by_checker(program, events, model);
    const Pairs expected = by_oracle(program, events, model);
    counts.erroneous += !expected.empty();
    counts.pairs += expected.size();
    if (found != expected) {
        Pairs missed, false_alarms;
        std::ranges::set_difference(expected, found, std::back_inserter(missed));
        std::ranges::set_difference(found, expected, std::back_inserter(false_alarms));
        return "missed:\n" + text_of(missed) + "false alarms:\n" + text_of(false_alarms);
    }
    const std::string cleaned = differences_if_cleaned(program, events, model, expected, true);
    return cleaned.empty() ? differences_if_cleaned(program, events, model, expected, false) : cleaned;
}

// Compares checker and reference model on programs that `generate` generates.
Counts compare(Program (*generate)(std::uint64_t seed)) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 1);
    const std::uint64_t count = from_environment("RMASIM_MEMMODEL_PROGRAMS", 3000);
    Counts counts;
    for (std::uint64_t seed = first; seed < first + count && counts.wrong < 3; ++seed) {
        const Program program = generate(seed);
        const Events events = execute(program, seed * 31);
        counts.with_ordered_threads += threads_are_ordered(program, events) ? 1 : 0;
        for (const memmodel::Model model : {memmodel::Model::separate, memmodel::Model::unified}) {
            const std::string differ = differences(program, events, model, counts);
            if (differ.empty()) continue;
            ++counts.wrong;
            ADD_FAILURE() << "seed " << seed << ", " << name_of(model) << "\n" << text_of(program) << differ;
            break;
        }
    }
    std::printf("%llu programs, %llu of the verdicts erroneous, %llu pairs\n", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(counts.erroneous), static_cast<unsigned long long>(counts.pairs));
    return counts;
}

}  // namespace

TEST(RandomMemmodel, TheCheckerAgreesWithTheOracle) { compare(random_program); }
TEST(RandomMemmodel, OnAttachmentsToo) { compare(random_attaching_program); }
TEST(RandomMemmodel, OnCountersToo) { compare(random_counter_program); }
// MM-END-5, MM-EDGE-7, MM-EDGE-12, MM-PAIR-2, MM-SHM-1, MM-SHM-3, MM-NOTE-1: threads of running programs.
TEST(RandomMemmodel, OnThreadsToo) {
    const std::uint64_t ordered = compare(random_thread_program).with_ordered_threads;
    std::printf("%llu with two threads that operate on a window and an atomic operation that orders them\n",
                static_cast<unsigned long long>(ordered));
    EXPECT_GT(ordered, from_environment("RMASIM_MEMMODEL_PROGRAMS", 3000) / 2);
}

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
            EXPECT_EQ(text_of(by_checker(program, events, memmodel::Model::separate, {.clean_up_at = clean_up_at})),
                      text_of(expected));
        }
    }
}

// Each record that a later access needs is kept, in each order (MM-BOUND-1, MM-BOUND-3, MM-BOUND-6, MM-BOUND-7).
TEST(DirectedMemmodel, EachOrderIsJudgedAlike) {
    Counts counts;
    for (const Program& program : directed_orders()) {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const Events events = execute(program, seed);
            for (const memmodel::Model model : {memmodel::Model::separate, memmodel::Model::unified}) {
                EXPECT_EQ(differences(program, events, model, counts), "") << "seed " << seed << text_of(program);
            }
        }
    }
    EXPECT_GT(counts.erroneous, 0u);
}

}  // namespace rmasim::memmodel_test
