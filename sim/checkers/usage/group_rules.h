// The rules of assertions of POST and START. The calls of a pair of ranks are matched in order:
//
//   NOCHECK  START has it exactly if the matching POST has it, and then POST must have been called before
//
//   NOPUT    of POST: no operation of the matching epoch updates the window
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"

#include <deque>
#include <map>
#include <tuple>

namespace rmasim::sim::usage {

class GroupRules {
public:
    explicit GroupRules(const HappensBefore& happens_before) : happens_before_(happens_before) {}

    // Both raise ErroneousProgram.
    void post_began(const Thread& thread, const CallRequest& call);
    void start_began(const Thread& thread, const CallRequest& call);
    // An operation of a START epoch updates the window of its target. Raises ErroneousProgram if the matching POST has
    // NOPUT.
    void updates(const Thread& thread, const CallRequest& call);

    void complete_began(Rank origin, WindowId window);
    void clear() { pairs_.clear(); }

private:
    struct Half {  // a POST or START
        CallRecord record;
        Assert asserts = Assert::none;
        std::optional<CallRecord> update;  // only START: the first operation of its epoch that updates the window
    };
    struct Pair {
        std::deque<Half> posts;            // without a matching START yet
        std::deque<Half> starts;           // without a matching POST yet; the last one may be open
        std::optional<Half> post_of_open;  // the POST that matches the open START
        bool open = false;
    };
    void match(const Thread& thread, const CallRequest& call, Rank target, Pair& pair);

    const HappensBefore& happens_before_;
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> pairs_;  // by window, origin, target
};

}  // namespace rmasim::sim::usage
