// The invariants of operations, checked from the call of an operation to its completion. Each operation is sent once,
// and again only if the target dropped it. Each operation is applied once. It is applied before the call returns that
// guarantees its completion. Accumulates of one origin to the same bytes are applied in order.
#pragma once

#include "sim/checkers/invariants/epochs.h"

namespace rmasim::sim::check {

struct Posted {
    enum class State : std::uint8_t { queued, sent, dropped, applied };

    std::uint64_t serial = 0;  // number of the operation among the origin's operations on the window, from 1
    Rank origin = no_rank;
    Rank target = no_rank;
    WindowId window = 0;
    OpId op = 0;
    RequestId request = no_request;
    OpKind kind = OpKind::put;
    Mode mode = Mode::none;
    State state = State::queued;
    bool complete = false;       // true: the operation is complete at its origin
    bool in_memory = false;      // true: the data are sent from the user's memory and have not left that memory
    bool asks_for_lock = false;  // true: the packet that carries the operation contains a lock request
    bool nocheck = false;        // true: NOCHECK applies, so the operation needs no lock
    Region region;
    Epochs::Span epochs;
    std::uint32_t next = none;  // index of the next operation in the pair's list of operations that are not applied
};

class Operations {
public:
    Operations(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings);

    void follow(const Causality* causality) { causality_ = causality; }

    void posted(Rank rank, OpId op, const Operation& operation);
    void sent(const Packet& packet);
    // `sent_from_memory` records that the data of a packet are sent directly from the user's memory, without a copy.
    // `send_completed` records that these data have left the user's memory.
    void sent_from_memory(const Packet& packet);
    void send_completed(const Packet& packet);
    void dropped(Rank target, WindowId window, Rank origin);
    // Checks the operation that the target `rank` applies. Returns the record of the operation, which is valid until
    // the next reported event. Returns null if the operation was not sent, or was applied before.
    const Posted* applied(Rank rank, const Packet& packet);
    // Records that the rank will next apply operation `op`, a queued operation of the rank on its own window.
    void issued_here(Rank rank, OpId op);
    // Checks an operation by which `rank` accesses its own window. The displacement in the operation's region is in
    // bytes. Returns the record of the operation, which is valid until the next reported event. Returns null if the
    // operation was not queued.
    const Posted* applied_here(Rank rank, const Operation& operation);
    void completed(Rank rank, OpId op);

    // Both functions check the guarantee of a call that returns at `rank`, for the rank's operations up to number
    // `serial`. `require_applied` checks that they are applied at the target. `require_complete` checks that they are
    // complete at the origin. Only operations to `target` are checked; no_rank means all targets.
    void require_applied(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    void require_complete(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    // Checks that the operations of `rank` that have one of these requests are complete at their origin.
    void require_complete(Rank rank, const std::vector<RequestId>& requests);
    // Both functions check the operations that a signal covers: operations of the kinds `modes` (bits of SyncModes) up
    // to number `serial`. When the signal is sent, they must be complete at their origin (`require_complete_of`). When
    // the signal is applied, they must be applied (`require_applied_of`).
    void require_complete_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes);
    void require_applied_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes);
    // Both functions check that operations to `rank` are applied. `require_fenced` checks the operations of the fence
    // epochs before fence number `fence`. `require_exposed` checks those of the exposure epoch of `rank` that has just
    // ended.
    void require_fenced(Rank rank, WindowId window, std::uint32_t fence);
    void require_exposed(Rank rank, WindowId window);
    void ended();
    void reset();

private:
    std::uint32_t* live(Rank rank, OpId op);
    std::uint32_t take();
    void give_back(std::uint32_t index) { free_.push_back(index); }
    void forget(std::uint32_t index, OpId op);
    const Posted* settle(Pair& pair, std::uint32_t before, std::uint32_t index);
    template <class Text>
    void require_order(const Pair& pair, OpKind kind, const Region& bytes, std::uint32_t end, Text now);
    void not_applied(const Posted& posted, std::string_view when);
    void require_known(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    std::string text(const Posted& posted) const;
    std::string text(const Packet& packet) const;

    const CheckerContext& context_;
    bool in_order_;  // true: accumulates of one origin must be applied in the order of their calls
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    const Causality* causality_ = nullptr;
    // An applied operation and the step that applied it. Such records are kept only in explorations (causality.h),
    // until a call that guarantees the operation's completion has returned at the operation's origin.
    struct Applied {
        Posted operation;
        std::uint32_t step;
    };
    std::vector<Applied> applied_;
    std::vector<Posted> posted_;  // slots for operations; `free_` has the indices of free slots
    std::vector<std::uint32_t> free_;
    // For each rank and operation element in use: the index of the operation, which is not complete at its origin.
    std::vector<std::vector<std::uint32_t>> live_;
};

// True if an element of region `a` has a byte in common with an element of region `b`. The displacements of both
// regions must be in bytes.
bool overlap(const Region& a, const Region& b);

}  // namespace rmasim::sim::check
