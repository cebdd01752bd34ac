// The records of the reference model of the race checker: accesses, operations, completions, values, locks.
#pragma once

#include "protocol/base/call_table.h"
#include "tests/memmodel/test_contents.h"

#include <set>
#include <vector>

namespace rmasim::memmodel_test::oracle {

using memmodel::Model;
using memmodel::Rule;
using Node = int;

enum class What : std::uint8_t { load, store, buffer_read, buffer_write, get, put, acc, cas, attach };

struct Touch {
    What what;
    Rank owner;
    memmodel::MemoryId memory;
    std::set<std::uint64_t> bytes;
    Node from, to;  // start and end of the access
    Node call;
    Rank rank;
    std::uint32_t thread, location;
    int window = -1;
    ReduceOp op = ReduceOp::replace;
    Datatype type = Datatype::byte;
    std::uint64_t first = 0;
    bool fetches = false;
    memmodel::Manner manner{};
    bool polls = false;              // true for a volatile load that is repeated until it reads another value
    Node entered = -1;               // the event of this run from which on the access may be carried out
    std::vector<Node> also_ended{};  // releases by the same UNLOCK_ALL at other targets
    // Only with counters: the nodes from which on the access is complete for its own rank, on the same window.
    std::vector<Node> left{};

    bool rma() const { return what >= What::get && what != What::attach; }
    bool atomic() const { return what == What::acc || what == What::cas; }
    bool noop() const { return what == What::acc && op == ReduceOp::no_op; }
    bool changes() const {
        return what == What::store || what == What::buffer_write || what == What::put || what == What::cas ||
               (what == What::acc && !noop());
    }
    bool of_buffer() const { return what == What::buffer_read || what == What::buffer_write; }
};

struct Op {    // an operation of an origin
    int mode;  // 0 fence, 1 pscw, 2 lock, 3 covered by a request
    int target, window, nth;
    int touch;  // index of its access, or -1
    std::vector<int> buffers;
    RequestId request = 0;
    std::uint32_t thread = 0, location = 0;
    int epoch = -1;                // only under locks
    bool brings = false;           // true if it has results
    bool carries = false;          // true if its values may carry an order
    std::vector<Node> acquired{};  // the nodes at which its results are available
    SyncModes kind = SyncModes::none;
};

struct SentSignal {
    Node node;
    std::vector<std::size_t> ops;  // operations that the target's call completes
};

// A call that completes operations of its rank: all operations that any thread called before it.
struct Completion {
    Node called = -1;       // -1 if the call is ordered after the calls of these operations
    Node results, returns;  // the node at which results are available, and the return of the call
    std::vector<std::size_t> ops;
    bool at_target = false;  // true if operations are complete at the target, not only at the origin
    bool locked = true;      // true if the operations are under locks
};

// The operations and signals that a request has found complete. They are kept until the return of the call that reports
// the request.
struct Reported {
    std::vector<std::size_t> ops;
    std::vector<SentSignal> signals;  // only for the request of a counter
    Node released = -1;
};

// A value that an element has had.
struct ElementState {
    std::int64_t value;
    std::size_t op;            // the operation that wrote it, unless `was_there`
    bool was_there = false;    // true if no operation wrote it
    bool from_itself = false;  // true if its value does not depend on the previous value
};
struct ElementStates {
    std::size_t bytes = 0;
    std::vector<ElementState> states{};
};
// One element of a fetching operation.
struct Fetch {
    std::size_t op;
    bool changes;
    std::vector<ElementState> states;  // the states of the element before the operation
};

struct LockEpoch {
    int origin, target, window;
    bool exclusive, nocheck;
    Node grant = -1, release = -1, unlock = -1;
    bool open = true;
};

// A write of an atomic variable, in its modification order.
struct AtomicWrite {
    Rank rank;
    std::uint32_t thread;
    bool modifies;       // a read-modify-write
    Node released = -1;  // what it publishes: itself, or its thread's last release fence; -1: nothing
};

// A memory region that a rank has attached to a dynamic window.
struct Attached {
    std::set<std::uint64_t> bytes;
    Node since, until = -1;
};

}  // namespace rmasim::memmodel_test::oracle
