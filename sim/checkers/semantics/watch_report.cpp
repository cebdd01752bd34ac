// The report of Watch: names of memory and calls, and findings of the same two statements as one finding.
#include "protocol/base/call_table.h"
#include "sim/checkers/semantics/advice.h"
#include "sim/checkers/semantics/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim::semantics {

// The pairs of accesses of one rule by the same two statements: they are one finding of the report.
struct SameStatements {
    const memmodel::Finding* shown;  // the pair whose accesses the report shows
    std::size_t first_statement = 0;
    Rank first_rank = no_rank, second_rank = no_rank;  // of `shown`
    std::vector<Rank> first_ranks{}, second_ranks{}, targets{};
    std::uint64_t times = 0;
};

namespace {

constexpr std::size_t max_reported = 50;  // maximum for a scenario; `exec` has an option

// One of the two statements of a finding: what it accesses, and its location.
using Statement = std::pair<std::string, std::string>;

void sort_unique(std::vector<Rank>& ranks) {
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
}

// True if the accesses of the finding are concurrent operations, loads or stores, and the second one was earlier in
// virtual time: the checker receives an operation that waits for its target later than its call.
bool is_second_earlier(const memmodel::Finding& found) {
    const auto is_local_to_call = [](const memmodel::Access& access) {
        return access.is.buffer || access.is.attaches();
    };
    return !found.ordered && !found.predicted && found.second.time < found.first.time &&
           !is_local_to_call(found.first) && !is_local_to_call(found.second);
}

// Returns the finding with its accesses in the order of virtual time.
memmodel::Finding by_time(const memmodel::Finding& found) {
    memmodel::Finding made = found;
    if (!is_second_earlier(found)) return made;
    std::swap(made.first, made.second);
    made.calls_ordered = false;  // of the other order
    return made;
}

std::uint64_t offset(std::uint64_t byte, std::uint64_t start) { return byte > start ? byte - start : 0; }

}  // namespace

std::string Watch::call_name(Call call) const {
    return std::string(live_ != nullptr ? description_of(call).mpi_name : name_of(call));
}

const Program& Watch::program_of(Rank rank, std::uint32_t thread) const {
    const auto program = static_cast<std::size_t>(scenario_.program_of_rank[static_cast<std::size_t>(rank)]);
    return scenario_.programs[program][live_ != nullptr ? 0 : thread];
}

// Returns the text of an access, such as "load" or "the source buffer of put". `location` is the location of the
// access: "programs[0].calls[2].put".
std::string Watch::what_of(const memmodel::Access& access, const std::string& location) const {
    const bool loads = access.is.kind == memmodel::AccessKind::load;
    if (access.is.attaches()) return call_name(access.span->ending_call);
    if (!access.is.local()) return call_name(access.call);
    if (!access.is.buffer) return loads ? "load" : "store";
    if (access.is.message) return loads ? "the send buffer" : "the receive buffer";
    const std::string call = live_ != nullptr ? call_name(access.call) : location.substr(location.rfind('.') + 1);
    return fmt::format("the {} buffer of {}", loads ? "source" : "result", call);
}

// Returns the latest window whose segment or attached memory at the rank contains the byte. Older windows may have had
// the same memory. The window `through` precedes others.
Watch::Whereabouts Watch::in_program(Rank rank, std::uint64_t address, WindowId through) const {
    const Part* found = nullptr;
    if (const auto parts = parts_.find(rank); parts != parts_.end()) {
        for (const Part& part : parts->second) {
            if (address < part.bytes.begin || address >= part.bytes.end) continue;
            if (found == nullptr || part.window == through || found->window != through) found = &part;
        }
    }
    if (found == nullptr) return {.name = "", .in_buffer = true, .attached_at = "", .start = address};
    Whereabouts there{.name = found->name, .in_buffer = false, .attached_at = "", .start = found->bytes.begin};
    if (found->exists) there.name = live_->window_name(rank, found->window);
    if (found->attached_at) there.attached_at = program_of(rank, 0).location_text(*found->attached_at);
    return there;
}

Watch::Whereabouts Watch::memory_at(const memmodel::Access& access, std::uint64_t byte) const {
    const WindowId through = access.is.local() ? no_window : access.is.window;
    if (live_ != nullptr) return in_program(access.rank, byte, through);
    const auto [memory, start] = space_at(access.memory, byte);
    return {scenario_.space(memory).name, memory >= scenario_.windows.size(), "", start};
}

// Returns the same as memory_at(). If the bytes are in a variable of a program, the variable is the memory.
Watch::Whereabouts Watch::memory_of(const memmodel::Access& access, const ByteRun& bytes) const {
    Whereabouts there = memory_at(access, bytes.begin);
    if (!there.in_buffer || live_ == nullptr) return there;
    there.variable = live_->variable_at(access.rank, access.location, bytes);
    if (!there.variable) return there;
    there.name = there.variable->name;
    there.start = there.variable->begin;
    return there;
}

