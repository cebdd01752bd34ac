#include "sim/frontend/cli/run/summary.h"

#include "protocol/base/rank_list.h"
#include "sim/checkers/findings/page_link.h"
#include "sim/frontend/cli/run/run_head.h"
#include "sim/frontend/cli/text/explained_text.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/packet_words.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/frontend/library/verdict.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_stuck_shown = 16;
constexpr int bar_width = 24;

std::string bar(double share) { return std::string(static_cast<std::size_t>(share * bar_width + 0.5), '#'); }

void add_messages(ExplainedText& text, const Scenario& scenario, const RunResult& result) {
    const int width = name_width(result.by_kind);
    text.line("{:<{}} {:>14}   {} on the wire", "Messages", width + 2, grouped(result.messages),
              counted(result.message_bytes, "byte"));
    text.explain({"messages.total", "messages.bytes"});
    std::vector<std::pair<std::string, std::uint64_t>> kinds(result.by_kind.begin(), result.by_kind.end());
    std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [kind, count] : kinds) {
        const double share = static_cast<double>(count) / static_cast<double>(result.messages);
        text.line("  {:<{}} {:>14}   {}", kind, width, grouped(count), bar(share));
        if (text.explains()) text.explain_as(words_of_packet(packets_of(scenario), kind));
    }
}

// Adds the clauses for which packets, or flags of packets, were sent. `sign` precedes the names.
template <class Entry, class Part>
void add_clauses(ExplainedText& text, int width, const PacketsByReason::Part& counts, std::span<const Entry> entries,
                 Part Entry::*part, std::span<const Reason<Part>> reasons, std::string_view sign) {
    for (const Entry& entry : entries) {
        const auto found = counts.find(std::string(entry.name));
        if (found == counts.end()) continue;
        for (const Reason<Part>& reason : reasons) {
            const auto count = found->second.find(reason.clause.empty() ? "program" : std::string(reason.clause));
            if (reason.part != entry.*part || count == found->second.end()) continue;
            text.explain_as(fmt::format("  {:<{}} {:>14}   {}: {}", std::string(sign) + std::string(entry.name), width,
                                        grouped(count->second), count->first, reason.why));
        }
    }
}

void add_why_sent(ExplainedText& text, const Scenario& scenario, const RunResult& result) {
    if (!text.explains() || result.messages == 0) return;
    const PacketVocabulary& packets = packets_of(scenario);
    const PacketReasons& reasons = scenario.family->reasons();
    const int width = usual_name_width - 6;
    text.explain_as(fmt::format("The clauses that require them, in protocol/{}/SPEC.md:", scenario.family->name()));
    add_clauses(text, width, result.by_reason.kinds, packets.kinds(), &KindEntry::kind, reasons.kinds, "");
    add_clauses(text, width, result.by_reason.flags, packets.flags(), &FlagEntry::flag, reasons.flags, "+");
}

void add_between_nodes(ExplainedText& text, const RunResult& result) {
    std::uint64_t total = 0;
    for (const auto& [kind, count] : result.between_nodes) total += count;
    if (total == 0) return;
    text.line("  {:<{}} {:>14}", "(between nodes)", name_width(result.by_kind), grouped(total));
    text.explain({"messages.between_nodes"});
}

void add_shared_memory(ExplainedText& text, const SharedMemoryUse& use) {
    if (!use.any_window) return;
    std::uint64_t syncs = 0;
    for (const std::uint64_t count : use.mem_syncs) syncs += count;
    text.line("Shared memory");
    text.line("  {:<30} {:>14}", "direct operations", grouped(use.direct_operations));
    text.explain({"shared_memory.direct_operations"});
    text.line("  {:<30} {:>14}", "MEM_SYNCs", grouped(syncs));
    text.explain({"shared_memory.mem_syncs"});
    text.line("");
}

void add_time(ExplainedText& text, const RunResult& result) {
    std::int64_t total = 0;
    std::vector<std::int64_t> column;
    for (const auto& [cause, ns] : result.time_spent_ns) {
        total += ns;
        column.push_back(ns);
    }
    column.push_back(total);
    const TimeColumn time(column);
    text.line("Where the ranks' time went       {:>14}   all ranks together", time(total));
    text.explain({"time_spent"});
    std::vector<std::pair<std::string, std::int64_t>> causes = result.time_spent_ns;
    std::stable_sort(causes.begin(), causes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [cause, ns] : causes) {
        if (ns == 0) continue;
        const double share = static_cast<double>(ns) / static_cast<double>(total);
        text.line("  {:<30} {:>14}   {:>5.1f}% {}", cause, time(ns), share * 100, bar(share));
        text.explain({"time_spent." + cause + "_ns"});
    }
}

