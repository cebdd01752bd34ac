// Operation and target elements (CH3-STATE-3).
#pragma once

#include "protocol/base/observer.h"
#include "protocol/ch3/packets.h"
#include "protocol/parts/stored_operation.h"

namespace rmasim::ch3 {

// An operation that the program has called. The element returns to the pool as soon as the last packet is sent and will
// not be sent again. The object of an operation that fetches data (READ) exists longer: until the last response has
// arrived.
struct OperationElement {
    [[no_unique_address]] StoredOperation operation;
    PoolLevel level = PoolLevel::local;  // the pool level from which the element was taken
    Rank target = no_rank;
    WindowId window = 0;
    PacketFlag sent_flags = PacketFlag::none;  // of the packet that carried LOCK
    std::uint32_t rest = no_rest;              // index of its OperationRest in the process's slab
    bool can_carry_lock = false;
    bool immediate = false;
    bool has_request = false;
    bool finished = false;         // the operation is sent and will not be sent again
    bool reported_issued = false;  // the observer has the report that the operation is issued
    bool ack_counted = false;      // the operation was sent with FLUSH or UNLOCK, and its ACK is counted
    std::uint32_t units = 1;
    std::uint32_t units_sent = 0;
    std::uint32_t units_answered = 0;  // READs: units whose responses have arrived
    Payload fetched;                   // a streamed READ: the units received so far
    OperationElement* next = nullptr;

    OpId id() const { return operation.number; }
    bool streams() const { return units > 1; }
    bool is_read() const { return fetches(operation.kind); }
};

// The state of a target in a passive-target epoch (CH3-STATE-3).
enum class TargetState : std::uint8_t {
    none,          // fence or PSCW: the state of the window applies
    lock_called,   // LOCK is called, but nothing has been sent
    lock_issued,   // the request for the lock was sent
    lock_granted,  // operations may be issued
};

// The completion that calls require of the operations on a target: none, at the origin, at the target, or at the target
// with release of the lock. A call may raise this requirement, but not lower it.
enum class Sync : std::uint8_t { none, flush_local, flush, unlock };

// State that an origin keeps for one target of its access epoch (CH3-STATE-3).
struct TargetElement {
    std::uint32_t index = 0;  // index in the process's slab
    Rank rank = no_rank;
    TargetElement* next = nullptr;  // next element of the same slot
    PoolLevel level = PoolLevel::local;
    TargetState state = TargetState::none;
    LockType lock_type = LockType::shared;
    Sync sync = Sync::none;
    bool nocheck = false;
    bool complete = false;        // the epoch ends: DECR_AT must be sent
    bool decremented = false;     // DECR_AT has been sent
    std::uint16_t users = 0;      // calls that wait with a pointer to this element
    std::uint32_t acks = 0;       // ACKs awaited
    std::uint32_t unflushed = 0;  // operations issued since the last operation with FLUSH or UNLOCK
    std::uint32_t responses = 0;  // responses missing
    // The issue list: the operations that must still be sent. Its first operation may have been sent already: if it was
    // sent with LOCK, it stays in the list until the target has answered.
    OperationElement* first = nullptr;
    OperationElement* last = nullptr;
    OperationElement* held = nullptr;  // with delay_issuing: the latest operation, which is not in the issue list
    // For reports on hangs.
    bool request_discarded = false;  // the answer to the lock request was DISCARDED
    bool sent_again = false;         // an operation with LOCK was sent again after its ACK had been counted
    bool answer_misread = false;     // the answer to this target's lock request was counted as a grant of the window
};

inline void raise(TargetElement& target, Sync sync) {
    if (target.sync < sync) target.sync = sync;
}

inline std::string_view name_of(TargetState state) {
    static constexpr std::array<std::string_view, 4> names{"NONE", "LOCK_CALLED", "LOCK_ISSUED", "LOCK_GRANTED"};
    return names[static_cast<std::size_t>(state)];
}

}  // namespace rmasim::ch3