ReportedAccess Watch::reported(const memmodel::Access& access, std::optional<std::uint64_t> start) const {
    const auto [rank, thread] = checker_->threads().rank_and_number_of(access.thread);
    ReportedAccess made;
    made.rank = rank;
    const bool has_several =
        live_ == nullptr ? threads_[static_cast<std::size_t>(rank)] > 1 : checker_->threads().of_rank(rank).size() > 1;
    if (has_several) made.thread = thread;
    made.location = program_of(rank, thread).location_text(access.location);
    made.what = what_of(access, made.location);
    made.epoch = epoch_of(access.span->mode);
    const Whereabouts there = memory_at(access, access.bytes.begin);
    if (!access.is.local()) {
        made.window = live_ != nullptr ? there.name : scenario_.windows[access.is.window].name;
    }
    if (access.is.kind == memmodel::AccessKind::accumulate) {
        made.operation = access.is.swaps ? "swap" : std::string(name_of(access.is.op));
        made.datatype = std::string(name_of(access.is.datatype));
    }
    const std::uint64_t begins = start.value_or(there.start);
    made.first_byte = offset(access.bytes.begin, begins);
    made.end_byte = offset(access.bytes.end(), begins);
    made.time_ns = access.time;
    made.ended_by = access.span->ended() ? call_name(access.span->ending_call) : "open";
    return made;
}

// Returns the kind of an epoch, by the name of the call that opens it.
std::string Watch::epoch_of(memmodel::Mode mode) const {
    const bool of_mpi = live_ != nullptr;
    switch (mode) {
        case memmodel::Mode::none: return "";
        case memmodel::Mode::fence: return call_name(Call::fence);
        case memmodel::Mode::pscw: return call_name(Call::start);
        case memmodel::Mode::lock_shared: return of_mpi ? "MPI_Win_lock (shared)" : "shared lock";
        case memmodel::Mode::lock_exclusive: return of_mpi ? "MPI_Win_lock (exclusive)" : "exclusive lock";
        case memmodel::Mode::lock_all: return call_name(Call::lock_all);
        case memmodel::Mode::counter: return "a request";
    }
    return "";
}

// Returns the findings, without those that are legal because their load polls. A load polls if any polling load has the
// same source line, because the loads of one loop may have several locations on one line.
std::vector<memmodel::Finding> Watch::findings() const {
    std::vector<memmodel::Finding> found = checker_->findings().sorted();
    std::set<std::string> polled;
    for (const std::uint32_t location : polled_) polled.insert(program_of(0, 0).location_text(location));
    std::erase_if(found, [&](const memmodel::Finding& one) {
        const memmodel::Access* const load = memmodel::load_that_may_poll(one);
        if (load == nullptr) return false;
        const auto [rank, thread] = checker_->threads().rank_and_number_of(load->thread);
        return polled.contains(program_of(rank, thread).location_text(load->location));
    });
    return found;
}

// Returns the notes of the report: one note for each pair of source lines.
std::vector<std::string> Watch::notes() const {
    std::vector<std::string> notes;
    std::set<std::pair<std::string, std::string>> seen;
    for (const memmodel::Finding& found : checker_->notes().sorted()) {
        const ReportedAccess store = reported(found.first), operation = reported(found.second);
        if (!seen.insert({store.location, operation.location}).second) continue;
        if (notes.size() == max_notes) break;
        notes.push_back(fmt::format(
            "the {} of rank {} at {} finds the store of rank {} at {} only because memory is unified: a message orders "
            "the two accesses, but no {}, {}, {} or {} of rank {} on the window follows this store",
            operation.what, operation.rank, operation.location, store.rank, store.location, call_name(Call::fence),
            call_name(Call::post), call_name(Call::unlock), call_name(Call::sync), store.rank));
    }
    return notes;
}

// Returns the finding without the words about its repair, and without the numbers of all its pairs.
ReportedFinding Watch::reported(const memmodel::Finding& of_checker) const {
    const memmodel::Finding found = by_time(of_checker);
    ReportedFinding one;
    one.id = std::string(memmodel::id_of(found.rule));
    one.rule = std::string(memmodel::name_of(found.rule));
    one.model = std::string(memmodel::name_of(found.model));
    one.page = "protocol/memmodel/RULES.md#" + one.rule;
    one.target = found.second.rank;
    const memmodel::Access& of_buffer = found.first.is.buffer ? found.first : found.second;
    Whereabouts there = memory_of(of_buffer, {found.bytes.begin, found.bytes.end});
    // The bytes of a buffer without a name are counted from the first byte of the two accesses.
    const bool unnamed = there.in_buffer && there.name.empty();
    if (unnamed) there.start = std::min(found.first.bytes.begin, found.second.bytes.begin);
    one.in_buffer = there.in_buffer;
    one.memory = there.name;
    if (there.variable) {
        one.part = there.variable->part;
        one.declared_at = there.variable->declared_at;
    }
    one.attached_at = there.attached_at;
    one.first_byte = offset(found.bytes.begin, there.start);
    one.end_byte = offset(found.bytes.end, there.start);
    one.same_bytes = found.same_bytes;
    one.predicted = found.predicted;
    const std::optional<std::uint64_t> start = found.same_bytes ? std::optional(there.start) : std::nullopt;
    one.first = reported(found.first, start);
    one.second = reported(found.second, start);
    return one;
}

