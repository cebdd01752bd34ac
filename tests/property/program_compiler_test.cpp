// Compares a random program that is compiled directly with the program that is compiled from its JSON. The test covers
// every family, and a twentieth of the seeds of random_programs_test.cpp.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/lower/program_compiler.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "tests/property/expectations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <concepts>
#include <type_traits>

namespace rmasim::property {

namespace {

// Returns a text such as "7" or "v4 + ...": the values of the expression for two sets of variables.
std::string text_of(const sim::Expression& expression, std::size_t variables) {
    std::vector<std::int64_t> values(variables);
    for (std::size_t i = 0; i < variables; ++i) values[i] = 1'000'003 * static_cast<std::int64_t>(i + 1);
    sim::Random random(1, 2);
    return fmt::format("{}{}:{}", expression.is_constant(), expression.uses_random(),
                       expression.evaluate(values, random));
}

class Dump {
public:
    explicit Dump(const sim::Program& program) : program_(program) {
        add("{} variables, flags {}", program.variables, fmt::join(program.flags, " "));
        for (const sim::Instruction& one : program.code) add_instruction(one);
    }
    std::vector<std::string> lines;

private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        lines.push_back(fmt::format(format, std::forward<Args>(args)...));
    }
    std::string text(const sim::Expression& expression) const { return text_of(expression, program_.variables); }
    std::string text(const std::optional<sim::Expression>& expression) const {
        return expression ? text(*expression) : "none";
    }
    std::string text(const sim::WrittenName& name) const {
        return fmt::format("{}{}[{}, {}]", name.variable, name.whole_array ? " whole" : "", name.element.length,
                           text(name.element.index));
    }
    std::string text(const sim::LocalElements& data) const {
        return fmt::format("{} {} {} {}", static_cast<int>(data.kind), data.space, text(data.first), text(data.step));
    }
    std::string text(const sim::SentData& data) const {
        return text(static_cast<const sim::LocalElements&>(data)) + ' ' + text(data.handles);
    }
    std::string text(const sim::ReceivedData& data) const {
        return text(static_cast<const sim::LocalElements&>(data)) + ' ' + text(data.variable);
    }
    std::string text(const sim::IntegerList& list) const {
        std::string line = fmt::format("list {}{};", fmt::join(list.ranks, " "), list.all_of_comm ? " all" : "");
        for (const sim::Expression& one : list.expressions) line += ' ' + text(one);
        for (const auto& name : list.names) line += name ? ' ' + text(*name) : " none";
        return line;
    }
    std::string text(const sim::TargetElement& element) const {
        return fmt::format("{} {} {} {}", element.window, static_cast<int>(element.datatype), text(element.target),
                           text(element.disp));
    }
    std::string text(const sim::TargetElements& elements) const {
        return fmt::format("{} {:d} {} {} {}", text(static_cast<const sim::TargetElement&>(elements)),
                           elements.origin_derived, text(elements.count), text(elements.block_length),
                           text(elements.stride));
    }
    std::string text(const sim::ElementCount& elements) const {
        return fmt::format("{} {}", text(elements.count), static_cast<int>(elements.datatype));
    }
    std::string text(const sim::CollectiveOp& op) const {
        return fmt::format("{} {} {:d}", static_cast<int>(op.op), op.own.number, op.own.commutative);
    }
    std::string text(const sim::DatatypeList& list) const {
        std::string line = "datatypes";
        for (const Datatype one : list.datatypes) line += fmt::format(" {}", static_cast<int>(one));
        return line;
    }
    std::string text(const sim::AttachedMemory& memory) const {
        return fmt::format("{} {} {}", memory.space, text(memory.first), text(memory.bytes));
    }
    std::string text(const sim::AccessInstruction& access) const {
        return fmt::format("{} {} {} {}", access.space, static_cast<int>(access.datatype), text(access.target),
                           text(access.disp));
    }
    std::string text(std::integral auto number) const { return std::to_string(number); }
    template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
    std::string text(Enum value) const {
        return std::to_string(static_cast<int>(value));
    }
    void add_instruction(const sim::Instruction& one) {
        add("{}: {} {}", program_.locations.at(one.location), one.kind(), name_of(one.call));
        each_argument(one, [&](ArgumentSet, const auto& field) { lines.back() += "  " + text(field); });
        if (const auto* const load = one.find<sim::LoadInstruction>()) {
            add("  {} {} {}", text(*load), text(load->variable), text(load->expected));
        } else if (const auto* const store = one.find<sim::StoreInstruction>()) {
            add("  {} {} {} {}", text(*store), text(store->count), text(store->value), text(store->step));
        } else if (const auto* const address = one.find<sim::AddressInstruction>()) {
            add("  {} {} {}", address->space, text(address->disp), text(address->variable));
        } else if (const auto* const array = one.find<sim::ClearInstruction>()) {
            add("  {} {}", array->first, array->length);
        } else if (const sim::FlagInstruction* const flag = flag_of(one)) {
            add("  {} {}", flag->flag, text(flag->value));
        } else {
            ASSERT_TRUE(is_call(one) || one.is<sim::ThreadBarrierInstruction>());
        }
    }
    const sim::Program& program_;
};

// Returns the faults of a random program, which has at most ten ranks, as text.
std::vector<std::string> words_of(const sim::FaultSettings& faults) {
    std::vector<std::string> words;
    const auto ranks = [](const sim::RankSet& set) {
        std::string text;
        for (Rank rank = 0; rank < 10; ++rank) text += set.contains(rank) ? fmt::format("{} ", rank) : "";
        return text;
    };
    const auto when = [](const sim::Moment& moment) {
        return fmt::format("{}/{}", moment.at_ns.value_or(-1), moment.at_call);
    };
    for (const auto& one : faults.losses) {
        words.push_back(
            fmt::format("loss {}to {}{} {} {}", ranks(one.from), ranks(one.to), one.kind, one.nth, one.percent));
    }
    for (const auto& one : faults.deaths) words.push_back(fmt::format("death {}{}", ranks(one.ranks), when(one.when)));
    for (const auto& one : faults.shrinks) {
        words.push_back(fmt::format("shrink {}{} {} {} {} {} {}", ranks(one.ranks), when(one.when), one.pool,
                                    static_cast<int>(one.kind), static_cast<int>(one.level),
                                    one.level == PoolLevel::local ? one.window : 0, one.to));
    }
    return words;
}

// Compares only these members; the rest of the scenario is read from the same JSON.
void expect_same(const sim::Scenario& direct, const sim::Scenario& read) {
    EXPECT_EQ(direct.program_of_rank, read.program_of_rank);
    EXPECT_EQ(direct.flags, read.flags);
    EXPECT_EQ(direct.threads_may_block, read.threads_may_block);
    ASSERT_EQ(direct.windows.size(), read.windows.size());
    for (std::size_t i = 0; i < read.windows.size(); ++i) {
        EXPECT_EQ(direct.windows[i].by_call, read.windows[i].by_call);
        EXPECT_EQ(direct.windows[i].always, read.windows[i].always);
    }
    ASSERT_EQ(direct.programs.size(), read.programs.size());
    for (std::size_t i = 0; i < read.programs.size(); ++i) {
        ASSERT_EQ(direct.programs[i].size(), read.programs[i].size());
        for (std::size_t thread = 0; thread < read.programs[i].size(); ++thread) {
            ASSERT_EQ(Dump(direct.programs[i][thread]).lines, Dump(read.programs[i][thread]).lines);
        }
    }
}

}  // namespace

TEST(RandomPrograms, AreTheSameWithAndWithoutJson) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 0);
    const std::uint64_t programs = from_environment("RMASIM_RANDOM_PROGRAMS", random_rounds(2000)) / 20;
    for (const sim::Family* const family : sim::families()) {
        for (std::uint64_t seed = first; seed < first + programs; ++seed) {
            SCOPED_TRACE(fmt::format("family {}, seed {}", family->name(), seed));
            const sim::Semantics semantics = seed % 4 == 0 ? sim::Semantics::separate : sim::Semantics::off;
            const RandomProgram program = fuzz::program_of_run(seed * 8, *family, semantics, sim::Propagation::eager);
            const sim::Scenario read = sim::parse_scenario(fuzz::scenario_of(program), ".");
            sim::Scenario direct = sim::parse_scenario(fuzz::machine_of(program), ".");
            fuzz::compile_programs(program, direct);
            expect_same(direct, read);
            EXPECT_EQ(words_of(fuzz::fault_settings_of(program)), words_of(read.faults));
            if (testing::Test::HasFailure()) return;
        }
    }
}

}  // namespace rmasim::property