void add_elements(ExplainedText& text, const RunResult& result) {
    std::vector<std::int64_t> column;
    for (const auto& [pool, use] : result.elements) column.push_back(use.time_waited_ns);
    const TimeColumn time(column);
    const int width = name_width(result.elements);
    text.line("{:<{}} {:>20} {:>7} {:>17} {:>13}", "Elements", width + 2, "in use at most", "of", "times exhausted",
              "time waited");
    text.explain({"elements.POOL.high_water", "elements.POOL.size", "elements.POOL.times_exhausted",
                  "elements.POOL.time_waited_ns"});
    for (const auto& [pool, use] : result.elements) {
        text.line("  {:<{}} {:>20} {:>7} {:>17} {:>13}{}", pool, width, grouped(use.high_water), grouped(use.size),
                  grouped(use.times_exhausted), time(use.time_waited_ns),
                  global_pool_stood_in(pool, result.elements) ? "   the global pool stood in" : "");
    }
}

// Adds the figures of the operation tables if they are interesting: a slot has more than one target element, or walks
// over the table have a cost. The output of --format json always has these figures.
void add_tables(ExplainedText& text, const Scenario& scenario, const RunResult& result) {
    const auto matters = [&](const TableUse& use) {
        return use.max_list_length > 1 || scenario.costs.walk_slot_ns > 0;
    };
    if (std::none_of(result.tables.begin(), result.tables.end(), matters)) return;
    text.line("Tables                        slots  longest list      searches   elements compared      slots walked");
    text.explain({"tables.WINDOW.slots", "tables.WINDOW.longest_list", "tables.WINDOW.searches",
                  "tables.WINDOW.elements_compared", "tables.WINDOW.slots_walked"});
    for (const TableUse& use : result.tables) {
        text.line("  {:<22} {:>10} {:>13} {:>13} {:>19} {:>17}", use.window, grouped(use.slots),
                  grouped(use.max_list_length), grouped(use.searches), grouped(use.elements_compared),
                  grouped(use.slots_walked));
    }
    text.line("");
}

// The windows whose need of a target element made a LOCK_ALL fall back. Example: "2 because v needed an element, 1
// because w needed an element".
std::string needed_by(const TableUse& use) {
    std::string text;
    for (const auto& [window, times] : use.needed_by) {
        text += fmt::format("{}{} because {} needed an element", text.empty() ? "" : ", ", grouped(times), window);
    }
    return text;
}

void add_shortage(ExplainedText& text, const TableUse& use) {
    const auto line = [&](std::uint64_t count, const std::string& what, const char* key) {
        if (count == 0) return;
        text.line("  {:<30} {:>14}   {}", use.window, grouped(count), what);
        text.explain({key});
    };
    line(use.fall_backs,
         fmt::format("{} of LOCK_ALL to requests for the locks of all ranks, {} in total; {}",
                     noun(use.fall_backs, "fall-back"), duration(use.fall_backs_ns), needed_by(use)),
         "tables.WINDOW.fall_backs.count");
    line(use.targets_restored,
         fmt::format("{} freed for other targets, and {} elements of locked targets created again",
                     noun(use.targets_restored, "element"), grouped(use.targets_made_again)),
         "tables.WINDOW.targets_restored");
    line(use.unlocks_without_lock,
         fmt::format("{} sent without a lock, because NOCHECK was lost with the element",
                     noun(use.unlocks_without_lock, "UNLOCK")),
         "tables.WINDOW.unlocks_without_lock");
}

std::string text_of(const FallBack& one) {
    return fmt::format(
        "rank {}: LOCK_ALL of {} fell back to requests for the locks of all ranks at {}, because {} on {} found no "
        "free target element; "
        "{}",
        one.rank, one.window, duration(one.at_ns), one.call, one.needed_by,
        one.took_ns ? "the fall-back took " + duration(*one.took_ns) : "the fall-back did not end");
}

