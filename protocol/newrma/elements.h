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

// How far the user asked the queued operations to go. A request raises it, serving it puts it back.
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
    bool nocheck = false;       // the lock was never asked for: no UNLOCK is due
    bool lock_rides = false;    // the LOCK went out on the first operation, and has not been answered
    bool unproven = false;      // operations were issued since the last RMA_DONE
    bool releasing = false;     // more operations than may be held back were queued: all of them go out
    std::uint16_t users = 0;    // calls that hold on to this element; it may not be freed
    std::uint32_t pending = 0;  // operations queued and not issued
    // Response requests: the RMA_DONEs sent for this element, numbered, and how many of them have been acknowledged.
    std::uint32_t closings = 0;
    std::uint32_t acknowledged = 0;
    std::uint32_t first_closing = 0;  // the window's number for the first of them
    // What rode with the LOCK beside it, should the operation have to go again.
    PacketFlag rode = PacketFlag::none;
    std::uint32_t rode_closing = 0;
    OperationElement* ops = nullptr;
    OperationElement* next_to_issue = nullptr;

    std::uint32_t acks_due() const { return closings - acknowledged; }
    // Nothing queued, nothing asked for that has not been sent.
    bool quiet() const { return ops == nullptr && sync_flag == SyncFlag::none; }
    // LOCK was called, and the target has not heard of it.
    bool unheard() const { return state == TargetState::lock_called && ops == nullptr; }
    // No operation posted before or at `serial` is left.
    bool completed_up_to(std::uint64_t serial) const;

    void append(OperationElement* op);
    void remove(OperationElement* op);
    // Moves pending operations that `may_move` behind the other pending ones, each kind in its order (design,
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
