// The report of a run that cannot finish. The report names the waiting calls, the ranks for which they wait, and the
// cause.
#pragma once

#include "sim/checkers/usage/open_epochs.h"
#include "sim/machine/faults/lost_things.h"
#include "sim/programs/thread.h"
#include "sim/scenario/families/family.h"

#include "protocol/base/errors.h"
#include "protocol/base/process.h"

#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// A collective call on a window that does not match the call of another rank. Neither rank can return from its call.
struct UnmatchedCall {
    Rank rank = no_rank;
    ThreadId thread = 0;
    Call call = Call::none;
    WindowId window = no_window;
    Rank other = no_rank;
    std::string theirs;  // the other rank's call: "rank 0 called fence at programs[0].calls[2].fence"
};

// An epoch of a rank, with the call that opened it.
struct ReportedEpoch {
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread{};  // only if the rank has several threads
    std::string call{};                     // name of the opening call: "lock"
    std::string location{};                 // of the opening call
    std::string window{};                   // name of the window
    Rank target = no_rank;                  // only of LOCK
    std::vector<Rank> group{};              // only of START and POST
    // The closing call and its location; empty if the epoch is open.
    std::string closed_by{};
    std::string closed_at{};
};

// The input of a report: the processes and threads of all ranks.
class Ranks {
public:
    virtual ~Ranks() = default;
    virtual const Family& family() const = 0;
    virtual Rank count() const = 0;
    virtual const Process& process(Rank rank) const = 0;
    virtual std::span<const Thread> threads(Rank rank) const = 0;
    virtual std::span<const UnmatchedCall> unmatched_calls() const { return {}; }
    // Returns null if the only communicator is that of all ranks.
    virtual const CommunicatorTable* communicators() const { return nullptr; }
    // Returns the groups of windows; null if all windows belong to all ranks.
    virtual const Communicators* window_groups() const { return communicators(); }
    // Returns the epochs that ranks have opened; null if they are not recorded.
    virtual const usage::OpenEpochs* epochs() const { return nullptr; }
    // Returns the name of a call that the thread is executing.
    virtual std::string call_name(const Thread& thread, Call call) const {
        return std::string(thread.program->call_name(call));
    }
    // Returns the name of a window of the rank; empty if it has no name.
    virtual std::string window_name(Rank /*rank*/, WindowId /*window*/) const { return {}; }
};

// True if all threads of `rank` have finished their programs.
bool is_over(const Ranks& ranks, Rank rank);

// Returns the thread of the rank that is inside the waiting call; null if no thread is inside a call.
const Thread* waiting_thread(const Ranks& ranks, Rank rank, const WaitReason& reason);

// A call that will never return, or that broke a rule of MPI.
struct StuckCall {
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread;  // only if the rank has several threads
    std::string call;                     // name of the call: "fence"
    std::string location;                 // "programs[0].calls[1].fence"
    std::string reason;                   // the awaited event and rank, or the rule of MPI that the call broke
    std::string window{};                 // name of the call's window; empty if the call has none
    std::vector<Rank> awaited{};          // the ranks that a waiting call waits for, ascending
    // The epochs that explain the call: for a waiting call those by which other ranks hold the awaited lock, for an
    // error those that are open, or the last one that was closed.
    std::vector<ReportedEpoch> epochs{};
    std::string page{};  // the description of the broken rule; empty if there is none
    std::string fix{};   // the repair of the broken rule, without a full stop; empty if `page` is empty
};

// Returns the page that describes a rule, by the section of its error (ErroneousProgram::section).
std::string page_of(std::string_view section);
// Returns the name of a section, which may be given as the path of another page: "protocol/memmodel/RULES.md#name".
std::string_view section_name(std::string_view section);

// Returns all waiting calls and blocked threads in the order of ranks. Dead ranks are left out.
std::vector<StuckCall> stuck_calls(const Ranks& ranks, const LostThings& lost = {});

// A wait of a rank in a cycle of waits.
struct CycleWait {
    Rank rank = no_rank;
    std::string call{}, location{};  // the waiting call
    Rank to = no_rank;               // the next rank of the cycle
    std::string what{};              // the awaited event: "POST", or "lock"
    Rank lock_of = no_rank;          // only of a lock: its target
    std::string window{};
    std::optional<ReportedEpoch> taken{};  // only of a lock that `to` holds: the epoch of `to`
};

struct Diagnosis {
    std::string cause{};        // a sentence without a full stop; empty if no call waits and nothing was lost
    std::vector<Rank> cycle{};  // each rank waits for the next, and the last for the first; empty for any other cause
    std::vector<CycleWait> waits{};  // the waits of the cycle, in the order of `cycle`
    std::string fix{};               // the repair of the program, without a full stop; empty if there is none
};

// Returns the failure of the simulated MPI library as text: "an assertion fails at rank 0: a grant that the window does
// not await, from rank 3".
std::string text_of(const ImplementationFailed& failed);

// Diagnoses why no step of a run is possible. Returns the first of these causes that applies:
// 1. ranks wait, directly or indirectly, for a rank that died;
// 2. a rank waits for an event that a lost packet would have caused;
// 3. a rank waits for an element of a pool that shrank;
// 4. a wait never ends because of a known defect of the simulated MPI library, which the processes record;
// 5. a thread waits for other threads of its rank, and they cannot release the thread;
// 6. the collective calls of several ranks on a window do not match;
// 7. ranks wait for each other in a cycle;
// 8. a rank waits for a rank whose program has ended;
// 9. if no other cause applies, the first waiting call waits for the reason that its process describes.
Diagnosis diagnose(const Ranks& ranks, const LostThings& lost = {});

}  // namespace rmasim::sim
