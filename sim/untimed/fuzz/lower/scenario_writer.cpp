#include "sim/untimed/fuzz/lower/scenario_writer.h"

#include "sim/scenario/model/setting_names.h"
#include "sim/untimed/fuzz/lower/program_compiler.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/program/random_messages.h"
#include "sim/untimed/fuzz/program/random_operators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

using sim::Json;

std::string window_name(WindowId id) { return 'w' + std::to_string(id); }

// Returns a number that may be different at each rank, as an expression: "rank == 0 ? 448 : rank == 1 ? 456 : 448".
Json per_rank(const RandomProgram& program, auto value_of) {
    bool same = true;
    for (Rank rank = 1; rank < program.ranks; ++rank) same = same && value_of(rank) == value_of(0);
    if (same) return value_of(0);
    std::string text;
    for (Rank rank = 0; rank + 1 < program.ranks; ++rank)
        text += fmt::format("rank == {} ? {} : ", rank, value_of(rank));
    return text + std::to_string(value_of(program.ranks - 1));
}

Json window_of(const RandomProgram& program, WindowId id) {
    const bool dynamic = program.is_dynamic(id);
    const Json bytes = per_rank(program, [&](Rank rank) { return program.shape(id, rank).bytes; });
    Json window = dynamic ? Json{{"dynamic", true}} : Json{{"bytes", bytes}};
    const Json unit = per_rank(program, [&](Rank rank) { return program.shape(id, rank).disp_unit; });
    if (!dynamic && unit != 1) window["disp_unit"] = unit;
    if (!program.window_ranks.empty() && program.window_ranks[id] < program.ranks)
        window["ranks"] = program.window_ranks[id];
    if (!dynamic && program.ranks_per_node > 1) window["shared"] = true;
    if (const int comm = comm_of(program, id); comm >= 0) window["comm"] = communicator_name(std::size_t(comm));
    if (!dynamic && program.is_private(id)) window["alloc_mem"] = false;
    return window;
}

Json memory_of(const sim::MemorySettings& memory) {
    Json json{{"order", name_in(sim::memory_orders, memory.order)}, {"store_buffer", memory.store_buffer}};
    if (memory.coherent) return json;
    json["coherent"] = false;
    json["cache"] = name_in(sim::cache_policies, memory.cache);
    json["cache_lines"] = memory.cache_lines;
    return json;
}

}  // namespace

std::string buffer_name(WindowId of_window) { return 'b' + std::to_string(of_window); }

Json written_location(const RandomProgram& program, WindowId window, Rank rank, std::uint64_t disp) {
    const bool dynamic = program.is_dynamic(window);
    return {{dynamic ? "buffer" : "win", dynamic ? buffer_name(window) : window_name(window)},
            {"disp", blocks_of(program, window, rank).first + disp}};
}

std::vector<std::string> window_names(const RandomProgram& program) {
    std::vector<std::string> names;
    for (WindowId id = 0; id < program.windows; ++id) names.push_back(window_name(id));
    return names;
}

bool into_variable(const Step& step) {
    if (step.read.loads || step.read.ticket) return true;
    const CallDescription& described = description_of(step.call);
    return described.has(Argument::as) && !described.has(Argument::into);
}

// The elements of a call with several datatypes are bytes.
std::size_t result_stride(const Step& step) {
    if (description_of(step.call).has(Argument::datatypes)) return 1;
    return std::max<std::size_t>(8, bytes_of(step.region.datatype));
}

Json machine_of(const RandomProgram& program, const std::string& network_model) {
    Json windows = Json::object();
    const bool shared = program.ranks_per_node > 1;
    const auto own = sim::protocol_of_windows(*program.family, *program.settings, program.windows + 1);
    for (WindowId id = 0; id < program.windows; ++id) {
        windows[window_name(id)] = window_of(program, id);
        if (!own[id].is_null()) windows[window_name(id)]["protocol"] = own[id];
    }
    const auto max = *std::max_element(program.results.begin(), program.results.end());
    windows["results"] = {{"bytes", max * 8}};
    if (!own.back().is_null()) windows["results"]["protocol"] = own.back();
    if (program.family->traits.shares_one_node) windows["results"]["shared"] = true;
    if (program.private_results) windows["results"]["alloc_mem"] = false;
    Json buffers = Json::object();
    for (WindowId id = 0; id < program.windows; ++id) {
        if (!program.is_dynamic(id)) continue;
        const auto bytes_of_rank = [&](Rank rank) { return buffer_bytes(program, id, rank); };
        buffers[buffer_name(id)] = {{"bytes", per_rank(program, bytes_of_rank)}};
    }
    Json scenario{{"name", "random-program"},
                  {"ranks", program.ranks},
                  {"platform", {{"network", {{"model", network_model}, {"reorder_ns", program.ordered ? 0 : 3000}}}}},
                  {"protocol", sim::protocol_json(*program.family, *program.settings)},
                  {"windows", windows},
                  {"programs", Json::array({{{"calls", Json::array()}}})}};
    if (shared) {
        scenario["platform"]["ranks_per_node"] = program.ranks_per_node;
        scenario["platform"]["memory"] = memory_of(program.memory);
    }
    if (program.semantics != sim::Semantics::off) {
        scenario["semantics"] = program.semantics == sim::Semantics::separate ? "separate" : "unified";
    }
    if (program.with_params) {
        scenario["params"] = {{"processes", program.ranks}};
        scenario["ranks"] = "processes";
    }
    if (program.propagation != sim::Propagation::eager) {
        scenario["propagation"] = program.propagation == sim::Propagation::lazy ? "lazy" : "seeded";
    }
    if (!program.communicators.empty()) scenario["communicators"] = written_communicators(program);
    if (has_step(program, [](const Step& step) { return step.reduce == ReduceOp::user; })) {
        scenario["operators"] = written_operators();
    }
    if (!buffers.empty()) scenario["buffers"] = std::move(buffers);
    if (program.agent) scenario["progress"] = "agent";
    if (program.agent_process) scenario["agent"] = {{"kind", "process"}};
    if (!program.faults.empty()) scenario["faults"] = faults_of(program);
    return scenario;
}

Json scenario_of(const RandomProgram& program, const std::string& network_model) {
    Json scenario = machine_of(program, network_model);
    scenario["programs"] = written_programs(program);
    return scenario;
}

std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results) {
    std::vector<std::byte> window(std::size_t{8} * std::ranges::max(program.results));
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (is_collective(step)) write_delivered(program, rank, step, results, window);
        if (receives_in_round(step)) write_message(step, results, window);
        if (!has_results(step)) continue;
        const Region words = in_words(step.region);
        const Datatype datatype = into_variable(step) ? Datatype::int64 : words.datatype;
        for (std::uint32_t k = 0; k < words.count; ++k) {
            const auto word = std::span(window).subspan((step.result + k) * std::size_t{8}, bytes_of(datatype));
            store(word, datatype, results[step.result + k]);
        }
    }
    return window;
}

}  // namespace rmasim::fuzz
