// A second checker, as simple as possible, for comparison. It keeps every operation, every packet and every call of a
// run, and searches all of them for each rule. It returns all complaints that the real checker may report first.
#pragma once

#include "sim/checkers/invariants/causality.h"
#include "sim/checkers/invariants/checker.h"
#include "tests/unit/protocol/stub_family.h"

#include <map>
#include <tuple>

namespace rmasim::sim::check {

// An arbitrary causality: a hash decides if a step depends on an earlier step.
class MadeUpCauses final : public Causality {
public:
    std::uint32_t now = 0;
    std::uint32_t step() const override { return now; }
    bool depends_on(std::uint32_t earlier) const override {
        return earlier == now || (earlier * 2654435761U + now * 40503U) % 16 != 0;
    }
};

// The texts that the checker may report. Empty if no rule is broken.
using Complaints = std::vector<std::string>;
// Adds complaints, unless there are earlier ones: only the first complaint counts.
inline void add(Complaints& to, Complaints more) {
    if (to.empty()) to = std::move(more);
}

class ReferenceChecker {
public:
    ReferenceChecker(const CheckerContext& context, const StubFamily& family, const Causality* causes)
        : context_(context), family_(family), rules_(family.reported_rules), causes_(causes) {}

    struct Op {
        Rank origin, target;
        WindowId window;
        OpId id;
        OpKind kind;
        Region region;
        RequestId request;
        std::uint64_t nth;  // number of the operation among those of its origin on the window
        Mode mode;
        std::uint32_t first, last;  // numbers of the first and the last epoch to which it may belong
        bool nocheck;
        enum { queued, sent, dropped, applied } state = queued;
        bool complete = false, in_memory = false, asks = false;
        std::uint32_t applied_in = 0;
        bool known = false;  // true if a call has required that it is applied
    };
    // Functions for the reports to the checker. Each function returns the complaints that are possible at this point.
    Complaints begins(Rank rank, ThreadId thread, const CallRequest& call);
    Complaints returns(Rank rank, ThreadId thread);
    Complaints posts(Rank rank, OpId id, const Operation& operation);
    Complaints completes(Rank rank, OpId id);
    Complaints sends(const Packet& packet);
    Complaints leaves(const Packet& packet, bool left);  // for sent_from_memory and send_completed
    Complaints receives(const Packet& packet);
    Complaints applies(const Packet& packet);
    Complaints applies_directly(Rank rank, const Operation& operation);
    Complaints drops(Rank target, WindowId window, Rank origin);
    Complaints queues(Rank target, WindowId window, Rank origin, LockType type);
    Complaints grants(Rank target, WindowId window, Rank origin, LockType type);
    Complaints releases(Rank target, WindowId window, Rank origin);
    Complaints takes(Rank rank, WindowId window, ElementKind kind, PoolLevel level, bool gives_back);
    Complaints ends_exposure(Rank rank, WindowId window);
    Complaints ends();

    // Access to the operations, for tests that generate mostly correct reports.
    const std::vector<Op>& ops() const { return ops_; }
    Op* live(Rank rank, OpId id);

private:
    using RankWindow = std::pair<Rank, WindowId>;
    using Between = std::tuple<Rank, Rank, WindowId>;  // origin, target, window
    struct UnderWay {
        CallRequest call;
        std::uint64_t posted = 0;
    };
    struct Epoch {
        Mode mode = Mode::none;
        bool nocheck = false, granted = false;
        std::uint32_t locks = 0, fences_returned = 0;
        std::uint64_t posted = 0;
        std::vector<std::uint32_t> fences;  // the step in which each fence began
        Group started, exposed;
        std::vector<std::tuple<Rank, std::uint32_t, PacketType>> handled;
        std::uint32_t begun() const { return static_cast<std::uint32_t>(fences.size()); }
    };
    struct Relation {
        bool locked = false, nocheck = false, claims = false, holds = false;
        LockType type = LockType::shared;
        std::uint32_t unlocks = 0, asked = 0, starts = 0, posts = 0;
        std::vector<std::uint32_t> completes;  // the steps of the COMPLETEs
    };
    struct InLine {
        Rank origin;
        LockType type;
        bool holder, own;
    };
    struct Lock {
        Rank alone = no_rank;
        std::uint32_t shared = 0;
        std::vector<InLine> line;
    };
    struct Life {
        std::uint32_t ended = 0;
        std::int64_t due = 0, early = 0, elements = 0;
    };

    bool caused_by(std::uint32_t step) const { return causes_ == nullptr || causes_->depends_on(step); }
    std::uint32_t step() const { return causes_ == nullptr ? 0 : causes_->step(); }
    const std::string& named(WindowId window) const { return context_.windows[window]; }
    std::uint32_t unit_of(Rank owner, WindowId window) const {
        return static_cast<std::uint32_t>(context_.disp_units[window].of(owner));
    }
    std::string text(const Op& op) const;
    std::string text(const Packet& packet) const;
    Op* oldest(Rank origin, Rank target, WindowId window);
    static Complaints one(Invariant which, const std::string& what) { return {words_of(Violation{which, what})}; }
    static std::string not_applied(const std::string& op, const std::string& when) {
        return words_of(Violation{Invariant::epoch_kept, op + " is not applied when " + when});
    }
    bool begun_at(Rank rank, WindowId window, std::uint32_t fence);
    bool begun_at_all(WindowId window, std::uint32_t fence);
    bool begun_on_node(Rank rank, WindowId window, std::uint32_t fence);
    Complaints promised(Rank rank, const UnderWay& call);
    Complaints all_applied(Rank rank, const UnderWay& call);
    Complaints all_complete(Rank rank, const UnderWay& call, bool of_requests);
    Complaints all_fenced(Rank rank, WindowId window);
    Complaints closes(Rank rank, const UnderWay& call);
    Complaints all_handled(Rank rank, WindowId window, Rank target);
    Complaints frees_window(Rank rank, WindowId window);
    Complaints may_touch(Rank origin, Rank target, WindowId window, Mode mode, std::uint32_t epoch, bool nocheck);
    Complaints held_alone(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck);
    std::string too_late(Rank source, Rank target, WindowId window, PacketType type, bool under_lock) const;
    bool claims_in_line(Rank origin, Rank target, WindowId window);
    Complaints overtakes(Lock& lock, Rank target, WindowId window, InLine mine);
    std::string pool_text(WindowId window, ElementKind kind, PoolLevel level) const;

    const CheckerContext& context_;
    const StubFamily& family_;
    CheckedRules rules_;
    const Causality* causes_;
    std::vector<Op> ops_;  // all operations of the run
    std::vector<std::size_t> order_applied_;
    std::map<std::pair<Rank, ThreadId>, UnderWay> calls_;
    std::map<RankWindow, Epoch> epochs_;
    std::map<Between, Relation> pairs_;
    std::map<RankWindow, Lock> locks_;
    std::map<RankWindow, Life> lives_;
    std::map<std::tuple<Rank, PoolLevel, WindowId, ElementKind>, std::int64_t> in_use_;
};

}  // namespace rmasim::sim::check
