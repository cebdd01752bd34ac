// Compilation of call lists to instructions.
#include "sim/scenario/program/compile.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>

namespace rmasim::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<WindowSettings> windows{{"w", 1024}, {"v", 64}};

Program compile(const std::string& text, Rank ranks = 4) {
    const Json json = Json::parse(text);
    const std::array<JsonValue, 1> lists{JsonValue(json, "calls")};
    RankReader reader(ranks);
    std::vector<std::string> flags;
    return compile_program(lists, reader, windows, default_family(), flags);
}

std::string refusal(const std::string& text, Rank ranks = 4) {
    try {
        compile(text, ranks);
    } catch (const BadInput& error) {
        return error.what();
    }
    return "accepted";
}

// The struct of an action, by its index in InstructionBody.
namespace kind {
constexpr std::size_t compute = index_of_body<ComputeInstruction>, let = index_of_body<LetInstruction>,
                      repeat_begin = index_of_body<RepeatInstruction>, repeat_end = index_of_body<RepeatEndInstruction>,
                      branch_unless = index_of_body<BranchInstruction>, jump = index_of_body<JumpInstruction>,
                      while_round = index_of_body<RoundInstruction>, set_flag = index_of_body<SetFlagInstruction>,
                      wait_flag = index_of_body<WaitFlagInstruction>, join = index_of_body<JoinInstruction>,
                      thread_barrier = index_of_body<ThreadBarrierInstruction>;
}  // namespace kind

// The struct of an instruction; for calls the call.
struct KindOrCall {
    KindOrCall(std::size_t body) : body(body) {}
    KindOrCall(Call call) : body(body_of(call).index()), call(call) {}
    bool operator==(const KindOrCall&) const = default;

    std::size_t body;
    Call call = Call::none;
};

std::vector<KindOrCall> kinds(const Program& program) {
    std::vector<KindOrCall> kinds;
    for (const Instruction& at : program.code) {
        kinds.emplace_back(at.kind());
        kinds.back().call = at.call;
    }
    return kinds;
}

// The struct of an instruction. Throws an exception if the instruction has another struct.
template <class Body>
const Body& at(const Program& program, std::size_t index) {
    return std::get<Body>(program.code.at(index).body);
}

// Evaluates at rank 1 of 4, with all other variables 0.
std::int64_t value(const Expression& expression) {
    std::array<std::int64_t, 16> variables{1, 4};
    Random random(1, 1);
    return expression.evaluate(variables, random);
}

TEST(Compile, PutHasItsDefaults) {
    const Program program = compile(R"([{"put": {"win": "w", "target": "(rank + 1) % size"}}])");
    ASSERT_THAT(kinds(program), ElementsAre(Call::put));
    const auto& put = at<PutInstruction>(program, 0);
    EXPECT_EQ(put.window, 0);
    EXPECT_EQ(put.datatype, Datatype::byte);
    EXPECT_EQ(put.origin.kind, LocalData::affine);
    EXPECT_EQ(value(put.target), 2);
    EXPECT_EQ(value(put.disp), 0);
    EXPECT_EQ(value(put.count), 1);
    EXPECT_EQ(value(put.block_length), 0);
    EXPECT_EQ(value(put.origin.first), 1);  // the rank
    EXPECT_EQ(value(put.origin.step), 0);
    EXPECT_EQ(program.locations.at(program.code[0].location), "calls[0].put");
}

TEST(Compile, PutFromTheOwnWindow) {
    const Program program = compile(R"([{"put": {"win": "w", "target": 2, "disp": 8, "count": 3, "datatype": "int32",
        "from": {"win": "v", "disp": 16}}}])");
    const auto& put = at<PutInstruction>(program, 0);
    EXPECT_EQ(put.origin.kind, LocalData::window);
    EXPECT_EQ(put.origin.space, 1);
    EXPECT_EQ(value(put.origin.first), 16);
    EXPECT_EQ(value(put.origin.step), 4);  // the element's size
}