void add_shortages(ExplainedText& text, const RunResult& result) {
    constexpr std::size_t max_shown = 4;
    const auto is_short = [](const TableUse& use) {
        return use.fall_backs + use.targets_restored + use.unlocks_without_lock > 0;
    };
    if (std::none_of(result.tables.begin(), result.tables.end(), is_short)) return;
    text.line("Target elements exhausted");
    for (const TableUse& use : result.tables) add_shortage(text, use);
    const std::size_t shown = std::min(result.fall_backs.size(), max_shown);
    for (std::size_t i = 0; i < shown; ++i) text.line("  {}", text_of(result.fall_backs[i]));
    if (result.fall_backs.size() > shown) text.line("  ... and more; --format json lists the first 16");
    text.line("");
}

void add_shared_memory(ExplainedText& text, const RunResult& result) {
    if (result.mutexes) {
        text.line("Mutexes                          {:>14}   taken, {} of them after waiting for another rank",
                  grouped(result.mutexes->taken), grouped(result.mutexes->contended));
        text.explain({"mutexes.taken", "mutexes.contended"});
    }
    if (result.caches) {
        text.line("Caches                           {:>14}   {}, {}; {}, {}", grouped(result.caches->flushes),
                  noun(result.caches->flushes, "flush", "flushes"), counted(result.caches->lines_written_back, "line"),
                  counted(result.caches->invalidations, "invalidation"),
                  counted(result.caches->lines_invalidated, "line"));
        text.explain(
            {"caches.flushes", "caches.lines_written_back", "caches.invalidations", "caches.lines_invalidated"});
    }
    if (result.mutexes) text.line("");
}

void add_memory(ExplainedText& text, const MemoryUse& use) {
    // There is no bound in a family without pools: it allocates as much memory as the program needs.
    const std::string bound =
        use.pools_bound > 0 ? fmt::format("; at most {}", grouped(use.engine + use.tables + use.pools_bound)) : "";
    text.line("Protocol memory per rank         {:>14}   bytes: engine {}, tables {}, elements {}{}",
              grouped(use.total), grouped(use.engine), grouped(use.tables), grouped(use.pools), bound);
    text.explain({"memory_bytes_per_rank", "memory_bytes_per_rank.engine", "memory_bytes_per_rank.tables",
                  "memory_bytes_per_rank.pools", "memory_bytes_per_rank.pools_bound"});
}

void add_counters(ExplainedText& text, const RunResult& result) {
    for (const CounterResult& use : result.counters) {
        if (use.allocated == 0) continue;
        text.line("Counters of window {:<14} {:>14}   allocated, {} applied, {}, lowest value {}", use.window,
                  grouped(use.allocated), counted(use.applied, "signal"), counted(use.resets, "reset"), use.lowest);
        text.explain({"counters.WINDOW.allocated", "counters.WINDOW.signals_applied", "counters.WINDOW.resets",
                      "counters.WINDOW.lowest"});
        if (use.lost + use.vacuous + use.negative > 0) {
            text.line("{:<33}{:>14}   {} lost, {} without an operation, {} below zero", "", grouped(use.lost),
                      noun(use.lost, "signal"), grouped(use.vacuous), grouped(use.negative));
            text.explain({"counters.WINDOW.lost", "counters.WINDOW.vacuous", "counters.WINDOW.negative"});
        }
    }
    if (!result.counters.empty()) text.line("");
}

template <class Lost>
void add_lost(ExplainedText& text, std::uint64_t total, const std::vector<Lost>& lost) {
    constexpr std::size_t max_shown = 8;
    const std::size_t shown = std::min(lost.size(), max_shown);
    for (std::size_t i = 0; i < shown; ++i) text.line("  {}", text_of(lost[i]));
    if (total > shown) text.line("  ... and {} more", total - shown);
}

void add_faults(ExplainedText& text, const RunResult& result) {
    const LostThings& lost = result.lost;
    const LostCounts& total = result.lost_counts;
    const bool nothing = total.ranks + total.packets + total.pools == 0;
    text.line("Faults{}", nothing ? ": nothing was lost" : "");
    add_lost(text, total.ranks, lost.dead);
    add_lost(text, total.packets, lost.packets);
    add_lost(text, total.pools, lost.shrunken);
    if (result.packets_to_the_dead > 0)
        text.line("  {} to dead ranks dropped", counted(result.packets_to_the_dead, "packet"));
    text.line("");
}

