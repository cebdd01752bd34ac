#include "sim/mpi/recorded/recording_run.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/mpi/recorded/recorded_scenario.h"
#include "sim/mpi/recorded/recording_json.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace rmasim::sim {

namespace {

using ByKind = std::map<std::string, std::uint64_t>;

std::string difference_in(const std::string& pair, const ByKind& of_program, const ByKind& of_scenario) {
    std::set<std::string> kinds;
    for (const auto& [kind, count] : of_program) kinds.insert(kind);
    for (const auto& [kind, count] : of_scenario) kinds.insert(kind);
    for (const std::string& kind : kinds) {
        const auto count = [&kind](const ByKind& all) { return all.contains(kind) ? all.at(kind) : 0; };
        if (count(of_program) == count(of_scenario)) continue;
        return fmt::format("{} of {}: {} packets of the program, {} of the scenario", kind, pair, count(of_program),
                           count(of_scenario));
    }
    return {};
}

int refuse_recording(const ProgramToRun& program, const std::string& why) {
    complain_line("{}: --record: {}; {} is not written", program.command.front(), why, program.record);
    return bad_input;
}

// Settings of `exec` that scenarios do not have are removed.
Json settings_of(const ProgramToRun& program) {
    Json settings = program.settings;
    settings.erase("polling");
    if (program.seed) settings["seed"] = *program.seed;
    return settings;
}

// ---- Recordings with other numbers of ranks.

void send_all(int to, const std::vector<std::uint8_t>& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t now = ::write(to, bytes.data() + sent, bytes.size() - sent);
        if (now <= 0) ::_exit(internal_error);
        sent += static_cast<std::size_t>(now);
    }
}

std::vector<std::uint8_t> all_of(int from) {
    std::vector<std::uint8_t> bytes;
    std::array<std::uint8_t, 65'536> part{};
    for (ssize_t now = 0; (now = ::read(from, part.data(), part.size())) > 0;)
        bytes.insert(bytes.end(), part.begin(), part.begin() + now);
    return bytes;
}

// The output of the program is that of the run with the program's own number of ranks.
[[noreturn]] void record_here(ProgramToRun program, std::int64_t ranks, int to) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(internal_error);
    program.settings["ranks"] = ranks;
    program.record_also.clear();
    program.recording_to = to;
    program.trace = {};
    int code = bad_input;
    try {
        code = run_program(program, scenario_for(program),
                           [](const Scenario&, const ProgramWorld&, const RunResult&) { return success; });
    } catch (const BadInput& error) {
        complain_line("{}: {}", program.command.front(), error.what());
    }
    ::_exit(code);
}

std::string numbers_of_ranks(const std::vector<const Recording*>& recordings) {
    std::string text = std::to_string(recordings.front()->ranks);
    for (std::size_t i = 1; i < recordings.size(); ++i) text += fmt::format(" and {}", recordings[i]->ranks);
    return text;
}

// Returns the first difference between the scenario and a run of the program; an empty text if there is none.
std::string difference_with(Json scenario, Rank ranks, const ProgramToRun& program, const RunResult& result) {
    scenario["ranks"] = ranks;
    TimedRunOptions options;
    options.by.pair = true;
    return first_difference(result, execute(parse_scenario(scenario, program.folder), options).result);
}

}  // namespace

std::optional<OtherRecordings> record_with_other_ranks(const ProgramToRun& program) {
    OtherRecordings all;
    for (const std::int64_t ranks : program.record_also) {
        std::array<int, 2> ends{};
        std::fflush(nullptr);
        if (::pipe(ends.data()) != 0) throw std::bad_alloc();
        const pid_t child = ::fork();
        if (child < 0) throw std::bad_alloc();
        if (child == 0) {
            ::close(ends[0]);
            record_here(program, ranks, ends[1]);
        }
        ::close(ends[1]);
        all.push_back(all_of(ends[0]));
        ::close(ends[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status == 0 && !all.back().empty()) continue;
        complain_line("{}: --record-also: the run on {} ranks does not end well; {} is not written",
                      program.command.front(), ranks, program.record);
        return std::nullopt;
    }
    return all;
}

std::string first_difference(const RunResult& of_program, const RunResult& of_scenario) {
    std::set<std::string> pairs;
    for (const auto& [pair, kinds] : of_program.by_pair) pairs.insert(pair);
    for (const auto& [pair, kinds] : of_scenario.by_pair) pairs.insert(pair);
    for (const std::string& pair : pairs) {
        const auto kinds = [&pair](const RunResult& result) {
            const auto found = result.by_pair.find(pair);
            return found == result.by_pair.end() ? ByKind{} : found->second;
        };
        if (std::string text = difference_in(pair, kinds(of_program), kinds(of_scenario)); !text.empty()) return text;
    }
    if (of_program.digest == of_scenario.digest) return {};
    if (of_program.time != of_scenario.time)
        return fmt::format("the program ends at {} ns, the scenario at {} ns", to_ns(of_program.time),
                           to_ns(of_scenario.time));
    return fmt::format("the digests are {} and {}: packets are the same, but not their times", of_program.digest,
                       of_scenario.digest);
}

int write_recording(const ProgramToRun& program, const Recorder& recorder, const Scenario& scenario,
                    const RunResult& result, const OtherRecordings& others) {
    const auto site = [&](std::uint32_t number) { return scenario.programs[0][0].location_text(number); };
    if (const auto& refusal = recorder.refusal()) {
        return refuse_recording(program, fmt::format("{} at {} (rank {}): found {}; allowed: calls that scenarios have",
                                                     refusal->function, site(refusal->location),
                                                     refusal->rank, refusal->reason));
    }
    if (program.recording_to >= 0) {
        send_all(program.recording_to, packed(recorder.recording(), result, site));
        return success;
    }
    std::vector<RecordedRun> runs;
    for (const std::vector<std::uint8_t>& one : others) runs.push_back(unpacked(one, recorder.recording(), site));
    std::vector<const Recording*> recordings{&recorder.recording()};
    for (const RecordedRun& one : runs) recordings.push_back(&one.recording);
    RecordedScenario recorded = scenario_of(recordings, settings_of(program));
    if (!recorded.refused.empty()) return refuse_recording(program, "found " + recorded.refused);
    recorded.scenario["about"] = fmt::format("The calls of {} on {} ranks.{}",
                                             std::filesystem::path(program.command.front()).filename().string(),
                                             numbers_of_ranks(recordings),
                                             recorded.without_values == 0
                                                 ? ""
                                                 : fmt::format(" The data of {} calls have no values here.",
                                                               grouped(recorded.without_values)));
    const std::string text = text_of(recorded.scenario);
    std::string difference;
    try {
        difference = difference_with(recorded.scenario, recordings.front()->ranks, program, result);
        for (const RecordedRun& one : runs) {
            if (!difference.empty()) break;
            difference = difference_with(recorded.scenario, one.recording.ranks, program, one.result);
            if (!difference.empty()) difference = fmt::format("on {} ranks: {}", one.recording.ranks, difference);
        }
    } catch (const BadInput& error) {
        return refuse_recording(program, error.what());
    }
    if (!difference.empty()) {
        complain_line("{}: --record: the scenario does not do the same: {}; {} is not written", program.command.front(),
                      difference, program.record);
        return expectation_failed;
    }
    write_whole("--record", program.record, text);
    if (program.json) return success;
    print(fmt::format("recorded: {} ({} calls in {} bytes; the scenario has the same packets and digest)\n",
                      program.record, grouped(recorder.recording().count), grouped(text.size())));
    return success;
}

}  // namespace rmasim::sim
