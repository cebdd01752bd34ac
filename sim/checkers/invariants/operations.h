// Follows every operation to another rank from posting to completion: it is sent once (again only if its target dropped
// it) and applied once, in time; accumulates of one origin to one location are applied in order.
#pragma once

#include "sim/checkers/invariants/epochs.h"

namespace rmasim::sim::check {

struct Posted {
    enum class State : std::uint8_t { queued, sent, dropped, applied };

    std::uint64_t serial = 0;  // number among the origin's operations on the window, from 1
    Rank origin = no_rank;
    Rank target = no_rank;
    WindowId window = 0;
    OpId op = 0;
    RequestId request = no_request;
    OpKind kind = OpKind::put;
    Mode mode = Mode::none;
    State state = State::queued;
    bool complete = false;       // complete at its origin
    bool in_memory = false;      // sent from the user's memory, and its data have not left that memory
    bool asks_for_lock = false;  // its packet, once sent, contains a lock request
    bool nocheck = false;        // no lock is needed
    Region region;
    Epochs::Span epochs;
    std::uint32_t next = none;  // next in the list of the pair's operations that are not applied
};

class Operations {
public:
    Operations(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings);

    void follow(const Causality* causality) { causality_ = causality; }

    void posted(Rank rank, OpId op, const Operation& operation);
    void sent(const Packet& packet);
    // Report a packet that is sent from the user's memory, and that its data have left that memory.
    void sent_from_memory(const Packet& packet);
    void send_completed(const Packet& packet);
    void dropped(Rank target, WindowId window, Rank origin);
    // Returns null if the operation must not be applied now. Otherwise the pointer is valid until the next report.
    const Posted* applied(Rank rank, const Packet& packet);
    // A queued operation on the rank's own window is the next to be applied.
    void issued_here(Rank rank, OpId op);
    // An operation of `rank` accesses its own window; its region is in bytes. Returns null if it was never queued.
    // Otherwise the pointer is valid until the next report.
    const Posted* applied_here(Rank rank, const Operation& operation);
    void completed(Rank rank, OpId op);

    // A call has returned that guarantees completion of the operations of `rank` up to number `serial`, to `target` or,
    // for no_rank, to all targets. Checks that they are applied, or complete at the origin.
    void require_applied(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    void require_complete(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    void require_complete(Rank rank, const std::vector<RequestId>& requests);
    // A signal covers the operations of these modes (SyncModes, as bits) up to number `serial`. Checks that they are
    // complete at their origin when the signal is sent, and applied when the signal is applied.
    void require_complete_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes);
    void require_applied_of(Rank rank, WindowId window, Rank target, std::uint64_t serial, unsigned modes);
    // Check that those operations to `rank` are applied that belong to an epoch before fence number `fence`, or to an
    // exposure epoch that has ended.
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
    bool in_order_;  // accumulates of one origin must be applied in order
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    const Causality* causality_ = nullptr;
    // Only with causality: applied operations with the step that applied them. They are kept until a call that
    // guarantees their completion has returned at their origin.
    struct Applied {
        Posted operation;
        std::uint32_t step;
    };
    std::vector<Applied> applied_;
    std::vector<Posted> posted_;  // slots; `free_` lists the free ones
    std::vector<std::uint32_t> free_;
    std::vector<std::vector<std::uint32_t>> live_;  // by rank and operation element: operations that are not complete
                                                    // at their origin
};

// Returns true if an element of one region overlaps an element of the other. The regions must be in bytes.
bool overlap(const Region& a, const Region& b);

}  // namespace rmasim::sim::check
