#include "sim/fuzz/scenario_writer.h"

#include "sim/fuzz/sequential_model.h"
#include "sim/input/model/setting_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

using sim::Json;

std::string window_name(WindowId id) { return 'w' + std::to_string(id); }

// FETCH_AND_OP and COMPARE_AND_SWAP bring their element to a variable.
bool into_variable(const Step& step) {
    return step.kind == OpKind::fetch_and_op || step.kind == OpKind::compare_and_swap;
}

Json operation(const Step& step) {
    const Region& region = step.region;
    Json call{{"win", window_name(step.window)},
              {"target", step.target},
              {"disp", region.disp_bytes},
              {"datatype", name_of(region.datatype)}};
    if (!into_variable(step)) call["count"] = region.count;
    if (!region.basic()) {
        call["block_length"] = region.block_length;
        call["stride"] = region.stride;
    }
    if (step.kind != OpKind::get) call["value"] = step.value;
    if (step.kind == OpKind::compare_and_swap) call["compare"] = step.value + step.step;
    if (step.kind != OpKind::get && !into_variable(step)) call["step"] = step.step;
    if (accumulates(step.kind) && step.kind != OpKind::compare_and_swap) call["op"] = name_of(step.reduce);
    if (into_variable(step)) {
        call["as"] = 'f' + std::to_string(step.result);
    } else if (fetches(step.kind)) {
        call["into"] = {{"win", "results"}, {"disp", step.result * 8}, {"stride", 8}};
    }
    if (step.call >= Call::rput) call["request"] = 'r' + std::to_string(step.request);
    return call;
}

Json arguments(const Step& step) {
    if (is_operation(step.call)) return operation(step);
    if (step.call == Call::request_wait) return {{"request", 'r' + std::to_string(step.request)}};
    Json call = Json::object();
    if (step.call == Call::barrier) return call;
    call["win"] = window_name(step.window);
    if (step.target != no_rank) call["target"] = step.target;
    if (step.call == Call::lock) call["type"] = name_of(step.lock_type);
    if (step.call == Call::post || step.call == Call::start) call["group"] = step.group;
    if (step.asserts != Assert::none) {
        const char* const name = has(step.asserts, Assert::noprecede)   ? "noprecede"
                                 : has(step.asserts, Assert::nosucceed) ? "nosucceed"
                                                                        : "nocheck";
        call["assert"] = {name};
    }
    return call;
}

Json calls_of(const std::vector<Step>& steps) {
    Json calls = Json::array();
    for (const Step& step : steps) {
        const std::string name(step.call == Call::request_wait ? "wait" : name_of(step.call));
        calls.push_back({{name, arguments(step)}});
    }
    // Every epoch is over: the variables are there.
    for (const Step& step : steps) {
        if (!is_operation(step.call) || !into_variable(step)) continue;
        calls.push_back({{"store",
                          {{"win", "results"},
                           {"disp", step.result * 8},
                           {"datatype", "int64"},
                           {"value", 'f' + std::to_string(step.result)}}}});
    }
    return calls;
}

}  // namespace

std::vector<std::string> window_names(const RandomProgram& program) {
    std::vector<std::string> names;
    for (WindowId id = 0; id < program.windows; ++id) names.push_back(window_name(id));
    return names;
}

Json scenario_of(const RandomProgram& program, const std::string& network_model) {
    Json windows = Json::object();
    const bool shared = program.ranks_per_node > 1;
    for (WindowId id = 0; id < program.windows; ++id) {
        windows[window_name(id)] = {{"bytes", program.window_bytes()}};
        if (shared) windows[window_name(id)]["shared"] = true;
    }
    const auto most = *std::max_element(program.results.begin(), program.results.end());
    windows["results"] = {{"bytes", most * 8}};
    if (program.family->shares_one_node()) windows["results"]["shared"] = true;
    Json programs = Json::array();
    for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
        programs.push_back({{"ranks", std::to_string(rank)}, {"calls", calls_of(program.steps[rank])}});
    }
    Json scenario{{"name", "random-program"},
                  {"ranks", program.ranks},
                  {"platform", {{"network", {{"model", network_model}, {"reorder_ns", program.ordered ? 0 : 3000}}}}},
                  {"protocol", sim::protocol_json(*program.family, *program.settings)},
                  {"windows", windows},
                  {"programs", programs}};
    if (shared) {
        scenario["platform"]["ranks_per_node"] = program.ranks_per_node;
        scenario["platform"]["memory"] = {{"order", name_in(sim::memory_orders, program.memory_order)}};
    }
    if (!program.faults.empty()) scenario["faults"] = faults_of(program);
    return scenario;
}

std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results) {
    const auto most = *std::max_element(program.results.begin(), program.results.end());
    std::vector<std::byte> window(std::size_t{most} * 8);
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (!is_operation(step.call) || !fetches(step.kind)) continue;
        const Datatype datatype = into_variable(step) ? Datatype::int64 : step.region.datatype;
        for (std::uint32_t k = 0; k < step.region.count; ++k) {
            const std::size_t word = step.result + k;
            store(std::span(window).subspan(word * 8, bytes_of(datatype)), datatype, results[word]);
        }
    }
    return window;
}

}  // namespace rmasim::fuzz
