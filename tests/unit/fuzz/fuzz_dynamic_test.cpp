// Dynamic windows of random programs: all forms are generated, all are legal, and the shrinker removes them correctly.
#include "sim/untimed/fuzz/program/random_dynamic.h"

#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/random_reads.h"
#include "sim/untimed/fuzz/run/program_runner.h"
#include "sim/untimed/fuzz/shrink/dynamic_reductions.h"
#include "sim/untimed/fuzz/shrink/simpler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rmasim::fuzz {
namespace {

using testing::HasSubstr;

bool has_dynamic(const RandomProgram& program) {
    for (WindowId window = 0; window < program.windows; ++window) {
        if (program.is_dynamic(window)) return true;
    }
    return false;
}

// As `rmasim fuzz` generates them.
RandomProgram random_program(std::uint64_t number, const char* family) {
    return program_of_run(number * runs_of_a_program, sim::family_named(family), sim::Semantics::off,
                          sim::Propagation::eager);
}

struct Seen {
    int programs = 0, threads = 0, lives = 0, owners = 0, reads = 0, detaches = 0, inside = 0;
};

void count(const RandomProgram& program, Seen& seen) {
    ++seen.programs;
    seen.threads += program.threads > 1 ? 1 : 0;
    seen.owners += program.owner_block ? 1 : 0;
    seen.reads += program.exchanges.empty() ? 0 : 1;
    bool lives = false;
    for (const std::vector<Step>& steps : program.steps) {
        int open = 0;  // passive epochs
        for (const Step& step : steps) {
            open += step.call == Call::lock || step.call == Call::lock_all ? 1 : 0;
            open -= step.call == Call::unlock || step.call == Call::unlock_all ? 1 : 0;
            lives = lives || (step.call == Call::win_create && program.is_dynamic(step.window));
            seen.detaches += step.call == Call::win_detach ? 1 : 0;
            seen.inside += changes_attachments(step.call) && open > 0 ? 1 : 0;
        }
    }
    seen.lives += lives ? 1 : 0;
}

TEST(DynamicWindows, AreDrawnInEveryWayAndLegal) {
    for (const char* const family : {"newrma", "ch3"}) {
        SCOPED_TRACE(family);
        Seen seen;
        for (std::uint64_t number = 0; number < 1200; ++number) {
            const RandomProgram program = random_program(number, family);
            if (!has_dynamic(program)) continue;
            count(program, seen);
            ASSERT_EQ(illegality(program), "") << number;
        }
        EXPECT_GT(seen.programs, 50);
        EXPECT_LT(seen.programs, 300);
        for (const int of_some : {seen.threads, seen.lives, seen.owners, seen.reads}) EXPECT_GT(of_some, 5);
        EXPECT_GT(seen.detaches, 100);
        EXPECT_GT(seen.inside, 20);
    }
}

TEST(DynamicWindows, AreNotDrawnWhereTheFamilyHasNone) {
    for (const sim::Family* const family : sim::families()) {
        if (family->calls().contains(Call::win_attach)) continue;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            RandomProgram program = make_random_program(seed, *family);
            generate_dynamic_windows(seed, program);
            EXPECT_FALSE(has_dynamic(program));
        }
    }
}

// ---- Legality, by hand: two ranks; rank 0 attaches, rank 1 puts to its block 1.
constexpr Region word_of_1{block_bytes, 1, 0, 0, Datatype::int64};
const Step at_barrier{.call = Call::barrier};
const Step put_to_0{.call = Call::put, .target = 0, .kind = OpKind::put, .region = word_of_1};
const std::vector<Step> epoch{{.call = Call::lock, .target = 0}, put_to_0, {.call = Call::unlock, .target = 0}};

