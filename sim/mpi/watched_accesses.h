// Loads and stores of the programs' own, to memory that is watched. They go to the checker of memory semantics when the
// rank synchronises, in runs; until then they are collected by the place in the program that makes them.
#pragma once

#include "sim/mpi/call_sites.h"
#include "sim/mpi/watched_memory.h"
#include "sim/timed/simulation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace rmasim::sim {

// What a program refers to whose accesses are known.
inline constexpr const char* hook_of_accesses = "rmasim_mpi_touched";

// What a hook knows of an access (sim/mpi/watch/hooks.s).
struct HookedAccess {
    std::uint64_t first = 0;  // address
    std::uint64_t bytes = 0;
    bool writes = false;
    bool polls = false, atomic = false;
    const void* returns_to = nullptr;
};

// An atomic operation; one that neither reads nor writes is a fence.
struct AtomicOperation {
    bool reads = false, writes = false, acquires = false, releases = false;
};

class WatchedAccesses {
public:
    // Both outlive this object.
    WatchedAccesses(Rank ranks, CallSites& places) : places_(places), of_rank_(static_cast<std::size_t>(ranks)) {}

    // What is watched changes: that of a rank that is inside a function of MPI.
    WatchedMemory& memory() {
        another_runs();
        return memory_;
    }
    bool keeps_any(const ByteRun& bytes) const { return memory_.keeps_any(bytes); }
    bool watches(const HookedAccess& access) const {
        const WatchedMemory::Segment segment = memory_.at_or_behind(access.first);
        return segment.begin < access.first + access.bytes && access.first < segment.end;
    }
    void note(Rank rank, const HookedAccess& access);
    // The same for an access that is like the last one of its place: in the same memory, by the same rank. False: it
    // is not. Most go on where the last one ended.
    bool is_noted(std::uint64_t first, std::uint64_t end, bool writes, const void* returns_to) {
        const Streak& streak = streak_of(returns_to);
        if (streak.returns_to != returns_to || streak.writes != writes) return false;
        if (first < streak.begin || end > streak.end) return false;
        if (!extends(streak.site->runs.back(), first, end)) begin_run(streak, first, end);
        else if (streak.silences) silence(streak, first, end);
        return true;
    }
    // From now on hooks are called by another rank, or other memory is watched.
    void another_runs() { streaks_.fill({}); }
    // Before anything that orders accesses happens to the rank, or another thread of it runs.
    void report(Rank rank, ThreadId thread, Simulation& simulation);

private:
    // A line's accesses of one kind.
    struct Site {
        std::uint32_t place;
        bool writes, polls, atomic;
        std::vector<ByteRun> runs{};
        std::size_t most = 1024;  // of these, before those that meet are joined
    };
    struct OfRank {
        std::deque<Site> sites;  // in the order of their first accesses
        std::map<std::tuple<std::uint32_t, bool, bool, bool>, Site*> by_comm_rank;
    };
    // Where a place accesses memory of one kind.
    struct Streak {
        const void* returns_to = nullptr;
        std::uint64_t begin = 0, end = 0;  // of that
        Site* site = nullptr;
        bool writes = false, silences = false;
    };
    static constexpr std::size_t streaks = 256;

    Streak& streak_of(const void* returns_to) {
        return streaks_[(reinterpret_cast<std::uintptr_t>(returns_to) * 0x9E3779B97F4A7C15u >> 56) % streaks];
    }
    static bool extends(ByteRun& run, std::uint64_t first, std::uint64_t end) {
        if (first < run.begin || first > run.end) return false;
        run.end = std::max(run.end, end);
        return true;
    }
    // A mark stands for eight bytes, of which the last run may have had the others just now.
    static void silence(const Streak& streak, std::uint64_t first, std::uint64_t end) {
        const std::uint64_t from = std::max(streak.site->runs.back().begin, first & ~(WatchedMemory::per_mark - 1));
        WatchedMemory::is_known({from, end}, streak.writes);
    }
    void begin_run(Streak streak, std::uint64_t first, std::uint64_t end);
    static void join(std::vector<ByteRun>& runs);
    Site& site(Rank rank, const HookedAccess& access);
    Site* join_lines(const Site& wanted);  // of the rank that runs; where that one's runs are now

    CallSites& places_;
    WatchedMemory memory_;
    std::vector<OfRank> of_rank_;
    Rank running_ = 0;  // who made the last access
    std::array<Streak, streaks> streaks_{};
};

}  // namespace rmasim::sim
