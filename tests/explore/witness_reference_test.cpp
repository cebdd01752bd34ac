// Compares the reported differences between the ends of two executions with a comparison byte by byte. The programs are
// random. They have variables of two threads, contiguous windows, windows over each other's memory, and more values
// than the report contains.
#include "sim/untimed/explore/witness.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/worlds.h"
#include "tests/twister.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rmasim::explore {

using namespace sim;

namespace {

constexpr std::size_t max = 8;
constexpr std::size_t max_bytes = 16;
constexpr std::uint64_t page = 4096;

class ReferenceWitnesses : public testing::TestWithParam<int> {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

    std::string operation(int variable) {
        const std::uint64_t disps[] = {0, 3, 60, 4088, 4095, 4096, 8192, 8260};
        const std::uint64_t disp = disps[below(std::size(disps))];
        const std::uint64_t count = 1 + below(below(2) == 0 ? 3 : 40);
        const char* const window = below(3) == 0 ? "over" : "w";
        const std::string where = fmt::format(R"("win": "{}", "target": {}, "disp": {})", window, below(2), disp);
        if (below(4) == 0) return fmt::format(R"({{"get": {{{}, "as": "v{}"}}}})", where, variable);
        if (below(4) == 0) {
            return fmt::format(R"({{"get": {{{}, "count": {}, "into": {{"buffer": "b"}}}}}})", where, count);
        }
        return fmt::format(R"({{"put": {{{}, "count": {}, "value": "rank * 50 + {}", "step": {}}}}})", where, count,
                           1 + below(40), below(2));
    }
    std::string thread() {
        std::string calls = R"({"thread_barrier": {}})";
        for (std::uint64_t i = 1 + below(4); i > 0; --i) calls += ", " + operation(variables_++ % 6);
        return fmt::format(R"([{}, {{"thread_barrier": {{}}}}])", calls);
    }
    // Returns a program of operations in one epoch, in any order.
    Scenario program() {
        std::string first = R"([{"fence": {"win": "w"}}, {"fence": {"win": "over"}}, )" + thread().substr(1);
        first.pop_back();
        first += R"(, {"fence": {"win": "w"}}, {"fence": {"win": "over"}}])";
        return parsed(fmt::format(R"({{"name": "ends", "ranks": 2, "platform": {{"network": {{"reorder_ns": 1}}}},
            "buffers": {{"b": {{"bytes": 64}}}},
            "windows": {{"w": {{"bytes": 8300}}, "over": {{"bytes": 8300, "over": {{"win": "w"}}}}}},
            "programs": [{{"ranks": "all", "threads": [{}, {}]}}]}})",
                                  first, thread()));
    }
    void run_at_random(UntimedWorld& world) {
        class AtRandom final : public Choices {
        public:
            explicit AtRandom(Twister& random) : random_(random) {}
            std::size_t pick(std::size_t alternatives) override { return random_.below(alternatives); }

        private:
            Twister& random_;
        };
        AtRandom picks(random_);
        std::vector<Move> moves;
        for (world.list_moves(moves); !moves.empty(); world.list_moves(moves)) {
            const Move move = moves[below(moves.size())];
            ASSERT_EQ(world.carry_out(move, picks), StepResult::continued) << world.trouble();
        }
    }

    // Format: "rank thread place one other".
    static void add_variables(const Thread& one, const Thread& other, std::vector<std::string>& lines) {
        for (std::size_t slot = first_own_slot; slot < one.variables.size(); ++slot) {
            if (one.variables[slot] == other.variables[slot]) continue;
            for (const Instruction& at : one.program->code) {
                const WrittenName* const written = result_name(at);
                if (written == nullptr || written->variable != slot) continue;
                lines.push_back(fmt::format("{} thread {} {}: {} {}", one.rank, one.number,
                                            one.program->locations[at.location], one.variables[slot],
                                            other.variables[slot]));
                break;
            }
        }
    }
    static void add_bytes(const std::string& what, const std::vector<std::byte>& one,
                          const std::vector<std::byte>& other, std::vector<std::string>& lines) {
        for (std::uint64_t begin = 0, end = 0; begin < one.size(); begin = end) {
            std::string texts[2];
            for (end = begin; end < one.size() && one[end] != other[end]; ++end) {
                if (end > begin && (end - begin == max_bytes || end % page == 0)) break;
                texts[0] += fmt::format("{}{:02x}", end == begin ? "" : " ", static_cast<unsigned>(one[end]));
                texts[1] += fmt::format("{}{:02x}", end == begin ? "" : " ", static_cast<unsigned>(other[end]));
            }
            if (end == begin) ++end;
            else lines.push_back(fmt::format("{} [{},{}): {} {}", what, begin, end, texts[0], texts[1]));
        }
    }
    static std::vector<std::string> plain(const UntimedWorld& one, const UntimedWorld& other) {
        std::vector<std::string> lines;
        const Scenario& scenario = one.scenario();
        for (Rank rank = 0; rank < scenario.ranks; ++rank) {
            for (std::size_t thread = 0; thread < one.threads(rank).size(); ++thread) {
                add_variables(one.threads(rank)[thread], other.threads(rank)[thread], lines);
            }
            for (SpaceId id = 0; id < scenario.spaces(); ++id) {
                const auto bytes = static_cast<std::size_t>(scenario.space(id).bytes.of(rank));
                add_bytes(fmt::format("{} {} \"{}\"", rank, id < scenario.windows.size() ? "window" : "buffer",
                                      scenario.space(id).name),
                          one.memory().copy(rank, id, 0, bytes), other.memory().copy(rank, id, 0, bytes), lines);
            }
        }
        if (lines.size() > max) lines.resize(max);
        return lines;
    }
    static std::vector<std::string> reported(const UntimedWorld& one, const UntimedWorld& other) {
        std::vector<std::string> lines;
        for (const semantics::Witness& witness : differences(one, other)) {
            lines.push_back(witness.memory.empty()
                                ? fmt::format("{} thread {} {}: {} {}", witness.rank, witness.thread.value_or(99),
                                              witness.location, witness.one, witness.other)
                                : fmt::format("{} {} [{},{}): {} {}", witness.rank, witness.memory, witness.first_byte,
                                              witness.end_byte, witness.one, witness.other));
        }
        return lines;
    }

    Twister random_{static_cast<std::uint64_t>(GetParam())};
    int variables_ = 0;
};

}  // namespace

TEST_P(ReferenceWitnesses, AreAllThatDiffers) {
    const Scenario scenario = program();
    UntimedWorld one(scenario), other(scenario);
    run_at_random(one);
    for (int i = 0; i < 4 && !HasFailure(); ++i) {
        other.reset();
        run_at_random(other);
        EXPECT_EQ(reported(one, other), plain(one, other));
        EXPECT_EQ(reported(other, one), plain(other, one));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReferenceWitnesses, testing::Range(0, 25));

}  // namespace rmasim::explore
