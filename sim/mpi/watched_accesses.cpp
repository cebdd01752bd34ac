#include "sim/mpi/watched_accesses.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace rmasim::sim {

WatchedAccesses::Site& WatchedAccesses::site(OfRank& of, const HookedAccess& access) {
    const std::tuple key{access.returns_to, access.writes, access.polls, access.atomic};
    if (of.last < of.sites.size() && of.sites[of.last].key() == key) return of.sites[of.last];
    const auto [at, is_new] = of.by_key.try_emplace(key, of.sites.size());
    if (is_new) of.sites.push_back({access.returns_to, access.writes, access.polls, access.atomic, {}});
    of.last = at->second;
    return of.sites[of.last];
}

void WatchedAccesses::note(Rank rank, const HookedAccess& access) {
    const std::uint64_t end = access.first + access.bytes;
    for (std::uint64_t from = access.first; from < end;) {
        const WatchedMemory::Segment segment = memory_.at_or_behind(from);
        if (segment.begin >= end || segment.end <= from) return;
        const ByteRun run{std::max(from, segment.begin), std::min(end, segment.end)};
        from = segment.end;
        if (!access.writes && !segment.reads) continue;
        std::vector<ByteRun>& runs = site(of_rank_[static_cast<std::size_t>(rank)], access).runs;
        if (!runs.empty() && runs.back().begin <= run.begin && run.begin <= runs.back().end) {
            runs.back().end = std::max(runs.back().end, run.end);
        } else {
            runs.push_back(run);
        }
        if (segment.shared || access.atomic || access.polls) continue;
        // A mark stands for eight bytes, of which this place may have had the others just now.
        const std::uint64_t known = std::max(runs.back().begin, std::max(segment.begin, run.begin - 7));
        WatchedMemory::is_known({known, run.end}, access.writes);
    }
}

void WatchedAccesses::tell(Rank rank, ThreadId thread, const Site& site, const ByteRun& run, Simulation& simulation) {
    ProgramAccess access{.place = places_.number(rank, site.returns_to),
                         .owner = rank,
                         .bytes = run,
                         .stores = site.writes,
                         .polls = site.polls,
                         .atomic = site.atomic};
    auto part = shared_.upper_bound(run.begin);
    if (part != shared_.begin()) --part;
    for (std::uint64_t from = run.begin; from < run.end; from = access.bytes.end) {
        while (part != shared_.end() && part->second.end <= from) ++part;
        const bool inside = part != shared_.end() && part->first <= from;
        access.owner = inside ? part->second.owner : rank;
        std::uint64_t end = run.end;
        if (part != shared_.end()) end = std::min(end, inside ? part->second.end : part->first);
        access.bytes = {from, end};
        simulation.accessed(rank, thread, access);
    }
}

void WatchedAccesses::tell(Rank rank, ThreadId thread, Simulation& simulation) {
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    if (of.sites.empty()) return;
    for (Site& site : of.sites) {
        std::ranges::sort(site.runs, {}, &ByteRun::begin);
        ByteRun run = site.runs.front();
        for (const ByteRun& next : site.runs) {
            if (next.begin <= run.end) {
                run.end = std::max(run.end, next.end);
                continue;
            }
            tell(rank, thread, site, run, simulation);
            memory_.watch_again(run);
            run = next;
        }
        tell(rank, thread, site, run, simulation);
        memory_.watch_again(run);
    }
    of.sites.clear();
    of.by_key.clear();
}

}  // namespace rmasim::sim