TEST(Compile, AccumulateAddsUnlessTold) {
    const Program program = compile(R"([
        {"accumulate": {"win": "w", "target": 0, "datatype": "float64", "value": 2, "step": 3}},
        {"accumulate": {"win": "w", "target": 0, "datatype": "uint32", "op": "bxor"}}])");
    EXPECT_EQ(at<AccumulateInstruction>(program, 0).op, ReduceOp::sum);
    EXPECT_EQ(value(at<AccumulateInstruction>(program, 0).origin.step), 3);
    EXPECT_EQ(at<AccumulateInstruction>(program, 1).op, ReduceOp::bxor);
}

TEST(Compile, GetLeavesItsDataInThreePlaces) {
    const Program program = compile(R"([
        {"get": {"win": "w", "target": 0}},
        {"get": {"win": "w", "target": 0, "count": 2, "datatype": "int64",
                 "into": {"win": "v", "disp": 8, "stride": 32}}},
        {"get": {"win": "w", "target": 0, "datatype": "int64", "as": "x"}},
        {"compute": {"ns": "x"}}])");
    EXPECT_EQ(at<GetInstruction>(program, 0).result.kind, LocalData::discard);
    EXPECT_EQ(at<GetInstruction>(program, 1).result.kind, LocalData::window);
    EXPECT_EQ(value(at<GetInstruction>(program, 1).result.step), 32);
    EXPECT_EQ(at<GetInstruction>(program, 2).result.kind, LocalData::variable);
    EXPECT_EQ(at<GetInstruction>(program, 2).result.variable.variable, first_own_slot);
    EXPECT_EQ(program.variables, first_own_slot + 1u);
}

TEST(Compile, SynchronisationAndAssertions) {
    const Program program = compile(R"([
        {"fence": {"win": "v", "assert": ["noprecede", "nostore"]}},
        {"lock": {"win": "w", "target": 3, "type": "exclusive", "assert": ["nocheck"]}},
        {"flush": {"win": "w", "target": 3}}, {"unlock": {"win": "w", "target": 3}}, {"barrier": {}}])");
    EXPECT_THAT(kinds(program), ElementsAre(Call::fence, Call::lock, Call::flush, Call::unlock, Call::barrier));
    EXPECT_EQ(at<AssertedInstruction>(program, 0).window, 1);
    EXPECT_EQ(at<AssertedInstruction>(program, 0).asserts, Assert::noprecede | Assert::nostore);
    EXPECT_EQ(at<LockInstruction>(program, 1).type, LockType::exclusive);
    EXPECT_EQ(at<LockInstruction>(program, 1).asserts, Assert::nocheck);
    EXPECT_EQ(value(at<TargetInstruction>(program, 3).target), 3);
}

TEST(Compile, VectorsHaveBlocksAndAStride) {
    const Program program = compile(
        R"([{"put": {"win": "v", "target": 0, "count": 4, "datatype": "int64", "block_length": 2, "stride": 6}}])");
    EXPECT_EQ(value(at<PutInstruction>(program, 0).block_length), 2);
    EXPECT_EQ(value(at<PutInstruction>(program, 0).stride), 6);
    // Two elements, a gap of five, two elements: the last one ends at byte 72.
    EXPECT_THAT(
        refusal(
            R"([{"put": {"win": "v", "target": 0, "count": 4, "datatype": "int64", "block_length": 2, "stride": 7}}])"),
        HasSubstr("calls[0].put: found bytes up to 72; allowed: the 64 bytes of window \"v\""));
    EXPECT_THAT(refusal(R"([{"get": {"win": "v", "target": 0, "block_length": 3, "stride": 2}}])"),
                HasSubstr("stride: found 2; allowed: at least the block_length, 3"));
    EXPECT_THAT(refusal(R"([{"get": {"win": "v", "target": 0, "block_length": 3}}])"), HasSubstr("stride"));
}

