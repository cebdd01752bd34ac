#include "protocol/memmodel/rules.h"

#include <array>
#include <utility>

namespace rmasim::memmodel {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, rule_count> names{{
    {"concurrent_rma", "MM-PAIR-1"},
    {"accumulates_differ", "MM-ACC-1"},
    {"concurrent_local", "MM-PAIR-2"},
    {"concurrent_store_and_update", "MM-PAIR-3"},
    {"stale_public", "MM-COPY-1"},
    {"stale_private", "MM-COPY-2"},
    {"overlapping_windows", "MM-COPY-3"},
    {"attachment", "MM-ATT-1"},
    {"buffer_in_use", "MM-BUF-1"},
    {"no_mem_sync", "MM-SHM-1"},
    {"concurrent_shared", "MM-SHM-3"},
}};

bool same_elements(const Class& a, const Class& b) { return a.datatype == b.datatype && a.misaligned == b.misaligned; }

bool both_atomic(const Class& a, const Class& b) { return a.manner == Manner::atomic && b.manner == Manner::atomic; }

bool is_no_op(const Class& is) { return !is.swaps && is.op == ReduceOp::no_op; }

// True if the accumulates are atomic with each other, element by element (MM-ACC-1, MM-ACC-2). COMPARE_AND_SWAP counts
// as REPLACE.
bool atomic_together(const Class& a, const Class& b, bool calls_ordered) {
    if (!same_elements(a, b)) return false;
    if (calls_ordered && !a.in_any_order) return true;
    if ((is_no_op(a) || is_no_op(b)) && !a.same_op) return true;
    return a.op == b.op && is_no_op(a) == is_no_op(b);
}

std::optional<Forbidden> concurrent_operations(const Class& a, const Class& b, Model model, bool calls_ordered) {
    if (a.reads_only() && b.reads_only()) return std::nullopt;
    if (a.window != b.window) {
        const bool both_update = a.updates_window() && b.updates_window();
        const bool anywhere = model == Model::separate && both_update;
        return Forbidden{Rule::overlapping_windows, anywhere ? Near::window : Near::bytes};
    }
    if (a.kind != AccessKind::accumulate || b.kind != AccessKind::accumulate) {
        return Forbidden{Rule::concurrent_rma, Near::bytes};
    }
    if (atomic_together(a, b, calls_ordered)) return std::nullopt;
    return Forbidden{Rule::accumulates_differ, Near::bytes};
}

// An operation on a window must be ordered after the attachment of its memory and before the detachment.
std::optional<Forbidden> concurrent_attachment(const Class& a, const Class& b) {
    if (a.attaches() == b.attaches() || a.local() || b.local() || a.window != b.window) return std::nullopt;
    return Forbidden{Rule::attachment, Near::bytes};
}

}  // namespace

std::string_view name_of(Rule rule) { return names[static_cast<std::size_t>(rule)].first; }
std::string_view id_of(Rule rule) { return names[static_cast<std::size_t>(rule)].second; }
std::string_view name_of(Model model) { return model == Model::separate ? "separate" : "unified"; }

std::optional<Forbidden> if_concurrent(const Class& early, const Class& late, Model model, bool calls_ordered) {
    if (early.attaches() || late.attaches()) return concurrent_attachment(early, late);
    if (early.local() && late.local()) {
        // The program's own loads and stores conflict by the rules of its language, not by MPI's.
        if (!early.buffer && !late.buffer) return std::nullopt;
        if (early.reads_only() && late.reads_only()) return std::nullopt;
        return Forbidden{Rule::buffer_in_use, Near::bytes};
    }
    if (!early.local() && !late.local()) return concurrent_operations(early, late, model, calls_ordered);
    const Class& local = early.local() ? early : late;
    const Class& operation = early.local() ? late : early;
    if (local.reads_only() && operation.reads_only()) return std::nullopt;
    if (local.reads_only() && local.manner == Manner::atomic && model == Model::unified) return std::nullopt;
    const bool anywhere = model == Model::separate && local.kind == AccessKind::store && operation.updates_window();
    if (anywhere) return Forbidden{Rule::concurrent_store_and_update, Near::window};
    return Forbidden{Rule::concurrent_local, Near::bytes};
}

std::optional<Forbidden> if_concurrent_in_shared(const Class& early, const Class& late) {
    const auto of_program = [](const Class& is) { return is.local() && !is.buffer; };
    if (!of_program(early) || !of_program(late) || (early.reads_only() && late.reads_only())) return std::nullopt;
    if (both_atomic(early, late)) return std::nullopt;
    return Forbidden{Rule::concurrent_shared, Near::bytes};
}

std::optional<Forbidden> if_not_synchronised(const Class& early, const Class& late) {
    if (early.reads_only() || early.attaches() || late.attaches()) return std::nullopt;
    const Near near = late.reads_only() ? Near::bytes : Near::window;
    if (early.local()) {
        if (late.local()) return std::nullopt;
        return Forbidden{Rule::stale_public, near};
    }
    if (late.local()) return Forbidden{Rule::stale_private, near};
    if (early.window == late.window) return std::nullopt;
    return Forbidden{Rule::overlapping_windows, near};
}

// The call that ends an operation exposes its writes, and operations read the newest values (MM-SHM-1).
bool needs_mem_sync(const Class& early, const Class& late) {
    if (early.reads_only() || early.attaches() || late.attaches()) return false;
    if (both_atomic(early, late)) return false;
    return early.local() || (late.local() && late.reads_only());
}

}  // namespace rmasim::memmodel
