#include "sim/untimed/fuzz/campaign/campaign.h"

#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/program/random_messages.h"
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/random_reads.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_topologies.h"
#include "sim/untimed/profiles/profile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

namespace rmasim::fuzz {

namespace {

// The runs of one program: seeds `first` to `last`, inclusive.
struct Batch {
    std::uint64_t number;
    std::uint64_t first;
    std::uint64_t last;
};

// Generates settings and faults for one run. The program stays legal with them.
void set_up(RandomProgram& program, std::uint64_t seed) {
    sim::Random random = numbers_of(seed, Stream::program);
    program.settings = profile_of(*program.family).random_settings(random, program.settings.get());
    fit_settings(program);
    program.faults = random_faults(random, program);
}

// Sets the memory model under which the program is checked. Some programs are not checked: an owner accesses its
// window, and UNLOCK may return before its target has granted the lock. In such programs, the memory checker uses the
// return of UNLOCK as the time of the grant (MM-EDGE-5). The checker would then report correct accesses of the owner
// before that time.
void choose_model(RandomProgram& program, sim::Semantics semantics, sim::Propagation propagation) {
    const bool granted = program.family->processes.rules(*program.settings).unlock == Guarantee::applied;
    if (!granted && has_owner_accesses(program)) return;
    program.semantics = semantics;
    program.propagation = propagation;
}

RandomProgram program_of_batch(std::uint64_t seed, const sim::Family& family) {
    const std::uint64_t number = seed / runs_of_a_program;
    RandomProgram program = make_random_program(number, family);
    generate_reads(number, program);
    generate_tickets(number, program);
    generate_dynamic_windows(number, program);
    generate_communicators(number, program);
    generate_topologies(number, program.communicators);
    generate_window_comms(number, program);
    generate_collectives(number, program);
    generate_messages(number, program);
    return program;
}

std::vector<RunReport> run_batch(const Batch& batch, const Campaign& campaign) {
    RandomProgram program = program_of_batch(batch.first, *campaign.family);
    choose_model(program, campaign.semantics, campaign.propagation);
    ProgramRunner runner(program);
    std::vector<RunReport> reports;
    for (std::uint64_t seed = batch.first;; ++seed) {
        set_up(program, seed);
        runner.use_settings();
        RunReport report{.seed = seed,
                         .ranks = program.ranks,
                         .threads = program.threads,
                         .windows = program.windows,
                         .calls = calls_in(program),
                         .ordered = program.ordered};
        if (!program.faults.empty()) report.faults = faults_of(program).dump();
        report.finding = runner.run(seed);
        report.steps = runner.steps();
        report.scheduler = runner.scheduler();
        report.fault = runner.fault();
        reports.push_back(std::move(report));
        if (reports.back().finding || seed == batch.last) return reports;
    }
}

class Team {
public:
    explicit Team(const Campaign& campaign)
        : campaign_(campaign), first_batch_(campaign.first_seed / runs_of_a_program),
          last_seed_(campaign.first_seed + (campaign.runs - 1)),
          batches_(last_seed_ / runs_of_a_program - first_batch_ + 1) {}

    std::optional<RunReport> carry_out() {
        const auto members = static_cast<unsigned>(std::min<std::uint64_t>(std::max(1U, campaign_.jobs), batches_));
        std::vector<std::thread> others;
        for (unsigned i = 1; i < members; ++i) others.emplace_back([this] { work(); });
        work();
        for (std::thread& other : others) other.join();
        if (trouble_) std::rethrow_exception(trouble_);
        return found_;
    }

private:
    void work() {
        try {
            for (auto batch = next_batch(); batch; batch = next_batch())
                submit(batch->number, run_batch(*batch, campaign_));
        } catch (...) {
            const std::lock_guard guard(mutex_);
            trouble_ = std::current_exception();
        }
    }

    // Returns the next batch of runs. Returns nullopt if all batches are taken, or if a batch has a finding. Batches
    // are taken in order, so the batches before the finding have been taken, too.
    std::optional<Batch> next_batch() {
        const std::lock_guard guard(mutex_);
        if (taken_ == batches_ || stop_ || trouble_) return std::nullopt;
        const std::uint64_t number = taken_++;
        const std::uint64_t first = (first_batch_ + number) * runs_of_a_program;
        return Batch{number, std::max(first, campaign_.first_seed),
                     std::min(first + runs_of_a_program - 1, last_seed_)};
    }

    void submit(std::uint64_t number, std::vector<RunReport> reports) {
        const std::lock_guard guard(mutex_);
        stop_ = stop_ || reports.back().finding;
        done_.emplace(number, std::move(reports));
        for (auto next = done_.begin(); next != done_.end() && next->first == delivered_;
             next = done_.erase(next), ++delivered_) {
            for (RunReport& report : next->second) deliver(report);
        }
    }

    void deliver(RunReport& report) {
        if (found_) return;
        campaign_.on_run(report);
        if (report.finding) found_ = std::move(report);
    }

    const Campaign& campaign_;
    std::uint64_t first_batch_;
    std::uint64_t last_seed_;
    std::uint64_t batches_;
    std::mutex mutex_;
    std::uint64_t taken_ = 0;
    std::uint64_t delivered_ = 0;
    bool stop_ = false;
    std::map<std::uint64_t, std::vector<RunReport>> done_;  // By number: finished batches that wait for an earlier,
                                                            // unfinished batch.
    std::optional<RunReport> found_;
    std::exception_ptr trouble_;
};

}  // namespace

std::size_t calls_in(const RandomProgram& program) {
    std::size_t calls = 0;
    for (const auto& steps : program.steps) calls += steps.size();
    return calls;
}

RandomProgram program_of_run(std::uint64_t seed, const sim::Family& family, sim::Semantics semantics,
                             sim::Propagation propagation) {
    RandomProgram program = program_of_batch(seed, family);
    choose_model(program, semantics, propagation);
    set_up(program, seed);
    return program;
}

std::optional<RunReport> Campaign::carry_out() const { return runs == 0 ? std::nullopt : Team(*this).carry_out(); }

}  // namespace rmasim::fuzz