RandomProgram program_of(std::vector<Step> owner, std::vector<Step> origin) {
    RandomProgram program;
    program.first_in_buffer = {{8, 0}};
    program.results = program.requests = {0, 0};
    program.steps = {std::move(owner), std::move(origin)};
    return program;
}
Step attach(std::uint64_t first_block, std::uint64_t blocks) {
    return attachment(Call::win_attach, 0, first_block * block_bytes, blocks * block_bytes);
}
Step detach(std::uint64_t first_block, std::uint64_t blocks) {
    return attachment(Call::win_detach, 0, first_block * block_bytes, blocks * block_bytes);
}
// Both ranks have as many barriers; rank 1 puts after `puts_after` of them.
std::string verdict(const std::vector<Step>& owner, std::size_t puts_after) {
    std::vector<Step> origin;
    const auto barriers = std::count_if(owner.begin(), owner.end(), ends_stretch);
    for (std::size_t passed = 0; passed <= static_cast<std::size_t>(barriers); ++passed) {
        if (passed == puts_after) origin.insert(origin.end(), epoch.begin(), epoch.end());
        if (passed < static_cast<std::size_t>(barriers)) origin.push_back(at_barrier);
    }
    return illegality(program_of(owner, origin));
}

TEST(LegalityOfAttachments, LetsOthersAccessWhatIsAttachedBetweenTwoBarriers) {
    const std::vector<Step> owner{attach(0, 2), at_barrier, at_barrier, detach(0, 2), at_barrier};
    EXPECT_EQ(verdict(owner, 1), "");
    for (const std::size_t puts_after : {0U, 2U, 3U}) {
        EXPECT_THAT(verdict(owner, puts_after), HasSubstr("rank 1: put accesses memory that is not attached"));
    }
}

TEST(LegalityOfAttachments, WantsAnOperationInsideOnePiece) {
    EXPECT_EQ(verdict({attach(1, 1), at_barrier}, 1), "");
    EXPECT_EQ(verdict({attach(0, 1), attach(1, 3), at_barrier}, 1), "");
    EXPECT_THAT(verdict({attach(0, 1), attach(2, 3), at_barrier}, 1),
                HasSubstr("accesses memory that is not attached"));
    EXPECT_THAT(verdict({attachment(Call::win_attach, 0, block_bytes + 4, 64), at_barrier}, 1),
                HasSubstr("accesses memory that is not attached"));
}

TEST(LegalityOfAttachments, WantsPiecesApartAndDetachedAsTheyWereAttached) {
    EXPECT_THAT(verdict({attach(0, 2), attach(1, 2), at_barrier}, 1),
                HasSubstr("win_attach names memory that is attached already"));
    EXPECT_EQ(verdict({attach(0, 1), detach(0, 1), attach(0, 2), at_barrier}, 1), "");
    EXPECT_THAT(verdict({attach(0, 2), at_barrier, at_barrier, detach(0, 1)}, 1),
                HasSubstr("names memory that was not attached by one call"));
    EXPECT_THAT(verdict({attach(0, 2), at_barrier, at_barrier, detach(0, 2), detach(0, 2)}, 1),
                HasSubstr("names memory that was not attached by one call"));
    EXPECT_THAT(verdict({attach(5, 2), at_barrier}, 1), HasSubstr("win_attach names memory outside of the window"));
    RandomProgram not_dynamic = program_of({attach(0, 2), at_barrier}, {at_barrier});
    not_dynamic.first_in_buffer.clear();
    EXPECT_THAT(illegality(not_dynamic), HasSubstr("names a window that is not dynamic"));
}

TEST(LegalityOfAttachments, EndsThemWithTheWindow) {
    const Step create{.call = Call::win_create}, free{.call = Call::win_free};
    const auto owner = [&](std::vector<Step> between) {
        std::vector<Step> steps{create, attach(0, 2), at_barrier, at_barrier, free, create};
        steps.insert(steps.end(), between.begin(), between.end());
        steps.push_back(at_barrier);
        return steps;
    };
    const auto origin = [&] {
        std::vector<Step> steps{create, at_barrier, at_barrier, free, create, at_barrier};
        steps.insert(steps.end(), epoch.begin(), epoch.end());
        return steps;
    };
    EXPECT_EQ(illegality(program_of(owner({attach(1, 1)}), origin())), "");
    EXPECT_THAT(illegality(program_of(owner({}), origin())), HasSubstr("accesses memory that is not attached"));
}