TEST(Compile, FetchingOperationsHaveTwoEnds) {
    const Program program = compile(R"([
        {"get_accumulate": {"win": "w", "target": 0, "count": 2, "datatype": "int64", "op": "no_op",
                            "from": {"win": "v"}, "into": {"win": "v", "disp": 16}}},
        {"fetch_and_op": {"win": "w", "target": 0, "datatype": "int64", "value": 5, "as": "old"}},
        {"compare_and_swap": {"win": "w", "target": 0, "datatype": "uint32", "value": 7, "compare": "rank",
                              "as": "old"}}])");
    ASSERT_THAT(kinds(program), ElementsAre(Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap));
    const auto& accumulate = at<GetAccumulateInstruction>(program, 0);
    const auto& fetch = at<FetchAndOpInstruction>(program, 1);
    const auto& swap = at<CompareAndSwapInstruction>(program, 2);
    EXPECT_EQ(accumulate.op, ReduceOp::no_op);
    EXPECT_EQ(accumulate.origin.kind, LocalData::window);
    EXPECT_EQ(value(accumulate.result.first), 16);
    EXPECT_EQ(fetch.op, ReduceOp::sum);
    EXPECT_EQ(fetch.result.kind, LocalData::variable);
    EXPECT_EQ(value(swap.origin.first), 7);
    EXPECT_EQ(value(swap.compare), 1);
    EXPECT_EQ(swap.result.variable.variable, fetch.result.variable.variable);
    EXPECT_THAT(refusal(R"([{"accumulate": {"win": "w", "target": 0, "op": "no_op"}}])"), HasSubstr("one of"));
    EXPECT_THAT(refusal(R"([{"compare_and_swap": {"win": "w", "target": 0, "datatype": "float64", "compare": 0}}])"),
                HasSubstr("an integer datatype"));
}

TEST(Compile, RequestsAreVariables) {
    const Program program = compile(R"([
        {"rput": {"win": "w", "target": 0, "request": "r"}},
        {"rget": {"win": "w", "target": 0, "as": "x", "request": "s"}},
        {"wait": {"requests": ["r", "s"]}}, {"test": {"request": "r", "as": "done"}}, {"wait": {"win": "w"}}])");
    ASSERT_THAT(kinds(program),
                ElementsAre(Call::rput, Call::rget, Call::request_wait, Call::request_test, Call::wait));
    EXPECT_EQ(at<PutInstruction>(program, 0).request.variable, first_own_slot);
    EXPECT_EQ(at<RequestsInstruction>(program, 2).requests.expressions.size(), 2u);
    EXPECT_THAT(refusal(R"([{"rput": {"win": "w", "target": 0}}])"), HasSubstr("\"request\" is required"));
    EXPECT_THAT(refusal(R"([{"wait": {"request": "r"}}])"), HasSubstr("found 'r'"));
}

TEST(Compile, GroupsAreListsOfRanks) {
    const Program program = compile(R"([
        {"post": {"win": "w", "group": "0,2-3", "assert": ["nocheck", "noput"]}},
        {"start": {"win": "w", "group": ["(rank + 1) % size", 0]}}, {"complete": {"win": "w"}}])");
    ASSERT_THAT(kinds(program), ElementsAre(Call::post, Call::start, Call::complete));
    EXPECT_EQ(at<GroupInstruction>(program, 0).asserts, Assert::nocheck | Assert::noput);
    EXPECT_THAT(at<GroupInstruction>(program, 0).group.ranks, ElementsAre(0, 2, 3));
    EXPECT_EQ(value(at<GroupInstruction>(program, 1).group.expressions.at(0)), 2);
    EXPECT_THAT(refusal(R"([{"post": {"win": "w", "group": "rank + 1"}}])"), HasSubstr("\"all\", a list such as"));
    EXPECT_THAT(refusal(R"([{"post": {"win": "w", "group": [4]}}])"), HasSubstr("group[0]: found 4"));
}

