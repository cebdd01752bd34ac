// The commands of the command line and their options. Each command has its own file.
#pragma once

#include "sim/frontend/cli/input/load.h"
#include "sim/timed/counts/breakdown.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct ProgramFile;

// Options that distribute the work of a subcommand over processes. For most of these options, the program starts the
// Python package, which runs the subcommand.
struct DistributeOptions {
    std::string jobs, dask, dask_wait_s, parts, shard;
    bool any() const { return !jobs.empty() || any_but_jobs(); }
    bool any_but_jobs() const { return !dask.empty() || !dask_wait_s.empty() || !parts.empty() || !shard.empty(); }
    int processes() const { return jobs.empty() ? 1 : std::stoi(jobs); }
};

// The role of a process in distributed work: it does all of the work (whole), works on shards (shards), or assembles
// the results of shards (assembly).
enum class Role : std::uint8_t { whole, shards, assembly };

// The options --trace and --trace-*.
struct TraceOptions {
    std::string file;                // a path; empty without a trace
    std::string ranks;               // the ranks in the trace, written as in programs[].ranks; empty for all ranks
    std::string time;                // the interval of virtual time: "10us-20us"; empty for the whole run
    std::vector<std::string> kinds;  // the kinds of events in the trace; empty for all kinds
    std::uint64_t limit_mb = 1000;   // the maximum size of the file; 0 for no limit
};

// The options of `run`.
struct RunOptions {
    std::string file;
    Changes changes;  // values of --patch and --set
    std::optional<std::uint64_t> seed;
    std::optional<std::int64_t> group;  // the only group that is run; nullopt for all groups
    std::string format = "text";        // "text" or "json"
    std::string schedule;               // the path of a schedule; empty for the scenario's own schedule
    bool check_invariants = false;
    std::string semantics;               // "separate", "unified" or "off"; empty for the scenario's memory model
    std::string propagation;             // "eager", "lazy" or "seeded"; empty for the scenario's propagation
    std::vector<std::string> breakdown;  // additional figures: "rank" for figures by rank, "pair" for figures by pair
    bool explain = false;                // True if the text has a line for each figure that explains it.
    TraceOptions trace;
    std::string memory;  // the path of the file for the windows' contents; empty for no file
    DistributeOptions distribute;
    Role role = Role::whole;
    // The number of groups in a shard. If it is 0, it is derived from the groups' number of ranks.
    std::int64_t shard_size = 0;
    // The group whose witnesses the command prints as JSON. Only another program of rmasim uses this option.
    std::optional<std::int64_t> witnesses_of;
};

// The options of `exec`.
struct ExecOptions {
    std::int64_t ranks = 1;
    std::string family;  // empty for the default family
    Changes changes;     // values of --patch and --set; they change a scenario that has only the ranks
    std::optional<std::uint64_t> seed;
    std::string format = "text";         // "text" or "json"
    std::vector<std::string> breakdown;  // the same meaning as RunOptions::breakdown
    bool explain = false;                // the same meaning as RunOptions::explain
    TraceOptions trace;
    bool check_invariants = false;
    std::string semantics;               // the same meaning as RunOptions::semantics
    std::uint64_t semantics_limit = 50;  // maximum number of findings in a report
    std::string suppress;                // the path of a file with suppressions; empty for no file
    std::string compute = "none";        // "none", "measured", or instructions per second
    // The speed of the simulated processor relative to this machine's processor, if `compute` is "measured". Zero if
    // the option is missing.
    double speed = 0;
    // True if the command only prints the supported functions of MPI. No program then runs.
    bool functions = false;
    std::string explore;                // "calm" or "packets": explore all orders; empty: run once
    std::uint64_t swarm = 0;            // number of random orders to execute; 0: run once
    std::uint64_t limit = 10'000'000;   // these four have the same meaning as in ExploreOptionsOfUser
    std::string time;
    bool first = false;
    std::string out;
    std::string schedule;              // the path of a file with an order to replay; empty for none
    std::string record;                // the path of the file for the scenario of the same calls; empty for none
    std::vector<std::int64_t> record_also;  // other numbers of ranks with which the program is recorded, too
    std::vector<std::string> command;       // the path of the program, then its arguments
    bool alone = false;                // the program was started by itself (sim/mpi/process/alone.c)
};

// The options of `explore`.
struct ExploreOptionsOfUser {
    std::string file;
    Changes changes;                    // values of --patch and --set
    std::uint64_t limit = 10'000'000;   // the maximum number of executions; 0 for no limit
    std::string reduction = "dynamic";  // "dynamic" or "none"
    std::string time;                   // a time limit such as "10m"; empty for no limit
    bool first = false;                 // True if the search stops at the first failing execution.
    bool calm = false;                  // True if barriers are calm (sim/untimed/world/calm_barriers.h).
    std::string format = "text";        // "text" or "json"
    bool explain = false;               // the same meaning as RunOptions::explain
    std::string out;                    // a folder for schedules; empty for no folder
    std::vector<std::string> orders;    // names of further schedules for `out`, or "all"
    std::string semantics;              // the same meaning as RunOptions::semantics
    std::string propagation;            // the same meaning as RunOptions::propagation
    DistributeOptions distribute;
    Role role = Role::whole;
    std::uint64_t shard_size = 150'000;  // the maximum number of executions in a shard of a distributed search
    std::uint64_t progress_s = 60;       // seconds between two lines of progress, if standard error is not a terminal
};

inline constexpr std::uint64_t max_ranks_of_programs = 1'000'000;
// The limit of seeds, and also of the numbers of runs and executions.
inline constexpr std::uint64_t max_seed = INT64_MAX;

// The options of `fuzz`.
struct FuzzOptions {
    std::uint64_t seed = 1;  // the seed of the first run; the seed of each further run is greater by 1
    std::uint64_t runs = 1000;
    unsigned jobs = 1;
    std::string family;  // the name of the protocol family
    std::string semantics = "off";
    std::string propagation = "eager";
    std::string out = ".";         // a folder for the scenario of a finding
    bool verbose = false;          // True if the command prints one line for each run.
    DistributeOptions distribute;  // this command does not use the member `jobs`
    std::string shard_size;        // the number of seeds in a shard; only the Python package uses it
    Role role = Role::whole;
};

// The options of `platforms`.
struct PlatformsOptions {
    std::vector<std::string> names;  // empty for all platforms
    std::string format = "text";     // "text" or "json"
};

// The options of `families`.
struct FamiliesOptions {
    std::vector<std::string> names;  // empty for all families
    std::string format = "text";     // "text" or "json"
};

// The commands. Each returns the exit code, and raises BadInput for bad input.
int run_command(const RunOptions& options);
// The program rmasim-exec implements this command, because only rmasim-exec contains SimGrid's SMPI. Other programs
// become rmasim-exec (exec_elsewhere.cpp).
int exec_command(const ExecOptions& options);
// Runs a file that names an MPI program (program_file.h). The program rmasim-exec implements this function, as for
// exec_command.
int run_program_file(const RunOptions& options, const ProgramFile& file);
// The program rmasim-explore implements these two. Other programs become rmasim-explore (explore_elsewhere.cpp).
int explore_command(const ExploreOptionsOfUser& options);
int fuzz_command(const FuzzOptions& options);
int validate_command(const std::vector<std::string>& files);
int families_command(const FamiliesOptions& options);
int platforms_command(const PlatformsOptions& options);

}  // namespace rmasim::sim
