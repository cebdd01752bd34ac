// Does the file of a finding expect all that the sequential model knows?
#include "sim/fuzz/case_file.h"
#include "sim/fuzz/sequential_model.h"

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
        const std::string place = fmt::format("{} {}", one["ranks"].get<std::string>(), one["win"].get<std::string>());
        EXPECT_TRUE(all.emplace(place, one["values"].get<Words>()).second) << place;
    }
    return all;
}

// Windows of zeros only count if wrong memory is what was found. The results are not looked at.
void expect_words(const RandomProgram& program, Symptom symptom) {
    const sim::Json file = case_of(program, {.symptom = symptom, .rule = {}, .what = {"found"}, .order = {}}, "case");
    std::map<std::string, Words> got = expected_in(file);
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            Words words;
            const std::vector<std::byte>& bytes = model.window(rank, id);
            for (std::size_t at = 0; at < bytes.size(); at += 8) {
                words.push_back(load(std::span(bytes).subspan(at, 8), Datatype::int64));
            }
            const bool zeros = words == Words(words.size(), 0);
            const auto found = got.find(fmt::format("{} w{}", rank, id));
            ASSERT_EQ(found != got.end(), symptom == Symptom::memory || !zeros) << rank << " w" << id;
            if (found == got.end()) continue;
            EXPECT_EQ(found->second, words) << rank << " w" << id;
        }
    }
}

}  // namespace

TEST(CaseFile, ExpectsWhatTheModelSays) {
    for (const sim::Family* const family : sim::families()) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const RandomProgram program = make_random_program(seed, MessageCounts::may_depend_on_order, *family);
            for (const Symptom symptom : {Symptom::memory, Symptom::stuck, Symptom::invariant}) {
                SCOPED_TRACE(fmt::format("{}, seed {}, {}", family->name(), seed, name_of(symptom)));
                expect_words(program, symptom);
            }
        }
    }
}

}  // namespace rmasim::fuzz