TEST(Compile, EveryArgumentHasAField) {
    for (const CallDescription& row : call_table) {
        const Instruction at{row.call, 0, body_of(row.call)};
        ArgumentSet held;
        each_argument(at, [&](ArgumentSet own, const auto&) { held = held | own; });
        EXPECT_TRUE(held == row.arguments) << row.name;
    }
}

TEST(Compile, MessagesHaveTags) {
    const Program program = compile(R"([
        {"send": {"target": 1, "tag": 5, "count": 2, "datatype": "int32", "value": 9}},
        {"recv": {"source": "rank", "as": "x"}}])");
    ASSERT_THAT(kinds(program), ElementsAre(Call::send, Call::recv));
    EXPECT_EQ(value(at<SendInstruction>(program, 0).tag), 5);
    EXPECT_EQ(value(at<SendInstruction>(program, 0).data.first), 9);
    EXPECT_EQ(value(at<ReceiveInstruction>(program, 1).source), 1);
    EXPECT_EQ(value(at<ReceiveInstruction>(program, 1).tag), 0);
}

TEST(Compile, RepeatJumpsToItsBodyAndPastItsEnd) {
    const Program program = compile(R"([
        {"repeat": {"times": "rank", "as": "i", "calls": [{"compute": {"ns": "i"}}, {"compute": {"ns": 2}}]}},
        {"barrier": {}}])");
    ASSERT_THAT(kinds(program),
                ElementsAre(kind::repeat_begin, kind::compute, kind::compute, kind::repeat_end, Call::barrier));
    EXPECT_EQ(at<RepeatInstruction>(program, 0).end, 4u);
    EXPECT_EQ(at<RepeatEndInstruction>(program, 3).body, 1u);
    EXPECT_EQ(at<RepeatInstruction>(program, 0).variable, first_own_slot);
    EXPECT_EQ(at<RepeatEndInstruction>(program, 3).variable, first_own_slot);
    EXPECT_EQ(program.variables, first_own_slot + 2u);  // the counter and its limit
    EXPECT_EQ(program.locations.at(program.code[0].location), "calls[0].repeat");
    EXPECT_EQ(program.locations.at(program.code[3].location), "calls[0].repeat");
    EXPECT_EQ(program.locations.at(program.code[1].location), "calls[0].repeat.calls[0].compute");
}

TEST(Compile, IfJumpsOverTheSideNotTaken) {
    const Program one_side = compile(R"([{"if": {"when": "rank", "calls": [{"barrier": {}}]}}, {"barrier": {}}])");
    ASSERT_THAT(kinds(one_side), ElementsAre(kind::branch_unless, Call::barrier, Call::barrier));
    EXPECT_EQ(at<BranchInstruction>(one_side, 0).destination, 2u);

    const Program both =
        compile(R"([{"if": {"when": "rank", "calls": [{"barrier": {}}], "else": [{"compute": {"ns": 1}}]}}])");
    ASSERT_THAT(kinds(both), ElementsAre(kind::branch_unless, Call::barrier, kind::jump, kind::compute));
    EXPECT_EQ(at<BranchInstruction>(both, 0).destination, 3u);
    EXPECT_EQ(at<JumpInstruction>(both, 2).destination, 4u);
}

