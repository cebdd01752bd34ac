#include "sim/input/program/compile.h"

#include "sim/families/family.h"
#include "sim/input/json/nearest.h"
#include "sim/input/model/limits.h"
#include "sim/input/program/compiler.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::array<std::pair<std::string_view, CallCompiler>, 35> call_compilers{{
    {"put", compile_put},
    {"get", compile_get},
    {"accumulate", compile_accumulate},
    {"get_accumulate", compile_get_accumulate},
    {"fetch_and_op", compile_fetch_and_op},
    {"compare_and_swap", compile_compare_and_swap},
    {"rput", compile_rput},
    {"rget", compile_rget},
    {"raccumulate", compile_raccumulate},
    {"rget_accumulate", compile_rget_accumulate},
    {"fence", compile_fence},
    {"lock", compile_lock},
    {"unlock", compile_unlock},
    {"lock_all", compile_lock_all},
    {"unlock_all", compile_unlock_all},
    {"flush", compile_flush},
    {"flush_local", compile_flush_local},
    {"flush_all", compile_flush_all},
    {"flush_local_all", compile_flush_local_all},
    {"sync", compile_sync},
    {"barrier", compile_barrier},
    {"post", compile_post},
    {"start", compile_start},
    {"complete", compile_complete},
    {"wait", compile_wait},
    {"test", compile_test},
    {"send", compile_send},
    {"recv", compile_recv},
    {"compute", compile_compute},
    {"store", compile_store},
    {"load", compile_load},
    {"let", compile_let},
    {"repeat", compile_repeat},
    {"if", compile_if},
    {"generate", compile_generate},
}};

// Whether the family has what a scenario calls by this name. What a rank does by itself, every family has.
bool has_call(const Family& family, std::string_view name) {
    if (name == "wait" && family.calls().contains(Call::request_wait)) return true;
    if (name == "test" && family.calls().contains(Call::request_test)) return true;
    for (std::size_t call = 1; call < call_count; ++call) {
        if (name == name_of(static_cast<Call>(call))) return family.calls().contains(static_cast<Call>(call));
    }
    return true;
}

void check_call(const Family& family, std::string_view name, const JsonValue& arguments) {
    if (has_call(family, name)) return;
    std::string allowed = fmt::format("the calls of family {}", family.name());
    const char* separator = ": ";
    for (const auto& [known, compiler] : call_compilers) {
        if (!has_call(family, known)) continue;
        allowed += separator + std::string(known);
        separator = ", ";
    }
    throw BadInput(arguments.place(), "\"" + std::string(name) + "\"", allowed);
}

}  // namespace

Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        const Family& family) {
    Compiler compiler(ranks, windows, family);
    for (const JsonValue& list : lists) compiler.calls(list);
    return std::move(compiler).finish();
}

void Compiler::calls(const JsonValue& list) {
    const Names::Block block(names_);
    for (const JsonValue& item : list.items(limits::most_calls)) call(item);
}

void Compiler::call(const JsonValue& item) {
    const auto members = item.members(1, 1);
    const auto& [name, arguments] = members.front();
    const auto* known = std::find_if(call_compilers.begin(), call_compilers.end(),
                                     [&name = name](const auto& entry) { return entry.first == name; });
    if (known == call_compilers.end()) {
        std::vector<std::string_view> names;
        names.reserve(call_compilers.size());
        for (const auto& entry : call_compilers) names.push_back(entry.first);
        throw BadInput(arguments.place(), "an unknown call", names_allowed(name, names));
    }
    check_call(family_, name, arguments);
    known->second(*this, arguments);
}

Program Compiler::finish() && {
    program_.variables = names_.slots();
    return std::move(program_);
}

Instruction Compiler::start(InstructionKind kind, const JsonValue& arguments) {
    const std::string place = arguments.place();
    if (program_.places.empty() || program_.places.back() != place) program_.places.push_back(place);
    Instruction instruction;
    instruction.kind = kind;
    instruction.place = static_cast<std::uint32_t>(program_.places.size() - 1);
    return instruction;
}

std::uint32_t Compiler::add_list(IntegerList list) {
    program_.lists.push_back(std::move(list));
    return static_cast<std::uint32_t>(program_.lists.size() - 1);
}

std::size_t Compiler::append(Instruction instruction) {
    if (program_.code.size() == limits::most_instructions) {
        throw BadInput(program_.places[instruction.place], "one instruction more",
                       "at most " + std::to_string(limits::most_instructions) + " instructions in a program");
    }
    program_.code.push_back(std::move(instruction));
    return program_.code.size() - 1;
}

}  // namespace rmasim::sim
