// POST and START of one pair of ranks, matched in the order of the calls:
//
//   NOCHECK  is given to START exactly if it is given to the matching POST, which must have been called before
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

    // These raise ErroneousProgram.
    void post_began(const Thread& thread, const CallRequest& call);
    void start_began(const Thread& thread, const CallRequest& call);
    // An operation of a START epoch that updates the window of its target.
    void updates(const Thread& thread, const CallRequest& call);

    void complete_began(Rank origin, WindowId window);
    void clear() { pairs_.clear(); }

private:
    struct Half {  // a POST or START
        CallRecord record;
        Assert asserts = Assert::none;
        std::optional<CallRecord> update;  // START: the first operation that updates the window
    };
    struct Pair {
        std::deque<Half> posts;            // without START yet
        std::deque<Half> starts;           // without POST yet; the last one may be open
        std::optional<Half> post_of_open;  // the POST of the START that is open
        bool open = false;
    };
    void match(const Thread& thread, const CallRequest& call, Rank target, Pair& pair);

    const HappensBefore& happens_before_;
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> pairs_;  // by window, origin, target
};

}  // namespace rmasim::sim::usage