// The subject of a report. It is the scenario's title, or "halo, group 17" if the report is on one group.
std::string subject_of(const RunResult& result) {
    const bool of_group = result.groups && result.groups->reported;
    return of_group ? fmt::format("{}, group {}", result.scenario, *result.groups->reported) : result.scenario;
}

void add_groups(ExplainedText& text, const GroupOutcomes& groups) {
    if (groups.by_outcome.size() == 1 && groups.by_outcome.contains("finished")) return;
    text.line("Groups                           {:>14}", grouped(static_cast<std::uint64_t>(groups.count)));
    for (const auto& [outcome, count] : groups.by_outcome) text.line("  {:<30} {:>14}", outcome, grouped(count));
    text.line("");
}

// If the checkers have no finding, adds the numbers of the calls, operations and accesses that they have checked.
void add_checked(ExplainedText& text, const RunResult& result) {
    if (result.checked && !result.violation) {
        text.line("Checked                          {:>14}   {}; operations {}, lock grants {}: no invariant violated",
                  grouped(result.checked->calls), noun(result.checked->calls, "call"),
                  grouped(result.checked->operations), grouped(result.checked->lock_grants));
        text.explain({"checked.calls", "checked.operations", "checked.lock_grants"});
    }
    if (result.semantics && result.semantics->count == 0) {
        text.line("Memory semantics                 {:>14}   {}: none erroneous under the {} model",
                  grouped(result.semantics->accesses), noun(result.semantics->accesses, "access", "accesses"),
                  result.semantics->model);
        for (const std::string& note : result.semantics->notes) text.line("  note: {}", note);
        for (const std::string& line : semantics::lines_of(result.semantics->ordered)) text.line("  {}", line);
        if (result.semantics->suppressed > 0) text.line("  suppressed: {}", grouped(result.semantics->suppressed));
        const std::string unseen = semantics::unseen(result.semantics->loads_and_stores);
        if (!unseen.empty()) text.line("  {}", unseen);
    } else if (!result.semantics && result.is_of_program) {
        text.line("Not checked: data races; --semantics separate checks them");
    }
}

}  // namespace

std::string summary(const Scenario& scenario, const RunResult& result, const std::string& verdict, double wall_s,
                    bool explain) {
    ExplainedText text(explain);
    add_head(text, scenario, result, verdict, wall_s);
    text.line("");
    if (result.groups) add_groups(text, *result.groups);
    if (result.with_faults) add_faults(text, result);
    add_messages(text, scenario, result);
    add_between_nodes(text, result);
    add_why_sent(text, scenario, result);
    text.line("");
    add_shared_memory(text, result.shared_memory);
    add_time(text, result);
    text.line("");
    if (!result.elements.empty()) {
        add_elements(text, result);
        text.line("");
    }
    add_tables(text, scenario, result);
    add_shortages(text, result);
    add_shared_memory(text, result);
    add_counters(text, result);
    add_memory(text, result.memory);
    add_checked(text, result);
    for (const std::string& note : result.notes) text.line("Note: {}", note);
    text.line("Digest of all events           {:>16}", result.digest);
    text.explain({"digest"});
    return text.take();
}

