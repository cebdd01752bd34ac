// Benchmark of small simulations, including their construction, per packet of the protocol. It also measures the digest
// of events.
#include "sim/scenario/read/parse.h"
#include "sim/timed/counts/digest.h"
#include "sim/timed/executed_run.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <string>

namespace rmasim::sim {

namespace {

// Runs a file of scenarios/scale with `ranks` and `iterations` repeatedly.
void simulate(benchmark::State& state, const char* file) {
    Json json = read_scenario_file(std::string(RMASIM_SCENARIOS) + "/scale/" + file);
    apply_setting(json, "ranks=" + std::to_string(state.range(0)));
    apply_setting(json, "programs[0].calls[0].let.iterations=" + std::to_string(state.range(1)));
    const Scenario scenario = parse_scenario(json, RMASIM_SCENARIOS);
    std::int64_t messages = 0;
    for (auto step : state) {
        const RunResult result = execute(scenario).result;
        if (result.outcome != Outcome::finished) state.SkipWithError("the run has not finished");
        messages += static_cast<std::int64_t>(result.messages);
    }
    state.SetItemsProcessed(messages);  // items_per_second are packets
}

void digest(benchmark::State& state) {
    Digest digest;
    alignas(Event::packet_alignment) Packet packet;
    packet.target = 1;
    const Event event = Event::of_packet(EventKind::deliver, &packet);
    Time now = 0;
    for (auto step : state) digest.add(++now, event);
    benchmark::DoNotOptimize(digest.hex());
    state.SetItemsProcessed(state.iterations());
}

void sized(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"ranks", "rounds"})->Args({64, 100})->Unit(benchmark::kMillisecond);
}

}  // namespace

BENCHMARK_CAPTURE(simulate, put_fence, "put-fence.json")->Name("packets/put_fence")->Apply(sized);
BENCHMARK_CAPTURE(simulate, lock_put, "lock-put.json")->Name("packets/lock_put")->Apply(sized);
BENCHMARK_CAPTURE(simulate, lock_all_random, "lock-all-random.json")->Name("packets/lock_all_random")->Apply(sized);
BENCHMARK_CAPTURE(simulate, pscw, "pscw-neighbours.json")->Name("packets/pscw_neighbours")->Apply(sized);
BENCHMARK_CAPTURE(simulate, halo_fence, "halo-fence.json")->Name("packets/halo_fence")->Apply(sized);
BENCHMARK(digest)->Name("digest/add");

}  // namespace rmasim::sim