// Returns the findings by rule and statements, in the order of the first pair of each. Only the number of a statement
// is needed here: the words of thousands of pairs would take longer than their search.
std::vector<SameStatements> Watch::by_statements(const std::vector<memmodel::Finding>& all) const {
    std::vector<SameStatements> merged;
    std::map<std::tuple<memmodel::Rule, std::size_t, std::size_t>, std::size_t> known;
    std::map<Statement, std::size_t> statements;
    using Words = std::tuple<const Program*, std::uint32_t, memmodel::AccessKind, bool, bool, Call>;
    std::map<Words, std::size_t> by_words;  // by everything on which the text of a statement depends
    const auto statement_of = [&](const memmodel::Access& access) {
        const auto [rank, thread] = checker_->threads().rank_and_number_of(access.thread);
        const Program& program = program_of(rank, thread);
        const Call call = access.is.attaches() ? access.span->ending_call : access.call;
        const auto [at, is_new] = by_words.try_emplace(
            {&program, access.location, access.is.kind, access.is.buffer, access.is.message, call}, 0);
        if (is_new) {
            const std::string location = program.location_text(access.location);
            at->second = statements.try_emplace({what_of(access, location), location}, statements.size()).first->second;
        }
        return at->second;
    };
    const auto rank_of = [&](const memmodel::Access& access) { return checker_->threads().rank_of(access.thread); };
    for (const memmodel::Finding& found : all) {
        const bool swapped = is_second_earlier(found);
        const memmodel::Access& first = swapped ? found.second : found.first;
        const memmodel::Access& second = swapped ? found.first : found.second;
        const std::size_t one = statement_of(first), other = statement_of(second);
        const Rank first_rank = rank_of(first), second_rank = rank_of(second);
        const auto [at, is_new] =
            known.try_emplace({found.rule, std::min(one, other), std::max(one, other)}, merged.size());
        if (is_new) merged.push_back({&found, one, first_rank, second_rank});
        SameStatements& into = merged[at->second];
        // The repair of a pair of two ranks is a repair for accesses of one rank, too.
        if (into.first_rank == into.second_rank && first_rank != second_rank) {
            if (into.first_statement != one) std::swap(into.first_ranks, into.second_ranks);
            into.shown = &found;
            into.first_statement = one;
            into.first_rank = first_rank;
            into.second_rank = second_rank;
        }
        // Two accesses by the same statement have no order that the reader can see.
        if (into.first_statement == one || one == other) {
            into.first_ranks.push_back(first_rank);
            into.second_ranks.push_back(second_rank);
        }
        if (into.first_statement != one || one == other) {
            into.first_ranks.push_back(second_rank);
            into.second_ranks.push_back(first_rank);
        }
        into.targets.push_back(found.second.rank);
        into.times += checker_->findings().times(found);
    }
    return merged;
}

Report Watch::report() const {
    Report report;
    report.model = scenario_.semantics == Semantics::separate ? "separate" : "unified";
    report.notes = notes();
    report.accesses = checker_->remembered().compared;
    const auto ordered = checker_->order().ordered_by_run(checker_->findings());
    report.ordered = {ordered.by_lock, ordered.by_match};
    const std::vector<memmodel::Finding> all = findings();
    std::vector<SameStatements> merged = by_statements(all);
    report.count = merged.size();
    if (live_ == nullptr && merged.size() > max_reported) merged.resize(max_reported);
    const CallNames names(live_ != nullptr);
    for (SameStatements& one : merged) {
        for (std::vector<Rank>* const ranks : {&one.first_ranks, &one.second_ranks, &one.targets}) sort_unique(*ranks);
        ReportedFinding& made = report.findings.emplace_back(reported(*one.shown));
        const memmodel::Finding found = by_time(*one.shown);
        made.missing = missing_edge(found, names);
        made.remedy = remedy(found, names);
        made.first_ranks = std::move(one.first_ranks);
        made.second_ranks = std::move(one.second_ranks);
        made.targets = std::move(one.targets);
        made.times = one.times;
    }
    return report;
}

}  // namespace rmasim::sim::semantics
