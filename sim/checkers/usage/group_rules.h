// The rules of the assertions of POST and START. For each pair of ranks, the n-th POST matches the n-th START:
//
//   NOCHECK  START has NOCHECK exactly if the matching POST has NOCHECK; the POST must then have been called before
//
//   NOPUT    no operation of the access epoch that matches a POST with NOPUT updates the window
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"

#include <map>
#include <optional>
#include <vector>

namespace rmasim::sim::usage {

class GroupRules {
public:
    explicit GroupRules(const HappensBefore& happens_before) : happens_before_(happens_before) {}

    // `post_began` and `start_began` raise ErroneousProgram if the call and the matching call together break a rule.
    void post_began(const Thread& thread, const CallRequest& call);
    void start_began(const Thread& thread, const CallRequest& call);
    // Checks an operation that updates the window of its target, in an access epoch that START has opened. Raises
    // ErroneousProgram if the matching POST has NOPUT.
    void updates(const Thread& thread, const CallRequest& call);

    void complete_began(Rank origin, WindowId window);
    void clear() { pairs_.clear(); }

private:
    struct Half {  // a POST or START
        CallRecord record;
        Assert asserts = Assert::none;
        std::optional<CallRecord> update;  // only for START: the first operation of its epoch that updates the window
    };
    struct Pair {
        std::vector<Half> posts;           // POSTs that have no matching START yet
        std::vector<Half> starts;          // STARTs that have no matching POST yet; the epoch of the last may be open
        std::optional<Half> post_of_open;  // the POST that matches the open START
        bool open = false;
    };
    void match(const Thread& thread, const CallRequest& call, Rank target, Pair& pair);

    const HappensBefore& happens_before_;
    using Pairs = std::map<Rank, Pair>;  // by target
    Pairs& pairs_of(WindowId window, Rank origin);

    std::vector<std::vector<Pairs>> pairs_;  // by window and origin
};

}  // namespace rmasim::sim::usage
