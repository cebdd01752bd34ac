#include "sim/mpi/accesses/watched_accesses.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// If a call site has more runs than this, call sites of the same source line are joined. With fewer runs they are not
// joined, because it takes long to read the debug information.
constexpr std::size_t many_runs = 64;

}  // namespace

WatchedAccesses::Site& WatchedAccesses::site(Rank rank, const HookedAccess& access) {
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    const std::uint32_t location = call_sites_.line(call_sites_.number(access.returns_to));
    Site*& found = of.by_location[{location, access.writes, access.polls, access.atomic}];
    if (found == nullptr) {
        of.sites.push_back({location, access.writes, access.polls, access.atomic});
        found = &of.sites.back();
    }
    return *found;
}

// Joins call sites of the same source line. If a compiler unrolls a loop, an access has several call sites, and each of
// them accesses only every n-th element. The accesses of all these call sites together form one run.
WatchedAccesses::Site* WatchedAccesses::join_lines(const Site& wanted) {
    OfRank& of = of_rank_[static_cast<std::size_t>(running_)];
    call_sites_.look_up();
    of.by_location.clear();
    another_runs();
    for (Site& site : of.sites) {
        site.location = call_sites_.line(site.location);
        Site*& first = of.by_location[{site.location, site.writes, site.polls, site.atomic}];
        if (first == nullptr) {
            first = &site;
            continue;
        }
        first->runs.insert(first->runs.end(), site.runs.begin(), site.runs.end());
        site.runs = {};
    }
    return of.by_location[{wanted.location, wanted.writes, wanted.polls, wanted.atomic}];
}

void WatchedAccesses::join(std::vector<ByteRun>& runs) {
    const auto by_begin = [](const ByteRun& a, const ByteRun& b) { return a.begin < b.begin; };
    if (!std::is_sorted(runs.begin(), runs.end(), by_begin)) std::sort(runs.begin(), runs.end(), by_begin);
    std::size_t last = 0;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (runs[i].begin <= runs[last].end) runs[last].end = std::max(runs[last].end, runs[i].end);
        else runs[++last] = runs[i];
    }
    if (!runs.empty()) runs.resize(last + 1);
}

void WatchedAccesses::begin_run(Streak streak, std::uint64_t first, std::uint64_t end) {
    if (streak.site->runs.size() >= streak.site->max_runs) {
        if (!call_sites_.has_looked_up(streak.site->location)) streak.site = join_lines(*streak.site);
        join(streak.site->runs);
        streak.site->max_runs = std::max(streak.site->max_runs, 2 * streak.site->runs.size());
    }
    streak.site->runs.push_back({first, end});
    if (streak.silences) silence(streak, first, end);
}

void WatchedAccesses::note(Rank rank, const HookedAccess& access) {
    running_ = rank;
    const std::uint64_t end = access.first + access.bytes;
    for (std::uint64_t from = access.first; from < end;) {
        const WatchedMemory::Segment segment = memory_.at_or_behind(rank, from);
        if (segment.begin >= end || segment.end <= from) return;
        const std::uint64_t first = std::max(from, segment.begin);
        from = segment.end;
        if (!access.writes && !segment.reads) continue;
        any_streak_ = true;
        Streak& streak = streak_of(access.returns_to);
        streak = {.returns_to = access.returns_to,
                  .begin = segment.begin,
                  .end = segment.end,
                  .site = &site(rank, access),
                  .writes = access.writes,
                  .silences = !segment.shared && !access.atomic && !access.polls};
        const std::uint64_t last = std::min(end, segment.end);
        std::vector<ByteRun>& runs = streak.site->runs;
        if (runs.empty() || !extends(runs.back(), first, last)) begin_run(streak, first, last);
        else if (streak.silences) silence(streak, first, last);
        if (access.atomic || access.polls) streak = {};
    }
}

// The rank that has run before may have left bytes known at exchanged addresses.
void WatchedAccesses::runs(Rank rank) {
    if (rank == memory_.shown()) return;
    another_runs();
    for (const Site& site : of_rank_[static_cast<std::size_t>(running_)].sites) {
        for (const ByteRun& run : site.runs) memory_.watch_again(running_, run);
    }
    memory_.show(rank);
}

void WatchedAccesses::report(Rank rank, ThreadId thread, LiveSimulation& simulation) {
    another_runs();
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    running_ = rank;
    const auto has_many = [&](const Site& site) {
        return site.runs.size() > many_runs && !call_sites_.has_looked_up(site.location);
    };
    const auto many = std::find_if(of.sites.begin(), of.sites.end(), has_many);
    if (many != of.sites.end()) join_lines(*many);
    for (Site& site : of.sites) {
        ProgramAccess access{
            .location = site.location, .bytes = {}, .stores = site.writes, .polls = site.polls, .atomic = site.atomic};
        join(site.runs);
        for (const ByteRun& run : site.runs) {
            access.bytes = run;
            simulation.accessed(rank, thread, access);
            memory_.watch_again(rank, run);
        }
    }
    of.sites.clear();
    of.by_location.clear();
}

}  // namespace rmasim::sim
