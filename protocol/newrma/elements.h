// Operation and target elements (design, "Data structures" 1).
#pragma once

#include "protocol/base/serial_number.h"
#include "protocol/base/size.h"
#include "protocol/newrma/epoch_state.h"
#include "protocol/newrma/packets.h"
#include "protocol/parts/stored_operation.h"

namespace rmasim::newrma {

struct TargetElement;

// How far a posted operation is, in this order. Those that are announced first are large (NR-SEND-4).
enum class Progress : std::uint8_t {
    pending,
    announced,  // RTS was sent
    cleared,    // CTS has arrived: the operation may be sent
    issued,     // waits for a response or for the lock that it carried
    sending,    // issued, and its data are still in the user's memory only
    completed,
};

// A posted operation.
struct OperationElement {
    OperationElement() = default;
    // `serial`: number of the operation among those posted on the window. `rest`: its number in the process's slab.
    OperationElement(const Operation& operation, OpId id, std::uint32_t serial, std::uint32_t rest)
        : operation(operation, id), serial(serial), rest(rest) {}

    [[no_unique_address]] StoredOperation operation;
    Progress progress = Progress::pending;
    std::uint32_t serial = 0;
    std::uint32_t rest = no_rest;
    TargetElement* target = nullptr;
    OperationElement* prev = nullptr;  // in the head of a list: the tail
    OperationElement* next = nullptr;

    OpId id() const { return operation.number; }
    bool issued() const { return progress >= Progress::issued; }
    bool sending() const { return progress == Progress::sending; }
    bool completed() const { return progress == Progress::completed; }
};
static_assert(has_size<OperationElement, 80>);

// How far the user's calls require the queued operations to go. A call raises the flag, serving it resets it.
enum class SyncFlag : std::uint8_t {
    none,
    flush_local,   // issued
    free_element,  // like flush; the element is freed afterwards
    flush,         // issued, and RMA_DONE sent
    complete,      // like flush, with COMPLETE piggybacked
    unlock,        // like flush, with UNLOCK in the place of RMA_DONE
};

// The operations of one window to one target, and the state of that target's lock.
struct TargetElement {
    std::uint32_t index = 0;  // number in the process's slab
    Rank rank = no_rank;
    TargetElement* next = nullptr;  // next element of the same slot
    TargetState state = TargetState::none;
    LockType lock_type = LockType::shared;
    SyncFlag sync_flag = SyncFlag::none;
    bool nocheck = false;           // the lock was never requested: no UNLOCK is due
    bool lock_piggybacked = false;  // the LOCK was sent on the first operation and has not been answered
    bool unproven = false;          // operations were issued since the last RMA_DONE
    std::uint16_t users = 0;        // calls that use this element; it must not be freed while there are any
    std::uint32_t pending = 0;      // operations queued but not issued
    // How many of them, from the first on, wait for no closing call, because more were queued than may be deferred. Set
    // when operations are posted: it does not depend on when the lock, the POSTs or the barrier come (decision 0028).
    std::uint32_t released = 0;
    // How many RMA_DONEs and UNLOCKs were sent for this element, and how many of them have been acknowledged; both
    // count from where the window's ids are when the element is made. Each packet has a number of the window's, its ack
    // id (the design's response request), which the acknowledgement brings back. An element may be freed before its
    // last acknowledgement (NR-REST-4) and made again; an id before `first_ack_id`, the oldest that may be due, belongs
    // to an earlier element of the same target:
    //
    //     RMA_DONE 7 sent, element freed: from now on 7 is counted on the window only
    //     element made again, RMA_DONE 8 sent: first_ack_id = 8
    //     ack 7 comes: not this element's; ack 8 comes: nothing is due
    std::uint32_t acks_asked = 0;
    std::uint32_t acknowledged = 0;
    std::uint32_t first_ack_id = 0;
    // Flags piggybacked together with the LOCK, in case the operation must be sent again. Nothing was sent before it,
    // so if it asked for an acknowledgement, that is `first_ack_id`.
    PacketFlag piggybacked = PacketFlag::none;
    WindowId window = 0;
    OperationElement* ops = nullptr;
    OperationElement* next_to_issue = nullptr;

    std::uint32_t acks_due() const { return acks_asked - acknowledged; }
    // Nothing is queued, and every request of the user has been sent.
    bool quiet() const { return ops == nullptr && sync_flag == SyncFlag::none; }
    // LOCK was called but not sent, and no operation that may carry it is queued:
    //
    //     LOCK, UNLOCK         true until UNLOCK, which has nothing to undo: no packet (NR-UNLOCK-1)
    //     LOCK, PUT, UNLOCK    false from PUT on: at UNLOCK the PUT is sent and carries both (NR-OPT-1)
    bool lock_not_sent() const { return state == TargetState::lock_called && ops == nullptr; }
    // All operations up to number `serial` are complete.
    bool completed_up_to(std::uint32_t serial) const;
    // Those that are not complete only wait for their data to leave.
    bool sent_up_to(std::uint32_t serial) const;

    // `op`, which is pending, is among the released ones.
    bool is_released(const OperationElement& op) const;

    void append(OperationElement* op);
    void remove(OperationElement* op);
    // Moves the deferred operations for which `may_move` holds to the end of the list, keeping the order within both
    // groups (design, "Performance optimizations" 2). Those that are released stay: they may have been sent by now.
    template <class MayMove>
    void move_to_tail(MayMove may_move) {
        const std::uint32_t count = pending - released;
        OperationElement* op = next_to_issue;
        for (std::uint32_t i = 0; i < released; ++i) op = op->next;
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
static_assert(has_size<TargetElement, 64>);

}  // namespace rmasim::newrma
