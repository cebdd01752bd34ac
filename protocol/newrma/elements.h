// Operation and target elements (design, "Data structures" 1).
#pragma once

#include "protocol/base/operation.h"
#include "protocol/newrma/epoch_state.h"

namespace rmasim::newrma {

struct TargetElement;

// A posted operation. PENDING until issued; an issued one stays only while it waits for a response (a GET).
struct OperationElement {
    Operation operation;
    OpId id = 0;
    bool issued = false;
    bool completed = false;
    TargetElement* target = nullptr;
    OperationElement* prev = nullptr;  // of a list's head: its tail
    OperationElement* next = nullptr;
};

// How far the user asked the queued operations to go. A request raises it, serving it puts it back.
enum class SyncFlag : std::uint8_t { none, flush, unlock };

// The operations of one window to one target, and the state of that target's lock.
struct TargetElement {
    std::uint32_t index = 0;  // in the process's slab
    Rank rank = no_rank;
    TargetState state = TargetState::none;
    LockType lock_type = LockType::shared;
    SyncFlag sync_flag = SyncFlag::none;
    bool nocheck = false;        // the lock was never asked for: no UNLOCK is due
    bool lock_rides = false;     // the LOCK went out on an operation; its grant may come back as an acknowledgement
    bool unproven = false;       // operations were issued since the last RMA_DONE
    bool releasing = false;      // more operations than may be held back were queued: all of them go out
    std::uint16_t users = 0;     // calls that hold on to this element; it may not be freed
    std::uint32_t pending = 0;   // operations queued and not issued
    std::uint32_t acks_due = 0;  // RMA_DONE_ACKs to come (passive target; FENCE counts on the window)
    OperationElement* ops = nullptr;
    OperationElement* next_to_issue = nullptr;
    TargetElement* prev = nullptr;
    TargetElement* next = nullptr;

    // Nothing queued, nothing asked for that has not been sent.
    bool quiet() const { return ops == nullptr && sync_flag == SyncFlag::none; }

    void append(OperationElement* op);
    void remove(OperationElement* op);
    // Moves pending GETs behind the other pending operations, each kind in its order (design, "Performance
    // optimizations" 2).
    void move_gets_to_tail();
};

}  // namespace rmasim::newrma