// ---- A runner finds what the legality rules are about: here the owner detaches before the barrier.
TEST(TrialOfDynamicWindows, FindsAnOperationOnWhatIsDetached) {
    const std::vector<Step> origin{at_barrier, epoch[0], epoch[1], epoch[2], at_barrier};
    const RandomProgram right = program_of({attach(1, 1), at_barrier, at_barrier, detach(1, 1)}, origin);
    const RandomProgram early = program_of({attach(1, 1), at_barrier, detach(1, 1), at_barrier}, origin);
    ASSERT_EQ(illegality(right), "");
    ASSERT_NE(illegality(early), "");
    ProgramRunner of_right(right), of_early(early);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        EXPECT_FALSE(of_right.run(seed)) << seed;
        const auto finding = of_early.run(seed);
        if (!finding) continue;
        ++found;
        EXPECT_EQ(finding->symptom, Symptom::erroneous);
        EXPECT_THAT(finding->what.front(), HasSubstr("bytes 72 to 80 of buffer \"b0\" of rank 0 are not attached"));
    }
    EXPECT_GT(found, 5);
    EXPECT_LT(found, 40);
}

// ---- The shrinker.
TEST(ShrinkingOfDynamicWindows, KeepsProgramsLegal) {
    int dynamic = 0;
    for (std::uint64_t number = 0; number < 600; ++number) {
        const RandomProgram program = random_program(number, "newrma");
        if (!has_dynamic(program)) continue;
        ++dynamic;
        std::vector<RandomProgram> simpler;
        add_simpler_attachments(program, simpler);
        for (const RandomProgram& one : simpler) EXPECT_EQ(illegality(one), "") << number;
    }
    EXPECT_GT(dynamic, 20);
}

TEST(ShrinkingOfDynamicWindows, AttachesForGood) {
    const RandomProgram program = program_of(
        {attach(1, 1), attach(3, 1), at_barrier, detach(3, 1), attach(0, 1), at_barrier}, {at_barrier, at_barrier});
    std::vector<RandomProgram> simpler;
    add_simpler_attachments(program, simpler);
    ASSERT_EQ(simpler.size(), 3u);  // not dynamic; for good; without bytes before the blocks
    EXPECT_EQ(simpler[0].steps[0].size(), 2u);
    EXPECT_FALSE(simpler[0].is_dynamic(0));
    ASSERT_EQ(simpler[1].steps[0].size(), 3u);
    EXPECT_EQ(simpler[1].steps[0][0].region.disp, 0u);
    EXPECT_EQ(simpler[1].steps[0][0].region.count, program.window_bytes());
    EXPECT_EQ(simpler[2].first_in_buffer[0], (std::vector<std::uint64_t>{0, 0}));
    std::vector<RandomProgram> none_left;
    simpler[1].first_in_buffer = {{0, 0}};
    add_simpler_attachments(simpler[1], none_left);
    EXPECT_EQ(none_left.size(), 1u);
}

// Blocks 0 to 2; block 1 belongs to the removed rank. Blocks 0 and 1 remain; the second one was block 2.
TEST(ShrinkingOfDynamicWindows, MovesBlocksUpWhenARankGoes) {
    const auto left = [](std::uint64_t first, std::uint64_t bytes) {
        const Region region = without_block({.disp = first, .count = static_cast<std::uint32_t>(bytes)}, 1);
        return std::pair<std::uint64_t, std::uint64_t>(region.disp, region.count);
    };
    using Bytes = std::pair<std::uint64_t, std::uint64_t>;
    EXPECT_EQ(left(0, 64), Bytes(0, 64));
    EXPECT_EQ(left(0, 192), Bytes(0, 128));
    EXPECT_EQ(left(64, 64), Bytes(64, 0));
    EXPECT_EQ(left(64, 128), Bytes(64, 64));
    EXPECT_EQ(left(128, 64), Bytes(64, 64));
}

}  // namespace
}  // namespace rmasim::fuzz
