// The accesses of events, as the shadow memory takes them: loads and stores of threads, the buffers of calls, and the
// target side of operations.
#pragma once

#include "protocol/memmodel/happens_before.h"

#include <array>
#include <map>
#include <span>
#include <utility>

namespace rmasim::memmodel {

class Accesses {
public:
    Accesses(const Setup& setup, Threads& threads, HappensBefore& order, Windows& windows, Shadow& shadow)
        : setup_(setup), threads_(threads), order_(order), windows_(windows), shadow_(shadow) {}

    // A load or store of a thread, which ends when it begins.
    void load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);
    void store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);

    // A request of another library uses these buffers from `uses` until `used`.
    void uses(const Origin& origin, std::uint64_t request, const Buffers& buffers);
    void used(const Origin& origin, std::uint64_t request);
    // Returns the span of the buffers of the last call or `uses`. Null if it had no buffers.
    const SpanRef& buffers_used() const { return buffers_used_; }
    void forget_buffers_used() { buffers_used_ = nullptr; }

    // Adds the accesses of a call to its buffers. They end with the span.
    void add_buffers(const Origin& origin, ThreadState& thread, const Buffers& buffers, Call call, const SpanRef& span,
                     bool message = false);
    // The same for a call whose source and result are regular, and that needs nothing of what it reads.
    void add_buffer(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind, Call call,
                    const SpanRef& span, bool message = false, Rank owner = no_rank);
    // The thread needs what `add_buffer` has read.
    void need_buffers(ThreadState& thread) {
        if (setup_.predicts) order_.need(thread, std::exchange(read_by_buffers_, {}));
    }

    // Returns the bytes that the operation accesses at its target. There are two pieces if an element has padding
    // between its members. `made` has storage for pieces that the event does not contain.
    std::span<const TargetPiece> target_pieces(const Operation& operation, const Buffers& buffers,
                                               std::array<TargetPiece, 2>& made);
    Access target_side(const Origin& origin, const CallRequest& call, const SpanRef& span, const TargetPiece& piece);
    // Adds the target side of an operation.
    void add(const Pending& operation, const Start& start);
    // The active call of the thread is an operation: it writes at its target, or writes a result.
    void operates(ThreadState& thread, const Origin& origin) const {
        if (separates()) thread.wrote = {origin.location, thread.clock.now().own};
    }

    // WIN_ATTACH or WIN_DETACH: an access of the owner that ends at once. Detaching memory that is not attached has no
    // bytes: the call is refused.
    void attach_or_detach(const Origin& origin, ThreadState& thread, const Buffer& memory);

private:
    Access access(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes) const;
    bool separates() const { return setup_.predicts && !setup_.of_programs; }
    void separate_from_writes(ThreadState& thread, const Origin& origin, const Class& is) const;
    void local(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes);

    const Setup& setup_;
    Threads& threads_;
    HappensBefore& order_;
    Windows& windows_;
    Shadow& shadow_;
    std::map<std::pair<Rank, std::uint64_t>, SpanRef> used_;  // by requests of another library
    SpanRef buffers_used_;
    Needed read_by_buffers_;  // of the current call
};

}  // namespace rmasim::memmodel
