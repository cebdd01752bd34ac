// The library rmasim::sim: it runs a scenario inside another program. Installed as <rmasim/run.h>. The library does
// what `rmasim run` does, without printing, and gives the same result: the same scenario, settings and seed give the
// same bytes. Scenarios are described in scenarios/README.md.
//
//     #include <rmasim/run.h>
//
//     const auto run = rmasim::library::run_file("halo.json", {.settings = {"protocol.slots=4"}});
//     std::cout << run.messages << " packets in " << run.time_ns << " ns\n";
//
// Functions may be called from one thread at a time. After a run with a platform file that has profiles (bandwidth_file
// and similar), another run with SimGrid raises std::runtime_error, because SimGrid cannot remove the profiles.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::library {

// The options of a run.
struct Options {
    // Changes of settings, applied after the variant. Each is "PATH=VALUE" as for `rmasim run --set`:
    // "protocol.slots=4", "programs[0].calls[2].put.count=3".
    std::vector<std::string> settings{};
    std::optional<std::uint64_t> seed{};  // seed of all random choices; nullopt: the scenario's seed
    bool check = false;                   // checks every invariant of the protocol; the first violation ends the run
    // Additional figures in `json`, as for `rmasim run --breakdown`: messages, bytes and time of each rank; messages
    // and bytes of each pair of ranks.
    bool by_rank = false, by_pair = false;
    std::string variant{};  // name of one of the scenario's `variants`; empty: no variant
};

// The result of a run.
struct Run {
    // "finished", "deadlock", "erroneous" (the program breaks a rule of MPI), "lost_rank", "lost_packet" (by faults of
    // the scenario), "violation" (a bug of the protocol core). Families that model a real implementation also have
    // "assertion" and "crash".
    std::string outcome;
    std::string cause;                             // the reason why the run cannot finish; otherwise empty
    std::int64_t time_ns = 0;                      // virtual time at the end
    std::uint64_t messages = 0;                    // number of packets, sum over all ranks
    std::uint64_t message_bytes = 0;               // their size on the wire
    std::map<std::string, std::uint64_t> by_kind;  // packets by their printed kind: "PUT+LOCK.X+UNLOCK"
    std::string digest;                            // a hash of all events and their times
    // Differences from the scenario's `expect`, one text each: "messages.total: expected 5, got 7". With changed
    // settings or another seed, only the values that loads of the program expect are compared.
    std::vector<std::string> not_as_expected;
    // The whole result: the JSON object that `rmasim run --format json` prints, without `wall_s`.
    std::string json;
};

// Errors of a scenario or a setting. what() has one line for each error: the location, the value that was found, and
// the allowed values.
class BadScenario : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Runs a scenario file; if it has `groups`, all groups. Files that the scenario names are relative to its folder.
// Raises BadScenario, also for a scenario with a `schedule` (`rmasim run` replays it) and for too many ranks for the
// memory; std::bad_alloc if the memory is exhausted later; std::runtime_error if SimGrid is needed, but cannot be
// loaded.
Run run_file(const std::string& path, const Options& options = {});
// Runs a scenario given as JSON text. Files that it names are relative to `folder`. Raises the errors of run_file.
Run run_text(const std::string& scenario, const std::string& folder = ".", const Options& options = {});

// The version of this library: "0.3.0".
std::string version();

}  // namespace rmasim::library
