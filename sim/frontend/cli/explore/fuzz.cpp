// rmasim fuzz: runs random programs, and compares the results with a sequential model.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/campaign/case_file.h"
#include "sim/untimed/fuzz/shrink/shrink.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>

namespace rmasim::sim {

namespace {

using fuzz::RunReport;

constexpr std::uint64_t max_runs_with_lines = 1000;

// The progress on standard error. On a terminal, one line is overwritten. Otherwise, a further line is printed every
// ten seconds.
class Counter {
public:
    explicit Counter(std::uint64_t runs) : runs_(runs), terminal_(isatty(STDERR_FILENO) != 0) {}

    void count() {
        ++done_;
        const Clock::time_point now = Clock::now();
        if (now - last_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000))) return;
        last_ = now;
        complain(fmt::format("{}{} of {}, {}/s{}", terminal_ ? "\r" : "", grouped(done_), counted(runs_, "run"),
                             grouped(rate()), terminal_ ? "\x1b[K" : "\n"));
        shown_ = true;
    }
    // Prints the rate to standard error. Standard output must stay deterministic, and the rate is not.
    void end() const {
        if (terminal_ && shown_) complain("\r\x1b[K");
        complain_line("{}/s", counted(rate(), "run"));
    }

private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t rate() const {
        const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        return static_cast<std::uint64_t>(static_cast<double>(done_) / seconds);
    }

    std::uint64_t runs_;
    bool terminal_;
    bool shown_ = false;
    std::uint64_t done_ = 0;
    Clock::time_point began_ = Clock::now();
    Clock::time_point last_ = began_;
};

// The cause of a fault: "cause 3" in a text that ends with "(cause 3)". Other texts begin with the cause.
std::string cause_in(const std::string& fault) {
    const std::size_t at = fault.rfind("(cause ");
    if (at != std::string::npos) return fault.substr(at + 1, fault.find(')', at) - at - 1);
    return fault.substr(0, fault.find(" at rank"));
}

// A number and its noun. The number has no commas, because scripts read the lines of the output.
template <class Number>
std::string number_of(Number number, std::string_view what) {
    return fmt::format("{} {}", number, noun(static_cast<std::uint64_t>(number), what));
}

std::string line_of(const RunReport& run) {
    const std::string threads = run.threads == 1 ? "" : fmt::format(" of {} threads", run.threads);
    return fmt::format("{}: {}{}, {}, {}{}{}{}; {}; {}: {}", run.seed, number_of(run.ranks, "rank"), threads,
                       number_of(run.windows, "window"), number_of(run.calls, "call"),
                       run.ordered ? "" : ", packets overtake", run.faults.empty() ? "" : ", ", run.faults,
                       run.scheduler, number_of(run.steps, "step"),
                       run.finding         ? std::string(name_of(run.finding->symptom))
                       : run.fault.empty() ? "ok"
                                           : cause_in(run.fault));
}

// The totals of the runs of a campaign, or of a shard of a campaign.
struct Totals {
    std::uint64_t runs = 0;
    std::uint64_t steps = 0;
    std::map<std::string, std::uint64_t> faults{};  // the number of runs by cause

    void count(const RunReport& run) {
        ++runs;
        steps += run.steps;
        if (!run.fault.empty()) ++faults[cause_in(run.fault)];
    }
};

std::string save(const fuzz::Shrunk& shrunk, const FuzzOptions& options, const Json& scenario) {
    const std::string path =
        (std::filesystem::path(options.out) / (scenario["name"].get<std::string>() + ".json")).string();
    const std::string text = scenario.dump(2) + '\n';
    make_folder("--out", options.out);
    write_whole("--out", path, text);
    print_line("Shrunk to {}, {}, {}, {}, in {}: {}", number_of(shrunk.program.ranks, "rank"),
               number_of(shrunk.program.windows, "window"), number_of(calls_in(shrunk.program), "call"),
               number_of(shrunk.finding.order.size(), "step"), counted(shrunk.runs, "run"), path);
    return path;
}