TEST(Compile, WhileJumpsToItsConditionAndToItsElse) {
    const Program plain = compile(R"([{"let": {"x": 1}}, {"while": {"when": "x", "limit": 7, "as": "i", "calls": [
        {"compute": {"ns": "i"}}]}}, {"barrier": {}}])");
    ASSERT_THAT(kinds(plain), ElementsAre(kind::let, kind::let, kind::branch_unless, kind::while_round, kind::compute,
                                          kind::jump, Call::barrier));
    const auto& round = at<RoundInstruction>(plain, 3);
    EXPECT_EQ(value(at<LetInstruction>(plain, 1).value), -1);
    EXPECT_EQ(at<LetInstruction>(plain, 1).name.variable, round.variable);
    EXPECT_EQ(at<BranchInstruction>(plain, 2).destination, 6u);
    EXPECT_EQ(value(round.limit), 7);
    EXPECT_EQ(round.otherwise, 0u) << "no else: the thread stays there";
    EXPECT_EQ(at<JumpInstruction>(plain, 5).destination, 2u);

    const Program with_else = compile(R"([{"while": {"when": 1, "calls": [], "else": [{"barrier": {}}]}}])");
    ASSERT_THAT(kinds(with_else),
                ElementsAre(kind::let, kind::branch_unless, kind::while_round, kind::jump, Call::barrier));
    EXPECT_EQ(at<BranchInstruction>(with_else, 1).destination, 5u);
    EXPECT_EQ(at<RoundInstruction>(with_else, 2).otherwise, 4u);
    EXPECT_EQ(value(at<RoundInstruction>(with_else, 2).limit), 1'000'000);
    EXPECT_THAT(refusal(R"([{"while": {"when": "i", "as": "i", "calls": []}}])"), HasSubstr("found 'i'"));
    EXPECT_THAT(refusal(R"([{"while": {"when": 1, "limit": 0, "calls": []}}])"), HasSubstr("from 1 to 1000000000"));
}

TEST(Compile, ThreadsShareTheNamesOfFlags) {
    const Json json = Json::parse(R"([[{"set_flag": {"flag": "a"}}, {"wait_flag": {"flag": "b", "value": "rank + 2"}}],
                                      [{"set_flag": {"flag": "b", "value": 3}}, {"join": {"thread": 0}},
                                       {"thread_barrier": {}}]])");
    RankReader reader(4);
    std::vector<std::string> flags;
    const std::array<JsonValue, 1> first{JsonValue(json[0], "first")}, second{JsonValue(json[1], "second")};
    const Program one = compile_program(first, reader, windows, default_family(), flags);
    const Program other = compile_program(second, reader, windows, default_family(), flags);
    EXPECT_THAT(flags, ElementsAre("a", "b"));
    ASSERT_THAT(kinds(one), ElementsAre(kind::set_flag, kind::wait_flag));
    ASSERT_THAT(kinds(other), ElementsAre(kind::set_flag, kind::join, kind::thread_barrier));
    EXPECT_EQ(at<WaitFlagInstruction>(one, 1).flag, at<SetFlagInstruction>(other, 0).flag);
    EXPECT_EQ(value(at<SetFlagInstruction>(one, 0).value), 1);
    EXPECT_EQ(value(at<WaitFlagInstruction>(one, 1).value), 3);
    EXPECT_THAT(refusal(R"([{"set_flag": {"flag": "1a"}}])"), HasSubstr("a letter, then letters"));
    EXPECT_THAT(refusal(R"([{"join": {"thread": 64}}])"), HasSubstr("an integer from 0 to 63"));
    EXPECT_THAT(refusal(R"([{"thread_barrier": {"thread": 1}}])"), HasSubstr("an unknown key"));
}

TEST(Compile, ParametersAreConstants) {
    const Json json = Json::parse(R"([{"put": {"win": "v", "target": "n", "disp": "n * 8", "count": "n * n"}}])");
    const Scope scope{{{"n", 0, 0, 3}, {"rank", rank_slot}, {"size", size_slot}}};
    RankReader reader(4, scope);
    std::vector<std::string> flags;
    const std::array<JsonValue, 1> lists{JsonValue(json, "calls").within(scope)};
    const Program program = compile_program(lists, reader, windows, default_family(), flags);
    EXPECT_TRUE(at<PutInstruction>(program, 0).target.is_constant());
    EXPECT_EQ(value(at<PutInstruction>(program, 0).disp), 24);
    EXPECT_EQ(value(at<PutInstruction>(program, 0).count), 9);
}

