#include "sim/mpi/watched_accesses.h"

#include <algorithm>

namespace rmasim::sim {

WatchedAccesses::Site& WatchedAccesses::site(OfRank& of, const HookedAccess& access) {
    const Key key{access.returns_to, access.writes, access.polls, access.atomic};
    Site*& found = of.by_key[key];
    if (found == nullptr) {
        of.sites.push_back({access.returns_to, access.writes, access.polls, access.atomic});
        found = &of.sites.back();
    }
    return *found;
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

void WatchedAccesses::extend(const Streak& streak, std::uint64_t first, std::uint64_t end) {
    std::vector<ByteRun>& runs = streak.site->runs;
    if (!runs.empty() && runs.back().begin <= first && first <= runs.back().end) {
        runs.back().end = std::max(runs.back().end, end);
    } else {
        if (runs.size() >= streak.site->most) {
            join(runs);
            streak.site->most = std::max(streak.site->most, 2 * runs.size());
        }
        runs.push_back({first, end});
    }
    // A mark stands for eight bytes, of which this place may have had the others just now.
    if (streak.silences)
        WatchedMemory::is_known({std::max(runs.back().begin, first & ~std::uint64_t{7}), end}, streak.writes);
}

void WatchedAccesses::note(Rank rank, const HookedAccess& access) {
    const std::uint64_t end = access.first + access.bytes;
    for (std::uint64_t from = access.first; from < end;) {
        const WatchedMemory::Segment segment = memory_.at_or_behind(from);
        if (segment.begin >= end || segment.end <= from) return;
        const std::uint64_t first = std::max(from, segment.begin);
        from = segment.end;
        if (!access.writes && !segment.reads) continue;
        Streak& streak = streak_of(access.returns_to);
        streak = {.returns_to = access.returns_to,
                  .begin = segment.begin,
                  .end = segment.end,
                  .site = &site(of_rank_[static_cast<std::size_t>(rank)], access),
                  .writes = access.writes,
                  .silences = !segment.shared && !access.atomic && !access.polls};
        extend(streak, first, std::min(end, segment.end));
        if (access.atomic || access.polls) streak = {};
    }
}

void WatchedAccesses::tell(Rank rank, ThreadId thread, Simulation& simulation) {
    another_runs();
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    for (Site& site : of.sites) {
        ProgramAccess access{.place = places_.number(rank, site.returns_to),
                             .bytes = {},
                             .stores = site.writes,
                             .polls = site.polls,
                             .atomic = site.atomic};
        join(site.runs);
        for (const ByteRun& run : site.runs) {
            access.bytes = run;
            simulation.accessed(rank, thread, access);
            memory_.watch_again(run);
        }
    }
    of.sites.clear();
    of.by_key.clear();
}

}  // namespace rmasim::sim