namespace {

// Calls of several ranks at the same location that wait for the same ranks, or that break the same rule.
struct SameCalls {
    const StuckCall* first;
    bool same_reason;
    std::vector<Rank> ranks;
};

// The first groups of calls, and the number of all other calls.
struct ShownCalls {
    std::vector<SameCalls> shown{};
    std::size_t more = 0;
};

bool are_same(const StuckCall& one, const StuckCall& other) {
    if (one.call != other.call || one.location != other.location || one.thread != other.thread) return false;
    if (one.page != other.page || one.window != other.window) return false;
    return !one.page.empty() || one.reason == other.reason || (!one.awaited.empty() && one.awaited == other.awaited);
}

ShownCalls shown_calls(const std::vector<StuckCall>& calls) {
    ShownCalls all;
    for (const StuckCall& call : calls) {
        const auto found = std::ranges::find_if(all.shown, [&](const SameCalls& one) {
            return are_same(*one.first, call) && one.ranks.back() != call.rank;
        });
        if (found != all.shown.end()) {
            found->ranks.push_back(call.rank);
            found->same_reason = found->same_reason && found->first->reason == call.reason;
            if (call.rank < found->first->rank) found->first = &call;
        } else if (all.shown.size() < max_stuck_shown) {
            all.shown.push_back({&call, true, {call.rank}});
        } else {
            ++all.more;
        }
    }
    for (SameCalls& one : all.shown) std::ranges::sort(one.ranks);
    return all;
}

// Returns the ranks as text: "rank 0 thread 1", "ranks 0 to 3", or "rank 0 (likewise ranks 1 to 3)", if the texts of
// the calls differ.
std::string who_of(const SameCalls& calls) {
    const bool is_one = calls.ranks.size() == 1;
    const std::string thread =
        calls.first->thread ? fmt::format("{} thread {}", is_one ? "" : ",", *calls.first->thread) : "";
    if (calls.same_reason) return text_of_ranks(calls.ranks) + thread;
    std::vector<Rank> others = calls.ranks;
    std::erase(others, calls.first->rank);
    return fmt::format("rank {}{} (likewise {})", calls.first->rank, thread, text_of_ranks(others));
}

// Adds the repair of each broken rule, and a link to its page.
void add_fixes(Text& text, const std::vector<SameCalls>& calls) {
    std::vector<const StuckCall*> rules;
    for (const SameCalls& one : calls) {
        const auto same = [&](const StuckCall* known) {
            return known->page == one.first->page && known->fix == one.first->fix;
        };
        if (!one.first->page.empty() && std::ranges::none_of(rules, same)) rules.push_back(one.first);
    }
    for (const StuckCall* const one : rules) {
        const std::string of = rules.size() == 1 ? "" : fmt::format(" of {} at {}", one->call, one->location);
        text.line("  fix{}: {}", of, one->fix);
        text.line("  {}", link_to(one->page));
    }
}

}  // namespace

std::string stuck_report(const RunResult& result) {
    Text text;
    const bool waits = result.outcome != Outcome::erroneous;
    if (waits) {
        text.line("{}: the run cannot finish: {}", subject_of(result), result.cause);
    } else {
        text.line("{}: the program is erroneous MPI", subject_of(result));
    }
    const ShownCalls calls = shown_calls(result.stuck);
    for (const SameCalls& one : calls.shown) {
        const StuckCall& call = *one.first;
        text.line("  {}: {} at {}{}{}", who_of(one), call.call, call.location, waits ? " waits for " : ": ",
                  call.reason);
    }
    if (calls.more > 0) text.line("  ... and {} more; --format json lists all", calls.more);
    if (result.is_cut_short)
        text.line("  the programs did not run to their ends: later errors, of other ranks too, are not listed");
    if (!result.fix.empty()) text.line("  fix: {}", result.fix);
    add_fixes(text, calls.shown);
    return text.take();
}

std::string semantics_report(const RunResult& result) {
    Text text;
    const std::vector<std::string> lines = lines_of(*result.semantics);
    text.line("{}: {}", subject_of(result), lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) text.line("  {}", lines[i]);
    return text.take();
}

std::string lost_packet_report(const RunResult& result) {
    Text text;
    text.line("{}: {}", subject_of(result), result.cause);
    return text.take();
}

std::string violation_report(const RunResult& result) {
    Text text;
    // The protocol assumes a reliable network. If a packet was lost, a violation is therefore not a bug of the core.
    text.line("{}: {}: {}", subject_of(result),
              result.outcome == Outcome::violation ? "a bug in the protocol core violates an invariant"
                                                   : "the faults caused an invariant violation",
              name_of(result.violation->which));
    text.line("  {}", result.violation->what);
    return text.take();
}

std::string stale_report(const RunResult& result) {
    Text text;
    text.line("{}: {} read because a MEM_SYNC was omitted", subject_of(result),
              counted(result.stale_read_count, "stale value"));
    for (std::size_t i = 0; i < std::min(result.stale_reads.size(), max_stuck_shown); ++i) {
        text.line("  {}", result.stale_reads[i]);
    }
    if (result.stale_read_count > max_stuck_shown) {
        text.line("  ... and {} more", grouped(result.stale_read_count - max_stuck_shown));
    }
    return text.take();
}

std::string moved_report(const std::vector<Difference>& moved) {
    Text text;
    std::size_t width = 48;
    for (const Difference& one : moved) width = std::max(width, one.what.size());
    text.line("  {:<{}} {:>14} {:>14}", "expectation", width, "expected", "got");
    for (const Difference& one : moved) {
        text.line("  {:<{}} {:>14} {:>14}", one.what, width, grouped_figure(one.expected), grouped_figure(one.got));
    }
    return text.take();
}

}  // namespace rmasim::sim
