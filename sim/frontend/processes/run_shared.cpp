#include "sim/frontend/processes/run_shared.h"

#include "sim/frontend/groups/add_figures.h"
#include "sim/frontend/processes/figures_json.h"
#include "sim/frontend/processes/result_figures_json.h"
#include "sim/frontend/processes/shared_contents.h"
#include "sim/machine/arena/sanitized.h"
#include "sim/timed/counts/digest.h"
#include "sim/timed/counts/table_counts.h"
#include "sim/timed/timed_run.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace rmasim::sim {

namespace {

using Json = nlohmann::json;

// The partial result of a process, and the CPU time that the process took.
struct ReportedPartition {
    PartitionResult partition;
    Rank ranks_finished = 0;
    double cpu_s = 0;
};

// The CPU time of this process so far, of all its threads.
double own_cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string text_of(const ReportedPartition& reported) {
    Json fall_backs = Json::array();
    for (const FallBack& one : reported.partition.result.fall_backs) {
        fall_backs.push_back({one.rank, one.window, one.call, one.needed_by, one.at_ns, Json()});
        if (one.took_ns) fall_backs.back().back() = *one.took_ns;
    }
    const Json json = {{"figures", figures_json(reported.partition.result)},
                       {"fall_backs", std::move(fall_backs)},
                       {"time_spent_ps", reported.partition.time_spent},
                       {"element_waits_ps", reported.partition.element_waits},
                       {"digest", reported.partition.digest},
                       {"slices", reported.partition.slices},
                       {"packets_sent", reported.partition.packets_sent},
                       {"waited_s", reported.partition.waited_s},
                       {"ranks_finished", reported.ranks_finished},
                       {"cpu_s", reported.cpu_s}};
    return json.dump();
}

ReportedPartition partition_of(const std::string& text) {
    const Json json = Json::parse(text);
    ReportedPartition reported;
    read_figures(json.at("figures"), reported.partition.result);
    for (const Json& one : json.at("fall_backs")) {
        FallBack back{.rank = one.at(0).get<Rank>(),
                      .window = one.at(1).get<std::string>(),
                      .call = one.at(2).get<std::string>(),
                      .needed_by = one.at(3).get<std::string>(),
                      .at_ns = one.at(4).get<std::int64_t>(),
                      .took_ns = std::nullopt};
        if (!one.at(5).is_null()) back.took_ns = one.at(5).get<std::int64_t>();
        reported.partition.result.fall_backs.push_back(std::move(back));
    }
    json.at("time_spent_ps").get_to(reported.partition.time_spent);
    json.at("element_waits_ps").get_to(reported.partition.element_waits);
    json.at("digest").get_to(reported.partition.digest);
    json.at("slices").get_to(reported.partition.slices);
    json.at("packets_sent").get_to(reported.partition.packets_sent);
    json.at("waited_s").get_to(reported.partition.waited_s);
    json.at("ranks_finished").get_to(reported.ranks_finished);
    json.at("cpu_s").get_to(reported.cpu_s);
    return reported;
}

// Adds a partial result. The ranks of `next` must follow those of `sum`.
void add(PartitionResult& sum, PartitionResult&& next) {
    append_ranks(sum.result.by_rank, next.result.by_rank);
    std::ranges::move(next.result.fall_backs, std::back_inserter(sum.result.fall_backs));
    add_figures(sum.result, std::move(next.result));
    for (std::size_t cause = 0; cause < cause_count; ++cause) sum.time_spent[cause] += next.time_spent[cause];
    for (std::size_t kind = 0; kind < 2; ++kind) sum.element_waits[kind] += next.element_waits[kind];
    sum.digest += next.digest;
}

// The result of the run. The sums of times are rounded here and not earlier. The result lists only the first
// fall-backs.
RunResult result_of(const Scenario& scenario, PartitionResult&& all) {
    RunResult result = std::move(all.result);
    result.scenario = scenario.title();
    result.seed = scenario.seed;
    result.ranks = scenario.ranks;
    round_times(scenario, all.time_spent, all.element_waits, result);
    result.digest = Digest::hex_of(all.digest);
    std::ranges::stable_sort(result.fall_backs, {}, [](const FallBack& one) { return std::pair(one.at_ns, one.rank); });
    if (result.fall_backs.size() > max_fall_backs) result.fall_backs.resize(max_fall_backs);
    return result;
}

SharedRun put_together(const Scenario& scenario, const std::vector<std::string>& texts) {
    SharedRun run;
    std::optional<PartitionResult> all;
    for (const std::string& text : texts) {
        ReportedPartition reported = partition_of(text);
        run.figures.slices = reported.partition.slices;
        run.figures.packets_sent.push_back(reported.partition.packets_sent);
        run.figures.waited_s.push_back(reported.partition.waited_s);
        run.figures.busy_s.push_back(reported.cpu_s);
        run.ranks_finished += reported.ranks_finished;
        if (all) add(*all, std::move(reported.partition));
        else all = std::move(reported.partition);
    }
    run.result = result_of(scenario, std::move(*all));
    return run;
}

}  // namespace

namespace {

// Returns the partial results of all processes as texts in process 0, and an empty list in other processes.
std::vector<std::string> gather(Exchange& exchange, const TimedRun& run_here, PartitionResult&& partition,
                                double cpu_s) {
    return exchange.gather(text_of({std::move(partition), run_here.ranks_finished(), cpu_s}));
}

// The figures of all processes up to the interrupt. Returns nullopt in other processes than process 0.
std::optional<SharedRun> interrupted_run(const Scenario& scenario, Exchange& exchange, TimedRun& run_here,
                                         double cpu_s) {
    const std::vector<std::string> texts = gather(exchange, run_here, run_here.partition_so_far(), cpu_s);
    if (exchange.number() != 0) return std::nullopt;
    SharedRun run = put_together(scenario, texts);
    run.result.outcome = Outcome::interrupted;
    return run;
}

}  // namespace

std::optional<SharedRun> run_shared(const Scenario& scenario, Exchange& exchange, Breakdowns by, Compared compared,
                                    const SharedOutputs& outputs) {
    const TimedRunOptions options{.by = by, .look = outputs.look};
    auto run_here = std::make_unique<TimedRun>(scenario, options, exchange, outputs.trace);
    const double before_s = own_cpu_s();
    std::optional<PartitionResult> partition = run_here->run_partition();
    const double cpu_s = own_cpu_s() - before_s;
    if (!exchange.all(!run_here->was_interrupted())) return interrupted_run(scenario, exchange, *run_here, cpu_s);
    const bool as_expected = partition && (compared == Compared::loads || ranks_as_expected(scenario, *run_here));
    if (!exchange.all(as_expected)) return std::nullopt;
    const std::vector<std::string> texts = gather(exchange, *run_here, std::move(*partition), cpu_s);
    if (outputs.contents) {
        gather_contents(exchange, scenario, run_here->memory(), run_here->ranks_here(), outputs.to);
    }
    // The program does not destroy the simulation, because the destruction of a million ranks would take time and have
    // no use.
    if (!RMASIM_SANITIZED) static_cast<void>(run_here.release());
    if (exchange.number() != 0) return std::nullopt;
    SharedRun run = put_together(scenario, texts);
    if (compared == Compared::all) run.moved = differences_of_counts(scenario, measured_by(run.result));
    return run;
}

}  // namespace rmasim::sim
