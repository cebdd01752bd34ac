#include "sim/untimed/fuzz/scenario_writer.h"

#include "sim/scenario/model/setting_names.h"
#include "sim/untimed/fuzz/random_collectives.h"
#include "sim/untimed/fuzz/random_communicators.h"
#include "sim/untimed/fuzz/random_dynamic.h"
#include "sim/untimed/fuzz/sequential_model.h"
#include "sim/untimed/fuzz/thread_calls.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace rmasim::fuzz {

namespace {

using sim::Json;

std::string window_name(WindowId id) { return 'w' + std::to_string(id); }
std::string buffer_name(WindowId of_window) { return 'b' + std::to_string(of_window); }
std::string variable_of(const Step& one) { return one.read.ticket ? ticket_of(one) : 'f' + std::to_string(one.result); }
std::string variable_of(const RandomProgram& program, const BlocksAddress& address) {
    return 'a' + std::to_string(address.variable(program));
}

Json asserts_of(const Step& step) {
    Json names = Json::array();
    for (const Assert one : all_asserts) {
        if (has(step.asserts, one)) names.push_back(name_of(one));
    }
    return names;
}

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

// ---- Counters, persistent requests, messages with handles.

std::string handle_name(std::uint32_t handle) { return 'h' + std::to_string(handle); }
std::string request_name(std::uint32_t request) { return 'q' + std::to_string(request); }

Json modes_of(const Step& step) {
    Json names = Json::array();
    if (has(step.more.modes, SyncModes::put)) names.push_back("put");
    if (has(step.more.modes, SyncModes::get)) names.push_back("get");
    if (has(step.more.modes, SyncModes::accumulate)) names.push_back("accumulate");
    return names;
}

Json names_of(const std::vector<std::uint32_t>& variables, std::string (*name)(std::uint32_t)) {
    Json names = Json::array();
    for (const std::uint32_t variable : variables) names.push_back(name(variable));
    return names;
}

std::optional<Json> counter_value_of(const RandomProgram& program, Rank rank, const Step& step, Argument argument) {
    const CounterArguments& more = step.more;
    const bool message = description_of(step.call).kind == CallClass::message;
    const bool of_handle = transfers_handles(step);
    const std::string handle = more.handles.empty() ? "" : handle_name(more.handles.front());
    switch (argument) {
        case Argument::window: return message ? std::nullopt : std::optional<Json>(window_name(step.window));
        case Argument::target:
        case Argument::source:
        case Argument::peer: return message ? step.target : rank_in_window(program, step.window, rank, step.target);
        case Argument::tag: return more.tag;
        case Argument::datatype: return of_handle ? std::optional<Json>("handle_sync") : std::nullopt;
        case Argument::root: return step.target;
        case Argument::value:
            return of_handle && (message || step.target == rank) ? std::optional<Json>(handle) : std::nullopt;
        case Argument::as:
            return message && !of_handle ? std::nullopt : std::optional<Json>(of_handle ? handle : "done");
        case Argument::index:
        case Argument::tested_index:
        case Argument::outcount: return "which";
        case Argument::counters: return names_of(more.handles, handle_name);
        case Argument::handles:
        case Argument::counter: return handle;
        case Argument::initial: return more.count;
        case Argument::modes: return modes_of(step);
        case Argument::info: return more.restart ? std::optional<Json>(Json{{"restart", true}}) : std::nullopt;
        case Argument::request:
        case Argument::new_request:
            return more.requests.empty() ? std::nullopt : std::optional<Json>(request_name(more.requests.front()));
        case Argument::requests:  // WAIT has `request`, too, and uses that one
            return step.call == Call::request_wait ? std::optional<Json>() : names_of(more.requests, request_name);
        case Argument::new_size: return more.new_size;
        default: return std::nullopt;
    }
}

// Returns the displacement of an operation, as JSON. On a dynamic window, the displacement is relative to the address
// that the target has sent.
Json disp_of(const RandomProgram& program, const Step& step) {
    const std::uint64_t disp = program.disp_of(step);
    if (!program.is_dynamic(step.window) || step.target == proc_null) return disp;
    return fmt::format("{} + {}", variable_of(program, {step.window, step.target}), disp);
}

// Returns the value of an argument of a call. Returns nullopt if the value is the default, or if another argument
// replaces this one.
std::optional<Json> value_of(const RandomProgram& program, Rank rank, const Step& step, Argument argument) {
    if (step.more.unit >= 0 && !is_operation(step.call)) return counter_value_of(program, rank, step, argument);
    const Region& region = step.region;
    const auto unless_basic = [&](std::uint32_t value) {
        return region.basic() ? std::nullopt : std::optional<Json>(value);
    };
    switch (argument) {
        case Argument::window: return window_name(step.window);
        case Argument::comm:
            return step.comm < 0 ? std::nullopt
                                 : std::optional<Json>(communicator_name(static_cast<std::size_t>(step.comm)));
        case Argument::target:
            if (step.read.of_last) return target_of_last(program, rank, step, ticket_of(step));
            return rank_in_window(program, step.window, rank, step.target);
        case Argument::root: return peer_of(program, rank, step);
        case Argument::disp: return disp_of(program, step);
        case Argument::memory: return written_location(program, step.window, rank, region.disp);
        case Argument::memory_size: return region.count;
        case Argument::count: return region.count;
        case Argument::datatype: return name_of(region.datatype);
        case Argument::block_length: return unless_basic(region.block_length);
        case Argument::stride: return unless_basic(region.stride);
        case Argument::origin_derived: return step.origin_derived ? std::optional<Json>(true) : std::nullopt;
        case Argument::op: return name_of(step.reduce);
        case Argument::value: return step.value;
        case Argument::step: return step.step;
        case Argument::compare: return step.value + step.step;
        case Argument::into:
            if (into_variable(step)) return std::nullopt;
            if (step.read.into_window) {
                Json location = written_location(program, step.window, rank, step.read.into);
                location["stride"] = 8;
                return location;
            }
            return Json{{"win", "results"}, {"disp", step.result * 8}, {"stride", result_stride(step)}};
        case Argument::as: return into_variable(step) ? std::optional<Json>(variable_of(step)) : std::nullopt;
        case Argument::request:
        case Argument::new_request: return 'r' + std::to_string(step.request);
        case Argument::group: return ranks_in_window(program, step.window, rank, step.group);
        case Argument::type: return name_of(step.lock_type);
        case Argument::asserts: return step.asserts == Assert::none ? std::nullopt : std::optional(asserts_of(step));
        default: return std::nullopt;
    }
}

Json arguments(const RandomProgram& program, Rank rank, const Step& step) {
    Json call = Json::object();
    description_of(step.call).arguments.for_each([&](Argument argument) {
        if (auto value = value_of(program, rank, step, argument))
            call[std::string(key_of(argument))] = std::move(*value);
    });
    return call;
}

Json written_access(const RandomProgram& program, Rank rank, const Step& step) {
    const LocalAccess& access = step.access;
    const auto name = [](std::uint32_t variable) { return 'l' + std::to_string(variable); };
    const bool loads = access.kind == LocalAccess::Kind::load;
    const std::uint64_t disp = disp_of_access(step);
    Json json = access.of_results ? Json{{"win", "results"}, {"disp", disp}}
                                  : written_location(program, step.window, rank, disp);
    json["datatype"] = "int64";
    if (loads) json["as"] = name(access.variable);
    const char* const key = loads ? "expect" : "value";
    if (access.operand == LocalAccess::Operand::value) json[key] = step.value;
    if (access.operand == LocalAccess::Operand::variable) {
        json[key] = loads ? name(access.other) : fmt::format("{} + {}", name(access.other), step.value);
    }
    return {{loads ? "load" : "store", json}};
}

// Returns a message to another rank, or of the rank to itself. The message has no data, so it is sent eagerly with any
// limit. Programs rely on this.
Json written_message(const RandomProgram& program, Rank rank, const Step& step) {
    const char* const other = step.call == Call::send ? "target" : "source";
    Json message = Json::object();
    if (step.comm >= 0) message["comm"] = communicator_name(static_cast<std::size_t>(step.comm));
    message[other] = peer_of(program, rank, step);
    message["tag"] = step.more.tag;
    message["count"] = 0;
    return {{std::string(verb_of(description_of(step.call))), std::move(message)}};
}

Json store_of_owner(const Step& step) {
    return {{"win", window_name(step.window)},           {"disp", step.region.disp}, {"count", step.region.count},
            {"datatype", name_of(step.region.datatype)}, {"value", step.value},      {"step", step.step}};
}

Json written_thread_sync(const ThreadCall& call) {
    if (call.among == sim::InstructionKind::thread_barrier) return {{"thread_barrier", Json::object()}};
    const char* const verb = call.among == sim::InstructionKind::set_flag ? "set_flag" : "wait_flag";
    return {{verb, {{"flag", "t" + std::to_string(call.flag)}, {"value", call.value}}}};
}

// Returns a load from a window segment of any rank. If the window is dynamic, only the owner can load from it.
Json written_load(const RandomProgram& program, Rank rank, const Step& step) {
    const std::uint64_t disp = step.region.disp;
    const Rank comm_rank = rank_in_window(program, step.window, rank, step.target);
    Json load = program.is_dynamic(step.window)
                    ? written_location(program, step.window, step.target, disp)
                    : Json{{"win", window_name(step.window)}, {"target", comm_rank}, {"disp", disp}};
    load["datatype"] = name_of(step.region.datatype);
    load["as"] = variable_of(step);
    return {{"load", std::move(load)}};
}

Json written_address(const RandomProgram& program, const ThreadCall& call, const BlocksAddress& address) {
    const std::string variable = variable_of(program, address);
    if (call.message == Call::none) {
        Json location = written_location(program, address.window, address.owner, 0);
        location["as"] = variable;
        return {{"get_address", std::move(location)}};
    }
    const bool sends = call.message == Call::send;
    return {{std::string(verb_of(description_of(call.message))),
             {{sends ? "target" : "source", call.peer},
              {"tag", call.tag},
              {"datatype", "int64"},
              {sends ? "value" : "as", variable}}}};
}

Json written_wait(const Step& step) {
    const CallDescription& described = description_of(step.waits_by);
    Json call{{"requests", {'r' + std::to_string(step.request)}}};
    if (described.has(Argument::index) || described.has(Argument::outcount)) call["as"] = "which";
    return {{std::string(verb_of(described)), std::move(call)}};
}

Json written(const RandomProgram& program, const ThreadCall& call, Rank rank) {
    if (call.address) return written_address(program, call, *call.address);
    if (call.step != nullptr && call.step->read.loads) return written_load(program, rank, *call.step);
    if (call.step != nullptr && call.step->access.kind != LocalAccess::Kind::none) {
        return written_access(program, rank, *call.step);
    }
    if (call.step != nullptr && call.step->more.unit < 0 &&
        description_of(call.step->call).kind == CallClass::message) {
        return written_message(program, rank, *call.step);
    }
    if (call.step != nullptr && call.step->waits_by != Call::request_wait) return written_wait(*call.step);
    if (call.step != nullptr && call.step->by_store) return {{"store", store_of_owner(*call.step)}};
    if (call.step != nullptr) {
        return {{std::string(verb_of(description_of(call.step->call))), arguments(program, rank, *call.step)}};
    }
    if (call.message == Call::none) return written_thread_sync(call);
    const char* const other = call.message == Call::send ? "target" : "source";
    return {{std::string(verb_of(description_of(call.message))), {{other, rank}, {"tag", call.tag}}}};
}

Json calls_of(const RandomProgram& program, const std::vector<ThreadCall>& thread, Rank rank) {
    Json calls = Json::array();
    for (const ThreadCall& call : thread) calls.push_back(written(program, call, rank));
    // Every epoch has ended at this point, so variables with fetched data have their values.
    for (const ThreadCall& call : thread) {
        const Step* const step = call.step;
        if (step == nullptr || !has_results(*step) || !into_variable(*step)) continue;
        calls.push_back(
            {{"store",
              {{"win", "results"}, {"disp", step->result * 8}, {"datatype", "int64"}, {"value", variable_of(*step)}}}});
    }
    return calls;
}

Json program_of(const RandomProgram& program, Rank rank) {
    Json lists = Json::array();
    for (const auto& thread : calls_of_threads(program, rank)) lists.push_back(calls_of(program, thread, rank));
    Json entry{{"ranks", std::to_string(rank)}};
    if (program.threads == 1) entry["calls"] = lists.front();
    else entry["threads"] = lists;
    return entry;
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

std::size_t result_stride(const Step& step) { return std::max<std::size_t>(8, bytes_of(step.region.datatype)); }

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
    if (!buffers.empty()) scenario["buffers"] = std::move(buffers);
    if (program.agent) scenario["progress"] = "agent";
    if (program.agent_process) scenario["agent"] = {{"kind", "process"}};
    if (!program.faults.empty()) scenario["faults"] = faults_of(program);
    return scenario;
}

Json scenario_of(const RandomProgram& program, const std::string& network_model) {
    Json scenario = machine_of(program, network_model);
    Json programs = Json::array();
    for (Rank rank = 0; rank < program.ranks; ++rank) programs.push_back(program_of(program, rank));
    scenario["programs"] = std::move(programs);
    return scenario;
}

std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results) {
    std::vector<std::byte> window(std::size_t{8} * std::ranges::max(program.results));
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (is_collective(step)) write_delivered(program, rank, step, results, window);
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
