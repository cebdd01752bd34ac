// The commands of the command line; each is implemented in a file of its own.
#pragma once

#include "sim/frontend/cli/load.h"
#include "sim/timed/breakdown.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

class ProgramFile;

// How a subcommand is spread over processors. If any is set, the package of Python does it.
struct DistributeOptions {
    std::string jobs, dask, dask_wait_s, parts, shard;
    bool any() const { return !jobs.empty() || any_but_jobs(); }
    bool any_but_jobs() const { return !dask.empty() || !dask_wait_s.empty() || !parts.empty() || !shard.empty(); }
    int processes() const { return jobs.empty() ? 1 : std::stoi(jobs); }
};

// `run` with --jobs only: it is the package of Python that spreads groups.
struct GroupsToSpread {};

// What a process does of work that is spread: all of it, a piece, or putting the pieces together.
enum class Role : std::uint8_t { whole, pieces, assembly };

// --trace and what says which events it has.
struct TraceOptions {
    std::string file;                // a path, or empty
    std::string ranks;               // those in the trace, as in programs[].ranks; empty: all
    std::string time;                // "10us-20us"; empty: all
    std::vector<std::string> kinds;  // empty: all
    std::uint64_t limit_mb = 1000;   // 0: no limit
};

struct RunOptions {
    std::string file;
    Changes changes;  // --patch, --set
    std::optional<std::uint64_t> seed;
    std::optional<std::int64_t> group;  // run only this one
    std::string format = "text";        // or "json"
    std::string schedule;               // a path, or empty
    bool check_invariants = false;
    std::string semantics;               // "separate", "unified", "off"; empty: as the scenario says
    std::string propagation;             // "eager", "lazy", "seeded"; empty: as the scenario says
    std::vector<std::string> breakdown;  // "rank", "pair": also counts of each rank, of each pair
    TraceOptions trace;
    std::string memory;  // a path, or empty
    DistributeOptions distribute;
    Role role = Role::whole;
    std::int64_t piece = 0;  // groups in a piece; 0: chosen by their ranks
};

struct ExecOptions {
    std::int64_t ranks = 1;
    std::string family;  // empty: the default one
    Changes changes;     // of the scenario that has the ranks and nothing else: --patch, --set
    std::optional<std::uint64_t> seed;
    std::string format = "text";         // or "json"
    std::vector<std::string> breakdown;  // as for run
    TraceOptions trace;
    bool check_invariants = false;
    std::string semantics;               // as for run
    std::uint64_t semantics_limit = 50;  // findings in a report
    std::string suppress;                // a file, or empty
    std::string compute = "none";        // "measured", or instructions a second
    double speed = 0;                    // of what is measured: times this machine's; 0: not given
    bool functions = false;              // print which functions of MPI there are; no program then
    std::vector<std::string> command;    // the program's file, then its arguments
};

struct ExploreOptionsOfUser {
    std::string file;
    Changes changes;                    // --patch, --set
    std::uint64_t limit = 10'000'000;   // executions; 0: no limit
    std::string reduction = "dynamic";  // or "none"
    std::string time;                   // "10m": a limit; empty: none
    bool first = false;                 // stop at the first failing execution
    std::string format = "text";        // or "json"
    std::string out;                    // a folder for schedules, or empty
    std::string semantics;              // as for run, and the next one
    std::string propagation;
    DistributeOptions distribute;
    Role role = Role::whole;
    std::uint64_t piece = 150'000;  // executions between two cuts of a search in parts
    std::uint64_t progress_s = 60;  // between two lines of progress where standard error is no terminal
};

inline constexpr std::uint64_t max_ranks_of_programs = 1'000'000;
inline constexpr std::uint64_t max_seed = INT64_MAX;  // also the limit on runs and executions

struct FuzzOptions {
    std::uint64_t seed = 1;  // seed of the first run; the others count up from it
    std::uint64_t runs = 1000;
    unsigned jobs = 1;
    std::string family;  // name of the protocol family
    std::string semantics = "off";
    std::string propagation = "eager";
    std::string out = ".";         // a folder for the scenario of a finding
    bool verbose = false;          // always print one line per run
    DistributeOptions distribute;  // without `jobs`
    std::string piece;             // runs in a range of seeds; Python's
    Role role = Role::whole;
};

struct PlatformsOptions {
    std::vector<std::string> names;  // empty: all
    std::string format = "text";     // or "json"
};

struct FamiliesOptions {
    std::vector<std::string> names;  // empty: all
    std::string format = "text";     // or "json"
};

// Each returns the exit code, and raises BadInput for bad input.
int run_command(const RunOptions& options);
// In the program rmasim_mpi, which has SimGrid's SMPI; the others become it (exec_elsewhere.cpp).
int exec_command(const ExecOptions& options);
// `run` of a file that has a program.
int run_program_file(const RunOptions& options, const ProgramFile& file);
int explore_command(const ExploreOptionsOfUser& options);
int fuzz_command(const FuzzOptions& options);
int validate_command(const std::vector<std::string>& files);
int families_command(const FamiliesOptions& options);
int platforms_command(const PlatformsOptions& options);

}  // namespace rmasim::sim
