// The calls of POST-START-COMPLETE-WAIT. `wait` and `test` are also what ends the request of an r-form.
#include "sim/input/model/limits.h"
#include "sim/input/program/compiler.h"
#include "sim/input/program/ranks.h"

namespace rmasim::sim {

namespace {

constexpr std::array<Named<Assert>, 3> post_asserts{
    {{"nocheck", Assert::nocheck}, {"nostore", Assert::nostore}, {"noput", Assert::noput}}};
constexpr std::array<Named<Assert>, 1> start_asserts{{{"nocheck", Assert::nocheck}}};

// Unlike in programs[].ranks a text is no condition: `rank` would mean another rank than it does around the call.
IntegerList read_ranks(Compiler& compiler, const JsonValue& group) {
    const std::string text = group.text(limits::longest_rank_list, 1);
    if (text != "all" && text.find_first_not_of("0123456789,- ") != std::string::npos) {
        group.fail("\"all\", a list such as \"0\" or \"1-3,7\", or an array of integers and expressions");
    }
    return {compiler.rank_reader().meant(text, group.place()), {}};
}

IntegerList read_group(Compiler& compiler, const JsonValue& group) {
    if (group.is_text()) return read_ranks(compiler, group);
    IntegerList list;
    for (const JsonValue& item : group.items(limits::most_group_items)) {
        list.expressions.push_back(compiler.expression(item, compiler.targets()));
    }
    return list;
}

template <class Choices>
void compile_with_group(Compiler& compiler, InstructionKind kind, const JsonValue& arguments, const Choices& legal) {
    const JsonObject call(arguments, {"win", "group", "assert"});
    Instruction instruction = compiler.start(kind, arguments);
    instruction.window = compiler.window(call);
    instruction.list = compiler.add_list(read_group(compiler, call.at("group")));
    instruction.asserts = asserts_of(call, legal);
    compiler.append(std::move(instruction));
}

IntegerList read_requests(const Compiler& compiler, const JsonObject& call) {
    IntegerList list;
    if (call.has("request")) {
        if (call.has("requests")) call.at("requests").fail("no more than one of \"request\" and \"requests\"");
        list.expressions.push_back(compiler.expression(call.at("request")));
        return list;
    }
    for (const JsonValue& item : call.at("requests").items(limits::most_requests, 1)) {
        list.expressions.push_back(compiler.expression(item));
    }
    return list;
}

// What a `wait` or `test` is about: an exposure epoch, or requests.
void read_awaited(Compiler& compiler, const JsonObject& call, InstructionKind of_requests, Instruction& instruction) {
    if (!call.has("request") && !call.has("requests")) {
        instruction.window = compiler.window(call);
        return;
    }
    if (call.has("win")) call.at("win").fail("no window beside requests");
    instruction.kind = of_requests;
    instruction.list = compiler.add_list(read_requests(compiler, call));
}

}  // namespace

void compile_post(Compiler& compiler, const JsonValue& arguments) {
    compile_with_group(compiler, InstructionKind::post, arguments, post_asserts);
}

void compile_start(Compiler& compiler, const JsonValue& arguments) {
    compile_with_group(compiler, InstructionKind::start, arguments, start_asserts);
}

void compile_complete(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win"});
    Instruction instruction = compiler.start(InstructionKind::complete, arguments);
    instruction.window = compiler.window(call);
    compiler.append(std::move(instruction));
}

void compile_wait(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "request", "requests"});
    Instruction instruction = compiler.start(InstructionKind::wait, arguments);
    read_awaited(compiler, call, InstructionKind::request_wait, instruction);
    compiler.append(std::move(instruction));
}

void compile_test(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "request", "as"});
    Instruction instruction = compiler.start(InstructionKind::test, arguments);
    read_awaited(compiler, call, InstructionKind::request_test, instruction);
    compiler.read_variable(call, instruction);
    compiler.append(std::move(instruction));
}

}  // namespace rmasim::sim
