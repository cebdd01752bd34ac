// Every operation to another rank, from posting to its end: it is sent once (once more, when its target had to drop
// it), applied once, in time, and accumulates of one origin to one place in their order.
#pragma once

#include "sim/check/epochs.h"

namespace rmasim::sim::check {

struct Posted {
    enum class State : std::uint8_t { queued, sent, dropped, applied };

    std::uint64_t serial = 0;  // counts the origin's operations on the window, from 1
    Rank origin = no_rank;
    Rank target = no_rank;
    WindowId window = 0;
    OpId op = 0;
    RequestId request = no_request;
    OpKind kind = OpKind::put;
    Mode mode = Mode::none;
    State state = State::queued;
    bool complete = false;       // at its origin
    bool asks_for_lock = false;  // the packet that carries it, once sent
    Region region;
    Epochs::Span epochs;
    std::uint32_t next = none;  // of the pair's operations that are not applied
};

class Operations {
public:
    Operations(const Setting& setting, Pairs& pairs, Epochs& epochs, Findings& findings);

    void follow(const Causality* causality) { causality_ = causality; }

    void posted(Rank rank, OpId op, const Operation& operation);
    void sent(const Packet& packet);
    void dropped(Rank target, WindowId window, Rank origin);
    // Null when it must not be applied now; else to be looked at before anything else is reported.
    const Posted* applied(Rank rank, const Packet& packet);
    void completed(Rank rank, OpId op);

    // A call has returned that promises the end of what `rank` had posted: up to `serial`, to `target` or, for no_rank,
    // to all. At the target, or at the origin only.
    void require_applied(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    void require_complete(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    void require_complete(Rank rank, const std::vector<RequestId>& requests);
    // All operations to `rank` are applied that belong to an epoch before fence `fence`, or to an exposure epoch that
    // has ended.
    void require_fenced(Rank rank, WindowId window, std::uint32_t fence);
    void require_exposed(Rank rank, WindowId window);
    void ended();
    void reset();

private:
    std::uint32_t* live(Rank rank, OpId op);
    std::uint32_t take();
    void give_back(std::uint32_t index) { free_.push_back(index); }
    void forget(std::uint32_t index, OpId op);
    void require_order(const Pair& pair, std::uint32_t index);
    void not_applied(const Posted& posted, std::string_view when);
    void require_known(Rank rank, WindowId window, Rank target, std::uint64_t serial, std::string_view call);
    std::string text(const Posted& posted) const;
    std::string text(const Packet& packet) const;

    const Setting& setting_;
    bool in_order_;  // accumulates of an origin
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    const Causality* causality_ = nullptr;
    // Where causes are followed: operations that are applied, and the step; until their origin is known to know.
    struct Applied {
        Posted operation;
        std::uint32_t step;
    };
    std::vector<Applied> applied_;
    std::vector<Posted> posted_;  // slots; those in `free_` are free
    std::vector<std::uint32_t> free_;
    std::vector<std::vector<std::uint32_t>> live_;  // by rank and operation element: what is not complete at its origin
};

// Elements that two regions have in common.
bool overlap(const Region& a, const Region& b);

}  // namespace rmasim::sim::check
