// The results of operations, and the orders that follow from them: values that carry clocks (SPEC.md, MM-EDGE-11),
// grants of locks under which results were fetched (MM-EDGE-5), and writes that a thread needs because it has read them
// (MM-PREDICT-2).
#pragma once

#include "protocol/memmodel/happens_before.h"
#include "protocol/memmodel/shadow/visibility.h"

#include <cstddef>

namespace rmasim::memmodel {

class Results {
public:
    Results(const Setup& setup, Threads& threads, HappensBefore& order, Windows& windows, Visibility& visibility)
        : setup_(setup), threads_(threads), order_(order), windows_(windows), visibility_(visibility),
          values_(setup.contents, setup.looks_after_sync, setup.clean_up_at) {}

    // ---- An operation is called.
    // True if the value of the operation may order ranks: `note_call` must be called.
    bool may_carry(const Operation& operation) const { return values_.watched() && values_.may_carry(operation); }
    // Takes the moment of an update's call, because a reader of the value is ordered after the call. Returns the span
    // of the operation at its target. Under a lock, an update of one element ends separately from others.
    SpanRef note_call(ThreadState& thread, Toward& toward, const CallRequest& call, Moment& called);
    // Returns the writes that the operation reads. Null if nothing is predicted. Operations share it that all threads
    // are ordered after, or none, as they share a span (Toward::open_span).
    NeededRef needed_of(ThreadState& thread, Toward& toward, Call call, OpKind kind) const;
    // The result of the operation is ordered after the grant of the lock (MM-EDGE-5).
    static void note_result(ThreadState& thread, Toward& toward, const CallRequest& call);
    // A target applies an operation, or a part of it. `region` is in bytes.
    void applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce, const Region& region) {
        if (values_.watched()) values_.applied(target, window, origin, kind, reduce, region);
    }

    // ---- A call completes operations.
    // The call completes the operations that were called before it at their origin. Each thread that completes them has
    // their results; those of the last operations are kept for threads that have not (MM-BOUND-6).
    void collect(ThreadState& thread, Toward& toward);
    // The thread has the collected results.
    void acquire(ThreadState& thread);
    void acquire(ThreadState& thread, const Found& found);
    // A thread that has a result of the lock is ordered after the same releases, even if the epoch continues.
    void acquire(ThreadState& thread, Granted& lock);

    // ---- SYNC of programs under `exec`.
    // Loads and stores are not reported. Those before a SYNC may leave values for those after another rank's SYNC.
    void release_at_sync(Rank rank, const ThreadState& thread, const Moment& now);
    // Loads after a SYNC may return values that operations wrote.
    void acquire_at_sync(Rank rank, ThreadState& thread);

    void freed(Rank rank, WindowId window) { values_.forget(rank, window); }
    std::size_t remembered() const { return values_.remembered(); }  // for tests: number of values

private:
    void need_writers(ThreadState& thread, const Found& found);

    const Setup& setup_;
    Threads& threads_;
    HappensBefore& order_;
    Windows& windows_;
    Visibility& visibility_;
    Values values_;
};

}  // namespace rmasim::memmodel
