// Benchmark of reading a scenario: the parsing of its JSON and the compilation of its programs. The number of calls
// that are read per second must not depend on the number of calls in the scenario.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <string>

namespace rmasim::sim {

namespace {

constexpr std::int64_t few = 2'000;
constexpr std::int64_t many = 32'000;

// Returns a scenario with one list of `calls` puts.
std::string text_with_calls(std::int64_t calls) {
    std::string list;
    for (std::int64_t call = 0; call < calls; ++call) list += R"({"put": {"target": 1, "disp": "8 * rank"}}, )";
    return R"({"name": "long", "ranks": 2, "windows": {"w": {"bytes": 64}}, "programs": [{"calls": [)" + list +
           R"({"barrier": {}}]}]})";
}

void read_json(benchmark::State& state) {
    const std::string text = text_with_calls(state.range(0));
    for (auto step : state) benchmark::DoNotOptimize(parse_json(text));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void compile_calls(benchmark::State& state) {
    const Json json = parse_json(text_with_calls(state.range(0)));
    for (auto step : state) benchmark::DoNotOptimize(parse_scenario(json, "."));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(read_json)->Name("calls/read_json")->Arg(few)->Arg(many);
BENCHMARK(compile_calls)->Name("calls/compile")->Arg(few)->Arg(many);

}  // namespace rmasim::sim