void shrink_and_save(const RunReport& run, const FuzzOptions& options) {
    const Semantics semantics = model_named(options.semantics);
    const fuzz::Shrunk shrunk = fuzz::shrink(fuzz::program_of_run(run.seed, family_named(options.family), semantics,
                                                                  propagation_named(options.propagation, semantics)),
                                             *run.finding, run.seed);
    const Json scenario = fuzz::case_of(shrunk.program, shrunk.finding, fmt::format("fuzz-{}", run.seed));
    const std::string path = save(shrunk, options, scenario);
    print_line("{}: {}", name_of(shrunk.finding.symptom), shrunk.finding.what.front());
    const Scenario written = parse_scenario(scenario, ".");
    const Replay again = replay(written, written.schedule, "schedule");
    print_line("{}: rmasim run {}",
               again.failed ? fmt::format("To replay it ({})", name_of(*again.failed))
                            : "Its end state is right; the error shows only in intermediate states",
               path);
}

fuzz::Campaign campaign_of(const FuzzOptions& options) {
    fuzz::Campaign campaign;
    campaign.first_seed = options.seed;
    campaign.runs = options.runs;
    campaign.jobs = options.jobs;
    campaign.family = &family_named(options.family);
    campaign.semantics = model_named(options.semantics);
    campaign.propagation = propagation_named(options.propagation, campaign.semantics);
    return campaign;
}

// Executes a shard of a campaign, and prints its results as a line of JSON.
int make_shard(const FuzzOptions& options) {
    fuzz::Campaign campaign = campaign_of(options);
    Totals totals;
    Json lines = Json::array();
    campaign.on_run = [&](const RunReport& run) {
        totals.count(run);
        if (options.verbose || run.finding) lines.push_back(printable(line_of(run)));
    };
    const auto found = campaign.carry_out();
    Json shard{{"key", options.seed}, {"runs", totals.runs}, {"steps", totals.steps}, {"faults", totals.faults}};
    shard["lines"] = std::move(lines);
    if (found) shard["found"] = found->seed;
    print(shard.dump() + '\n');
    return success;
}

// Reads the results of the campaign's shards from standard input, in the order of their seeds, and prints their lines.
// If a result has a finding, repeats the run of the finding, because the result has only its seed.
std::optional<RunReport> read_shards(const FuzzOptions& options, Totals& totals) {
    std::string line;
    while (std::getline(std::cin, line)) {
        try {
            const Json shard = Json::parse(line);
            totals.runs += shard.at("runs").get<std::uint64_t>();
            totals.steps += shard.at("steps").get<std::uint64_t>();
            for (const auto& [cause, runs] : shard.at("faults").items()) {
                totals.faults[cause] += runs.get<std::uint64_t>();
            }
            for (const Json& one : shard.at("lines")) print(one.get<std::string>() + '\n');
            if (!shard.contains("found")) continue;
            fuzz::Campaign again = campaign_of(options);
            again.first_seed = shard.at("found").get<std::uint64_t>();
            again.runs = 1;
            return again.carry_out();
        } catch (const Json::exception&) {
            throw BadInput("standard input", line.substr(0, 40), "shards of the campaign");
        }
    }
    return std::nullopt;
}

std::optional<RunReport> make_runs(const FuzzOptions& options, Totals& totals) {
    const bool lines = options.verbose || options.runs <= max_runs_with_lines;
    Counter progress(options.runs);
    fuzz::Campaign campaign = campaign_of(options);
    campaign.on_run = [&](const RunReport& run) {
        if (lines || run.finding) print_line("{}", line_of(run));
        totals.count(run);
        progress.count();
    };
    auto found = campaign.carry_out();
    progress.end();
    return found;
}

}  // namespace

int fuzz_command(const FuzzOptions& options) {
    require_folder("--out", options.out);
    now_making("random programs");
    if (options.role == Role::shards) return make_shard(options);
    print_line("seeds {} to {}", options.seed, options.seed + (options.runs - 1));
    Totals totals;
    const auto found = options.role == Role::whole ? make_runs(options, totals) : read_shards(options, totals);
    for (const auto& [cause, runs] : totals.faults) {
        print_line("{} ended in a fault of the implementation: {}", counted(runs, "run"), cause);
    }
    print_line("{}, {}: {}", counted(totals.runs, "run"), counted(totals.steps, "step"),
               found ? found->finding->what.front() : "all agree with the sequential model, no invariant violated");
    flush_output();
    if (!found) return success;
    for (std::size_t i = 1; i < found->finding->what.size(); ++i) print_line("  {}", found->finding->what[i]);
    shrink_and_save(*found, options);
    return expectation_failed;
}

}  // namespace rmasim::sim
