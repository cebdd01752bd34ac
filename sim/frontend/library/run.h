// The library rmasim::sim, which runs a scenario inside another program. It is installed as <rmasim/run.h>. The library
// gives the same result as `rmasim run`, but prints nothing. The same scenario, settings and seed give the same bytes.
// scenarios/README.md describes scenarios.
//
//     #include <rmasim/run.h>
//
//     const auto run = rmasim::library::run_file("halo.json", {.settings = {"protocol.slots=4"}});
//     std::cout << run.messages << " packets in " << run.time_ns << " ns\n";
//
// Only one thread at a time may call the functions. After a run with a platform file that has profiles (bandwidth_file
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
    // Changes of settings. They are applied after the variant. Each text is "PATH=VALUE", as for `rmasim run --set`:
    // "protocol.slots=4", "programs[0].calls[2].put.count=3".
    std::vector<std::string> settings{};
    std::optional<std::uint64_t> seed{};  // the seed of all random choices; nullopt for the scenario's seed
    // True if the run checks every invariant of the protocol. The first violation ends the run.
    bool check = false;
    // Additional figures in `json`, as for `rmasim run --breakdown`. `by_rank` adds messages, bytes and time of each
    // rank. `by_pair` adds messages and bytes of each pair of ranks.
    bool by_rank = false, by_pair = false;
    std::string variant{};  // the name of one of the scenario's `variants`; empty for no variant
};

// The result of a run.
struct Run {
    // One of these texts: "finished"; "deadlock"; "erroneous" (the program breaks a rule of MPI); "lost_rank" and
    // "lost_packet" (the scenario injects faults); "violation" (a bug of the protocol core). Families that model a real
    // implementation also have "assertion" and "crash".
    std::string outcome;
    std::string cause;                // the reason why the run cannot finish; empty if it finishes
    std::int64_t time_ns = 0;         // the virtual time at the end of the run
    std::uint64_t messages = 0;       // the number of packets of all ranks
    std::uint64_t message_bytes = 0;  // the size of these packets on the wire
    // The number of packets of each kind; the kinds are as printed: "PUT+LOCK.X+UNLOCK".
    std::map<std::string, std::uint64_t> by_kind;
    std::string digest;  // a hash of all events and their times
    // Differences from the scenario's `expect`. Each difference is a text such as "messages.total: expected 5, got 7".
    // If settings or the seed were changed, only the values that the program's loads expect are compared.
    std::vector<std::string> not_as_expected;
    // The whole result. It is the JSON object that `rmasim run --format json` prints, without `wall_s`.
    std::string json;
};

// Errors in a scenario or a setting. what() has one line for each error: the location, the value that was found, and
// the allowed values.
class BadScenario : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Runs a scenario file. If the scenario has `groups`, runs all groups. Names of files in the scenario are relative to
// the scenario's folder. Raises BadScenario for an error, for a scenario with a `schedule` (only `rmasim run` replays
// schedules), and if the memory is too small for the ranks. Raises std::bad_alloc if the memory is exhausted later.
// Raises std::runtime_error if the scenario needs SimGrid, but SimGrid cannot be loaded.
Run run_file(const std::string& path, const Options& options = {});
// Runs a scenario that is given as JSON text. Names of files in the scenario are relative to `folder`. Raises the
// errors of run_file.
Run run_text(const std::string& scenario, const std::string& folder = ".", const Options& options = {});

// The version of this library: "0.3.0".
std::string version();

}  // namespace rmasim::library
