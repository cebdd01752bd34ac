// Operation and target elements (design, "Data structures" 1).
#pragma once

#include "protocol/newrma/epoch_state.h"
#include "protocol/newrma/packets.h"

namespace rmasim::newrma {

struct TargetElement;

// A posted operation. PENDING until issued; an issued one stays while it waits for a response, or for the lock it
// carried.
struct OperationElement {
    Operation operation;
    std::uint64_t serial = 0;  // counts the operations posted on the window
    OpId id = 0;
    bool issued = false;
    bool completed = false;
    TargetElement* target = nullptr;
    OperationElement* prev = nullptr;  // of a list's head: its tail
    OperationElement* next = nullptr;
};

// How far the user asked the queued operations to go. A request raises it, serving it resets it.
enum class SyncFlag : std::uint8_t {
    none,
    flush_local,  // issued
    flush,        // and RMA_DONE sent
    complete,     // and COMPLETE with it
    unlock,       // and UNLOCK with it
};

// The operations of one window to one target, and the state of that target's lock.
struct TargetElement {
    std::uint32_t index = 0;  // in the process's slab
    Rank rank = no_rank;
    TargetElement* next = nullptr;  // in its slot
    TargetElement* prev = nullptr;
    TargetState state = TargetState::none;
    LockType lock_type = LockType::shared;
    SyncFlag sync_flag = SyncFlag::none;
    bool nocheck = false;           // the lock was never asked for: no UNLOCK is due
    bool lock_piggybacked = false;  // the LOCK went out on the first operation, and has not been answered
    bool unproven = false;          // operations were issued since the last RMA_DONE
    bool releasing = false;         // more operations than may be deferred were queued: all of them go out
    std::uint16_t users = 0;        // calls that hold this element; it may not be freed
    std::uint32_t pending = 0;      // operations queued and not issued
    // How many RMA_DONEs and UNLOCKs were sent for this element, and how many of them have been acknowledged. Each has
    // a number of the window's, its ack id (the design's response request), which the acknowledgement brings back. An
    // element may be freed before its last acknowledgement (NR-REST-4) and made again; an id before `first_ack_id`
    // belongs to an earlier element of the same target:
    //
    //     RMA_DONE 7 sent, element freed: from now on 7 is counted on the window only
    //     element made again, RMA_DONE 8 sent: first_ack_id = 8
    //     ack 7 comes: not this element's; ack 8 comes: nothing is due
    std::uint32_t acks_asked = 0;
    std::uint32_t acknowledged = 0;
    std::uint32_t first_ack_id = 0;
    // What was piggybacked beside the LOCK, should the operation have to be sent again.
    PacketFlag piggybacked = PacketFlag::none;
    std::uint32_t piggybacked_ack_id = 0;
    OperationElement* ops = nullptr;
    OperationElement* next_to_issue = nullptr;

    std::uint32_t acks_due() const { return acks_asked - acknowledged; }
    // Nothing queued, nothing asked for that has not been sent.
    bool quiet() const { return ops == nullptr && sync_flag == SyncFlag::none; }
    // LOCK was called and not sent, nor is an operation queued that may carry it:
    //
    //     LOCK, UNLOCK         true until UNLOCK, which has nothing to undo: no packet (NR-UNLOCK-1)
    //     LOCK, PUT, UNLOCK    false from PUT on, though the PUT is sent with UNLOCK and carries both (NR-OPT-1)
    bool lock_not_sent() const { return state == TargetState::lock_called && ops == nullptr; }
    // No operation posted before or at `serial` is left.
    bool completed_up_to(std::uint64_t serial) const;

    void append(OperationElement* op);
    void remove(OperationElement* op);
    // Moves pending operations that `may_move` after the other pending ones, each kind in its order (design,
    // "Performance optimizations" 2).
    template <class MayMove>
    void move_to_tail(MayMove may_move) {
        const std::uint32_t count = pending;
        OperationElement* op = next_to_issue;
        for (std::uint32_t i = 0; i < count; ++i) {
            OperationElement* const next = op->next;
            if (may_move(op->operation) && next != nullptr) {
                remove(op);
                append(op);
            }
            op = next != nullptr ? next : op;
        }
    }
};

}  // namespace rmasim::newrma
