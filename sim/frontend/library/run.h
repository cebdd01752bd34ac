// Runs a scenario inside another program: the library rmasim::sim. Installed as <rmasim/run.h>. It is what `rmasim run`
// does, but for its printing, and gives the same bytes: the same scenario, settings and seed end in the same result.
// Scenarios are described in scenarios/README.md.
//
//     #include <rmasim/run.h>
//
//     const auto run = rmasim::library::run_file("halo.json", {.settings = {"protocol.slots=4"}});
//     std::cout << run.messages << " packets in " << run.time_ns << " ns\n";
//
// Functions may be called one after another, from one thread at a time. After a run with a platform file that has
// profiles (bandwidth_file and the like), one that needs SimGrid raises std::runtime_error: SimGrid cannot forget them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::library {

struct Options {
    // Changes, after the variant's, each "PATH=VALUE" as for `rmasim run --set`: "protocol.slots=4",
    // "programs[0].calls[2].put.count=3".
    std::vector<std::string> settings{};
    std::optional<std::uint64_t> seed{};  // of all random choices; none: the scenario's
    bool check = false;                   // checks every invariant of the protocol; the first violation ends the run
    // What `json` has apart, as `rmasim run --breakdown`: messages, bytes and time of each rank; messages and bytes of
    // each pair of ranks.
    bool by_rank = false, by_pair = false;
    std::string variant{};  // of the scenario's `variants`, by its name; empty: the scenario as it is
};

struct Run {
    // "finished", "deadlock", "erroneous" (the program breaks a rule of MPI), "lost_rank", "lost_packet" (by faults of
    // the scenario), "violation" (a bug of the protocol core); of families that record an implementation also
    // "assertion" and "crash".
    std::string outcome;
    std::string cause;                             // why the run cannot finish; else empty
    std::int64_t time_ns = 0;                      // virtual time at the end
    std::uint64_t messages = 0;                    // packets, sum over all ranks
    std::uint64_t message_bytes = 0;               // on the wire
    std::map<std::string, std::uint64_t> by_kind;  // packets by their printed kind: "PUT+LOCK.X+UNLOCK"
    std::string digest;                            // a fingerprint of all events and their times
    // What is not as the scenario's `expect` says, a line each: "messages.total: expected 5, got 7". With changed
    // settings or another seed only the values that loads of the program expect are compared.
    std::vector<std::string> not_as_expected;
    // All of the result, one JSON object as `rmasim run --format json` prints it, but for `wall_s`.
    std::string json;
};

// What is wrong with a scenario or a setting, a line each: the place, what was found, what is allowed.
class BadScenario : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A scenario file; with `groups`, all of them. Not one with a `schedule`, which `rmasim run` replays. Files that it
// names are relative to its folder. Raises BadScenario, also for more ranks than memory has room for; std::bad_alloc if
// it needs more memory than there is later on; and std::runtime_error if it needs SimGrid and the module cannot be
// loaded.
Run run_file(const std::string& path, const Options& options = {});
// A scenario as JSON text. Files that it names are relative to `folder`.
Run run_text(const std::string& scenario, const std::string& folder = ".", const Options& options = {});

// Of this library: "0.2.0".
std::string version();

}  // namespace rmasim::library
