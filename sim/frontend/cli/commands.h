// The commands of the command line and their options. Each command has its own file.
#pragma once

#include "sim/frontend/cli/load.h"
#include "sim/timed/breakdown.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

class ProgramFile;

// Options that distribute the work of a subcommand over processes. With most of them, the Python package runs the
// subcommand.
struct DistributeOptions {
    std::string jobs, dask, dask_wait_s, parts, shard;
    bool any() const { return !jobs.empty() || any_but_jobs(); }
    bool any_but_jobs() const { return !dask.empty() || !dask_wait_s.empty() || !parts.empty() || !shard.empty(); }
    int processes() const { return jobs.empty() ? 1 : std::stoi(jobs); }
};

// An exception of `run --jobs` for a scenario with groups: only the Python package distributes groups.
struct GroupsToSpread {};

// The role of a process in distributed work: it does all of it, runs pieces, or assembles the pieces.
enum class Role : std::uint8_t { whole, shards, assembly };

// The options --trace and --trace-*.
struct TraceOptions {
    std::string file;                // a path, or empty
    std::string ranks;               // ranks in the trace, as in programs[].ranks; empty: all
    std::string time;                // interval of virtual time: "10us-20us"; empty: all
    std::vector<std::string> kinds;  // kinds of events; empty: all
    std::uint64_t limit_mb = 1000;   // 0: no limit
};

// The options of `run`.
struct RunOptions {
    std::string file;
    Changes changes;  // --patch, --set
    std::optional<std::uint64_t> seed;
    std::optional<std::int64_t> group;  // the only group to run
    std::string format = "text";        // or "json"
    std::string schedule;               // a path, or empty
    bool check_invariants = false;
    std::string semantics;               // "separate", "unified", "off"; empty: that of the scenario
    std::string propagation;             // "eager", "lazy", "seeded"; empty: that of the scenario
    std::vector<std::string> breakdown;  // "rank", "pair": additional figures by rank, by pair
    TraceOptions trace;
    std::string memory;  // a path, or empty
    DistributeOptions distribute;
    Role role = Role::whole;
    std::int64_t shard_size = 0;  // groups in a piece; 0: derived from their number of ranks
};

// The options of `exec`.
struct ExecOptions {
    std::int64_t ranks = 1;
    std::string family;  // empty: the default family
    Changes changes;     // --patch, --set; they apply to a scenario that has only the ranks
    std::optional<std::uint64_t> seed;
    std::string format = "text";         // or "json"
    std::vector<std::string> breakdown;  // as for run
    TraceOptions trace;
    bool check_invariants = false;
    std::string semantics;               // as for run
    std::uint64_t semantics_limit = 50;  // maximum number of findings in a report
    std::string suppress;                // a file, or empty
    std::string compute = "none";        // "none", "measured", or instructions per second
    double speed = 0;                    // with "measured": speed relative to this machine; 0: not given
    bool functions = false;              // print the supported functions of MPI; no program runs
    std::vector<std::string> command;    // the program's file, then its arguments
};

// The options of `explore`.
struct ExploreOptionsOfUser {
    std::string file;
    Changes changes;                    // --patch, --set
    std::uint64_t limit = 10'000'000;   // executions; 0: no limit
    std::string reduction = "dynamic";  // or "none"
    std::string time;                   // time limit, "10m"; empty: none
    bool first = false;                 // stop at the first failing execution
    std::string format = "text";        // or "json"
    std::string out;                    // a folder for schedules, or empty
    std::string semantics;              // as for run
    std::string propagation;            // as for run
    DistributeOptions distribute;
    Role role = Role::whole;
    std::uint64_t shard_size = 150'000;  // executions between two splits of a distributed search
    std::uint64_t progress_s = 60;  // seconds between two lines of progress if standard error is no terminal
};

inline constexpr std::uint64_t max_ranks_of_programs = 1'000'000;
inline constexpr std::uint64_t max_seed = INT64_MAX;  // also the limit on runs and executions

// The options of `fuzz`.
struct FuzzOptions {
    std::uint64_t seed = 1;  // seed of the first run; each further run has the next seed
    std::uint64_t runs = 1000;
    unsigned jobs = 1;
    std::string family;  // name of the protocol family
    std::string semantics = "off";
    std::string propagation = "eager";
    std::string out = ".";         // a folder for the scenario of a finding
    bool verbose = false;          // always print one line per run
    DistributeOptions distribute;  // `jobs` is not used
    std::string shard_size;             // size of a range of seeds; used by the Python package only
    Role role = Role::whole;
};

// The options of `platforms`.
struct PlatformsOptions {
    std::vector<std::string> names;  // empty: all
    std::string format = "text";     // or "json"
};

// The options of `families`.
struct FamiliesOptions {
    std::vector<std::string> names;  // empty: all
    std::string format = "text";     // or "json"
};

// The commands. Each returns the exit code, and raises BadInput for bad input.
int run_command(const RunOptions& options);
// Implemented in the program rmasim_mpi, which has SimGrid's SMPI. Other programs execute rmasim_mpi instead
// (exec_elsewhere.cpp).
int exec_command(const ExecOptions& options);
// Runs a file that names an MPI program (program_file.h). Implemented like exec_command.
int run_program_file(const RunOptions& options, const ProgramFile& file);
int explore_command(const ExploreOptionsOfUser& options);
int fuzz_command(const FuzzOptions& options);
int validate_command(const std::vector<std::string>& files);
int families_command(const FamiliesOptions& options);
int platforms_command(const PlatformsOptions& options);

}  // namespace rmasim::sim