TEST(Compile, LetAssignsInFileOrder) {
    const Program program = compile(R"([{"let": {"b": 1, "a": "b + 1"}}, {"let": {"b": "a"}}])");
    ASSERT_THAT(kinds(program), ElementsAre(kind::let, kind::let, kind::let));
    EXPECT_EQ(at<LetInstruction>(program, 0).name.variable, first_own_slot);
    EXPECT_EQ(at<LetInstruction>(program, 1).name.variable, first_own_slot + 1);
    EXPECT_EQ(at<LetInstruction>(program, 2).name.variable, first_own_slot);
    EXPECT_THAT(refusal(R"([{"let": {"a": "b + 1", "b": 1}}])"), HasSubstr("found 'b'"));
    EXPECT_THAT(refusal(R"([{"let": {"a": "a + 1"}}])"), HasSubstr("found 'a'"));
}

TEST(Compile, VariablesEndWithTheirBlock) {
    EXPECT_THAT(refusal(R"([{"repeat": {"times": 2, "as": "i", "calls": []}}, {"compute": {"ns": "i"}}])"),
                HasSubstr("found 'i'"));
    EXPECT_THAT(refusal(R"([{"if": {"when": 1, "calls": [{"let": {"x": 1}}]}}, {"compute": {"ns": "x"}}])"),
                HasSubstr("found 'x'"));
    // An outer variable that is assigned inside keeps its slot.
    const Program program = compile(R"([{"let": {"x": 0}}, {"if": {"when": 1, "calls": [{"let": {"x": 1}}]}}])");
    EXPECT_EQ(at<LetInstruction>(program, 0).name.variable, at<LetInstruction>(program, 2).name.variable);
    // The next block's variables have slots of their own: a GET into this one's may still be on its way.
    EXPECT_EQ(compile(R"([{"if": {"when": 1, "calls": [{"let": {"x": 1}}], "else": [{"let": {"y": 1}}]}}])").variables,
              first_own_slot + 2u);
}

TEST(Compile, ListsOfOneProgramShareNothing) {
    const Json first = Json::parse(R"([{"let": {"x": 1}}])");
    const Json second = Json::parse(R"([{"let": {"x": 2}}])");
    const std::array<JsonValue, 2> lists{JsonValue(first, "first"), JsonValue(second, "second")};
    RankReader reader(4);
    std::vector<std::string> flags;
    const Program program = compile_program(lists, reader, windows, default_family(), flags);
    EXPECT_NE(at<LetInstruction>(program, 0).name.variable, at<LetInstruction>(program, 1).name.variable);
    EXPECT_THAT(program.locations, ElementsAre("first[0].let", "second[0].let"));
}

TEST(Compile, ConstantExpressionsAreChecked) {
    EXPECT_THAT(refusal(R"([{"put": {"win": "w", "target": "2 * 2"}}])"),
                HasSubstr("\"2 * 2\" = 4; allowed: an integer from -1 to 3"));
    EXPECT_THAT(refusal(R"([{"put": {"win": "v", "target": 0, "disp": "60", "count": "5"}}])"),
                HasSubstr("calls[0].put.disp: found bytes up to 65; allowed: the 64 bytes of window \"v\""));
    EXPECT_THAT(refusal(R"([{"repeat": {"times": "1 << 40", "calls": []}}])"), HasSubstr("1000000000"));
    EXPECT_EQ(refusal(R"([{"put": {"win": "v", "target": "rank + 9", "disp": "rank * 1000"}}])"), "accepted");
}

TEST(Compile, GeneratedCallsStandAtTheirGenerator) {
    const Program program = compile(R"([{"barrier": {}},
        {"generate": {"pattern": "random_access", "win": "w", "updates": 5, "table_entries_per_rank": 128}}])");
    EXPECT_THAT(kinds(program), ElementsAre(Call::barrier, kind::repeat_begin, kind::let, kind::let, kind::let,
                                            Call::lock, Call::accumulate, Call::unlock, kind::repeat_end));
    for (std::size_t i = 1; i < program.code.size(); ++i) {
        EXPECT_EQ(program.locations.at(program.code[i].location), "calls[1].generate");
    }
    EXPECT_EQ(at<AccumulateInstruction>(program, 6).op, ReduceOp::bxor);
}

