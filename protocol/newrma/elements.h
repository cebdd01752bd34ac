// Operation and target elements (design, "Data structures" 1).
#pragma once

#include "protocol/base/serial_number.h"
#include "protocol/base/size.h"
#include "protocol/newrma/epoch_state.h"
#include "protocol/newrma/packets.h"
#include "protocol/parts/stored_operation.h"

namespace rmasim::newrma {

struct TargetElement;

// The progress of an operation, from the program's call to the completion of the operation. Only large operations are
// announced (NR-SEND-4).
enum class Progress : std::uint8_t {
    pending,
    announced,  // RTS is sent
    cleared,    // CTS has arrived: the operation may be sent
    issued,     // sent; waits for a response, or for the grant of the lock request that it carries
    sending,    // sent; its data have not left the user's memory
    completed,
};

// An operation that the program has called and that is not complete.
struct OperationElement {
    OperationElement() = default;
    // `serial` is the number of the operation among all operations that this process has called on the window. `rest`
    // is the index of the operation's OperationRest in the process's slab.
    OperationElement(const Operation& operation, OpId id, std::uint32_t serial, std::uint32_t rest)
        : operation(operation, id), serial(serial), rest(rest) {}

    [[no_unique_address]] StoredOperation operation;
    Progress progress = Progress::pending;
    std::uint32_t serial = 0;
    std::uint32_t rest = no_rest;
    TargetElement* target = nullptr;
    OperationElement* prev = nullptr;  // previous element of the target's list; in the first element: the last one
    OperationElement* next = nullptr;

    OpId id() const { return operation.number; }
    bool issued() const { return progress >= Progress::issued; }
    bool sending() const { return progress == Progress::sending; }
    bool completed() const { return progress == Progress::completed; }
};
static_assert(has_size<OperationElement, 80>);

// The progress that the user's calls require for all queued operations of a target. A call raises the target's flag.
// The flag is reset when the required packets are sent.
enum class SyncFlag : std::uint8_t {
    none,
    flush_local,   // all operations are issued
    free_element,  // like flush; the element is freed afterwards
    flush,         // all operations are issued, and RMA_DONE is sent
    complete,      // like flush, with COMPLETE piggybacked
    unlock,        // like flush, with UNLOCK instead of RMA_DONE
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
    bool lock_piggybacked = false;  // LOCK was sent on the first operation and is not answered
    bool unproven = false;          // operations were issued after the last RMA_DONE, which does not cover them
    std::uint16_t users = 0;        // number of calls that use this element; must be 0 when the element is freed
    std::uint32_t pending = 0;      // operations queued but not issued
    // Number of pending operations, the oldest ones, that are issued without waiting for a closing call. If more
    // operations are pending than may be deferred, the call of an operation sets `released` to the number of all
    // pending operations. The arrival of the lock, the POSTs or the barrier does not change `released` (decision 0028).
    std::uint32_t released = 0;
    // `acks_asked` counts the RMA_DONEs and UNLOCKs that were sent for this element, `acknowledged` counts their
    // acknowledgements. Both counts start at the window's current ack id when the element is created. Each of these
    // packets carries an ack id, a serial number of the window (the design's response request). The acknowledgement
    // returns the ack id. An element may be freed before its last acknowledgement arrives (NR-REST-4), and a new
    // element may be created for the same target. `first_ack_id` is the oldest id that may be due for this element. A
    // smaller id belongs to an earlier element of the same target:
    //
    //     RMA_DONE 7 sent, element freed: from now on 7 is counted only for the window
    //     element created again, RMA_DONE 8 sent: first_ack_id = 8
    //     ack 7 arrives: not this element's; ack 8 arrives: nothing is due
    std::uint32_t acks_asked = 0;
    std::uint32_t acknowledged = 0;
    std::uint32_t first_ack_id = 0;
    // Flags piggybacked together with the LOCK, for the case that the operation must be sent again. The operation is
    // the first packet to the target: if it requests an acknowledgement, the id is `first_ack_id`.
    PacketFlag piggybacked = PacketFlag::none;
    WindowId window = 0;
    OperationElement* ops = nullptr;
    OperationElement* next_to_issue = nullptr;

    std::uint32_t acks_due() const { return acks_asked - acknowledged; }
    // True if no operation is queued, and no call requires further progress.
    bool quiet() const { return ops == nullptr && sync_flag == SyncFlag::none; }
    // True if LOCK was called but not sent, and no operation that may carry it is queued:
    //
    //     LOCK, UNLOCK         true until UNLOCK, which therefore sends no packet (NR-UNLOCK-1)
    //     LOCK, PUT, UNLOCK    false from PUT on: at UNLOCK the PUT is sent and carries both (NR-OPT-1)
    bool lock_not_sent() const { return state == TargetState::lock_called && ops == nullptr; }
    // True if all operations up to number `serial` are complete.
    bool completed_up_to(std::uint32_t serial) const;
    // True if all operations up to `serial` are complete or only wait for their data to leave the user's memory.
    bool sent_up_to(std::uint32_t serial) const;

    // True if `op` is issued without waiting for the closing call (member `released`). `op` must be pending.
    bool is_released(const OperationElement& op) const;

    void append(OperationElement* op);
    void remove(OperationElement* op);
    // Moves the deferred operations for which `may_move` holds to the end of the list. The moved operations keep their
    // order, and the operations that stay keep theirs (design, "Performance optimizations" 2). Released operations are
    // not moved: they may already have been sent.
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
