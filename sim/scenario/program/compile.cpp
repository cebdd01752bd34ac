#include "sim/scenario/program/compile.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/nearest.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

// The compilers of local instructions and of control flow. Scenarios of every family may use these verbs.
using LocalCompiler = void (*)(Compiler&, const JsonValue& arguments);
constexpr std::array<std::pair<std::string_view, LocalCompiler>, 14> local_compilers{{
    {"compute", compile_compute},
    {"store", compile_store},
    {"load", compile_load},
    {"let", compile_let},
    {"get_address", compile_get_address},
    {"array", compile_array},
    {"repeat", compile_repeat},
    {"while", compile_while},
    {"if", compile_if},
    {"generate", compile_generate},
    {"thread_barrier", compile_thread_barrier},
    {"join", compile_join},
    {"set_flag", compile_set_flag},
    {"wait_flag", compile_wait_flag},
}};

// The verbs that a scenario may use: those of MPI calls first, then those of local instructions and control flow.
std::vector<std::string_view> names_of(CallSet calls) {
    std::vector<std::string_view> names;
    for (const Verb& verb : verbs()) {
        if (!(verb.calls & calls).empty()) names.push_back(verb.name);
    }
    for (const auto& [name, compile] : local_compilers) names.push_back(name);
    return names;
}

const Verb& known_verb(const Compiler& compiler, std::string_view name, const JsonValue& arguments) {
    const Verb* const verb = find_verb(name);
    if (verb == nullptr)
        throw BadInput(arguments.location(), "an unknown call", names_allowed(name, names_of(all_calls)));
    if (!(verb->calls & compiler.family().calls()).empty()) return *verb;
    throw BadInput(arguments.location(), fmt::format("\"{}\"", name),
                   fmt::format("the calls of family {}: {}", compiler.family().name(),
                               fmt::join(names_of(compiler.family().calls()), ", ")));
}

}  // namespace

Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        const Family& family, std::vector<std::string>& flags,
                        const std::vector<WindowSettings>& buffers, const CommunicatorTable* communicators,
                        std::span<const ReductionOperator> operators) {
    Compiler compiler(ranks, windows, buffers, communicators, operators, family, flags);
    for (const JsonValue& list : lists) compiler.calls(list);
    return std::move(compiler).finish();
}

void Compiler::calls(const JsonValue& list) {
    const Names::Block block(names_);
    for (const JsonValue& item : list.items(limits::max_calls)) {
        // Raises the first error only, because all errors of generated calls have the same location.
        if (item.is_generated()) call(item);
        else complaints_.attempt([&] { call(item); });
    }
}

void Compiler::call(const JsonValue& item) {
    const auto members = item.members(1, 1);
    const auto& [name, arguments] = members.front();
    const auto* const local = std::find_if(local_compilers.begin(), local_compilers.end(),
                                           [&name = name](const auto& entry) { return entry.first == name; });
    if (local != local_compilers.end()) return local->second(*this, arguments);
    compile_call(*this, known_verb(*this, name, arguments), arguments);
}

Program Compiler::finish() && {
    complaints_.raise_any();
    program_.variables = names_.slots();
    program_.flags = flags_;
    program_.names = names_.all();
    return std::move(program_);
}

std::uint32_t Compiler::locate(const JsonValue& arguments) {
    const std::string location = arguments.location();
    if (program_.locations.empty() || program_.locations.back() != location) program_.locations.push_back(location);
    return static_cast<std::uint32_t>(program_.locations.size() - 1);
}

std::size_t Compiler::append(std::uint32_t location, InstructionBody body, Call call) {
    if (program_.code.size() == limits::max_instructions) {
        throw BadInput(program_.locations[location], "too many instructions",
                       "at most " + std::to_string(limits::max_instructions) + " instructions in a program");
    }
    program_.code.push_back({call, location, std::move(body)});
    return program_.code.size() - 1;
}

}  // namespace rmasim::sim
