// The file of a finding expects everything that the sequential model predicts.
#include "sim/untimed/fuzz/campaign/case_file.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace rmasim::fuzz {
namespace {

using Words = std::vector<std::int64_t>;

// By "rank window".
std::map<std::string, Words> expected_in(const sim::Json& file) {
    std::map<std::string, Words> all;
    for (const sim::Json& one : file["expect"]["memory"]) {
        const std::string location =
            fmt::format("{} {}", one["ranks"].get<std::string>(), one["win"].get<std::string>());
        EXPECT_TRUE(all.emplace(location, one["values"].get<Words>()).second) << location;
    }
    return all;
}

Words words_in(std::span<const std::byte> bytes) {
    Words words;
    for (std::size_t at = 0; at < bytes.size(); at += 8) words.push_back(load(bytes.subspan(at, 8), Datatype::int64));
    return words;
}

// Windows of zeros only count if wrong memory is what was found.
void expect_words(const RandomProgram& program, Symptom symptom) {
    const sim::Json file = case_of(program, {.symptom = symptom, .rule = {}, .what = {"found"}, .order = {}}, "case");
    std::map<std::string, Words> got = expected_in(file);
    SequentialModel model(program);
    model.run();
    const auto compare = [&](Rank rank, const std::string& window, const Words& words) {
        const bool zeros = words == Words(words.size(), 0);
        const auto found = got.find(fmt::format("{} {}", rank, window));
        ASSERT_EQ(found != got.end(), !words.empty() && (symptom == Symptom::memory || !zeros)) << rank << window;
        if (found == got.end()) return;
        EXPECT_EQ(found->second, words) << rank << " " << window;
        got.erase(found);
    };
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            compare(rank, fmt::format("w{}", id), words_in(model.window(rank, id)));
        }
        const std::vector<std::byte> results = results_window(program, rank, model.results(rank));
        compare(rank, "results", words_in(results));
    }
    EXPECT_TRUE(got.empty());
}

}  // namespace

TEST(CaseFile, ExpectsWhatTheModelSays) {
    for (const sim::Family* const family : sim::families()) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const RandomProgram program = make_random_program(seed, *family);
            for (const Symptom symptom : {Symptom::memory, Symptom::stuck, Symptom::invariant}) {
                SCOPED_TRACE(fmt::format("{}, seed {}, {}", family->name(), seed, name_of(symptom)));
                expect_words(program, symptom);
            }
        }
    }
}

}  // namespace rmasim::fuzz
