// Who waits for whom in a run that cannot go on, and why it came to that.
#pragma once

#include "sim/diagnosis/lost_things.h"
#include "sim/families/family.h"
#include "sim/ranks/thread.h"

#include "protocol/base/process.h"

#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// What a report looks at: the processes and threads of all ranks.
class Ranks {
public:
    virtual ~Ranks() = default;
    virtual const Family& family() const = 0;
    virtual Rank count() const = 0;
    virtual const Process& process(Rank rank) const = 0;
    virtual std::span<const Thread> threads(Rank rank) const = 0;
};

// All threads of `rank` are at the end of their programs.
bool is_over(const Ranks& ranks, Rank rank);

// A call that waits and will never go on, or that broke a rule of MPI.
struct StuckCall {
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread;  // where the rank has several
    std::string call;                     // "fence"
    std::string place;                    // "programs[0].calls[1].fence"
    std::string reason;                   // what it waits for and from whom; or the rule
};

// Every call that waits, rank by rank; the dead wait for nothing.
std::vector<StuckCall> stuck_calls(const Ranks& ranks, const LostThings& lost = {});

struct Diagnosis {
    std::string cause;        // a sentence without its full stop; empty when nobody waits and nothing was lost
    std::vector<Rank> cycle;  // each waits for the next, the last for the first; empty when the cause is another
};

// Why nothing can happen any more. The first of these that applies: the waits lead to a rank that died; somebody waits
// for what a lost packet would have brought; for an element of a pool that shrank; in a circle; for a rank whose
// program is over; else what the first waiting call lacks.
Diagnosis diagnose(const Ranks& ranks, const LostThings& lost = {});

}  // namespace rmasim::sim