TEST(Compile, GeneratorsLeaveUserVariablesAlone) {
    const Program program = compile(R"([{"let": {"target": 1, "index": 2}},
        {"generate": {"pattern": "random_access", "win": "w", "updates": 5, "table_entries_per_rank": 128}},
        {"compute": {"ns": "target"}}])");
    EXPECT_EQ(program.variables, first_own_slot + 2u + 2u + 3u);
    EXPECT_THAT(refusal(R"([{"let": {"_target": 1}}])"), HasSubstr("a letter, then"));
}

using Put = std::array<std::int64_t, 3>;

// Returns the puts of a halo. A Put consists of three numbers: 1 if rank 0 makes the call (otherwise 0), the target,
// and the displacement. All variables of rank 0 except the size are 0.
std::vector<Put> puts_of_rank_0(const Program& program, Rank ranks) {
    std::vector<Put> puts;
    std::array<std::int64_t, 16> variables{0, ranks};
    Random random(1, 0);
    for (std::size_t i = 1; i < program.code.size(); ++i) {
        if (program.code[i].call != Call::put) continue;
        const auto& put = at<PutInstruction>(program, i);
        const auto& branch = at<BranchInstruction>(program, i - 1);
        puts.push_back({branch.condition.evaluate(variables, random), put.target.evaluate(variables, random),
                        put.disp.evaluate(variables, random)});
    }
    return puts;
}

// Rank 0 is a corner of the 2 x 2 grid: without wrapping it has two neighbours.
TEST(Compile, HaloSendsEachSideToTheBufferFacingIt) {
    const Program program = compile(R"([{"generate": {"pattern": "halo_2d", "win": "w", "rows": 2, "columns": 2,
        "bytes": 16, "iterations": 3, "periodic": false}}])");
    EXPECT_THAT(puts_of_rank_0(program, 4), ElementsAre(Put{0, 2, 16}, Put{1, 2, 0}, Put{0, 1, 48}, Put{1, 1, 32}));
    EXPECT_EQ(at<AssertedInstruction>(program, 0).asserts, Assert::noprecede);
}

// Twelve ranks, 3 x 2 x 2. Rank 0 is a corner, its neighbours are a plane (4 ranks), a row (2) and a column (1) away.
TEST(Compile, HaloIn3dHasSixNeighbours) {
    const Program program = compile(R"([{"generate": {"pattern": "halo_3d", "win": "w", "bytes": 8}}])", 12);
    EXPECT_THAT(puts_of_rank_0(program, 12),
                ElementsAre(Put{1, 8, 8}, Put{1, 4, 0}, Put{1, 2, 24}, Put{1, 2, 16}, Put{1, 1, 40}, Put{1, 1, 32}));
}

TEST(Compile, AGridFollowsTheRanks) {
    const auto grid = [](std::string_view extents, Rank ranks) {
        constexpr const char* halo = R"([{{"generate": {{"pattern": "halo_3d", "win": "w", "bytes": 8{}}}}}])";
        return refusal(fmt::format(halo, extents), ranks);
    };
    EXPECT_EQ(grid("", 1), "accepted");
    EXPECT_EQ(grid("", 7), "accepted");
    EXPECT_EQ(grid(R"(, "rows": 3)", 12), "accepted");
    EXPECT_THAT(grid(R"(, "rows": 5)", 12), HasSubstr("found extents whose product is 5; allowed: a divisor of 12"));
    EXPECT_THAT(grid(R"(, "planes": 3, "rows": 2, "columns": 3)", 12), HasSubstr("found a grid of 3 x 2 x 3"));
    constexpr const char* max_grid = R"(, "planes": 134217728, "rows": 134217728, "columns": 134217728)";
    EXPECT_THAT(grid(max_grid, 12), HasSubstr("allowed: planes * rows * columns = 12"));
}

}  // namespace
}  // namespace rmasim::sim
