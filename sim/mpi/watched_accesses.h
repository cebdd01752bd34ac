// Loads and stores of the programs' own, to memory that is watched. They go to the checker of memory semantics when the
// rank synchronises, in runs; until then they are collected by the place in the program that makes them.
#pragma once

#include "sim/mpi/call_places.h"
#include "sim/mpi/watched_memory.h"
#include "sim/timed/simulation.h"

#include <cstdint>
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

// An atomic operation: neither reads nor writes: a fence.
struct AtomicOperation {
    bool reads = false, writes = false, acquires = false, releases = false;
};

class WatchedAccesses {
public:
    // Both outlive this object.
    WatchedAccesses(Rank ranks, CallPlaces& places) : places_(places), of_rank_(static_cast<std::size_t>(ranks)) {}

    WatchedMemory& memory() { return memory_; }
    // The rank's part of a window in shared memory, for accesses of others.
    void share(const ByteRun& bytes, Rank owner) { shared_[bytes.begin] = {bytes.end, owner}; }
    // Whether it was shared.
    bool no_longer_share(const ByteRun& bytes) { return shared_.erase(bytes.begin) > 0; }

    void note(Rank rank, const HookedAccess& access);
    // Before anything that orders accesses happens to the rank, or another thread of it runs.
    void tell(Rank rank, ThreadId thread, Simulation& simulation);

private:
    struct Site {
        const void* returns_to;
        bool writes, polls, atomic;
        std::vector<ByteRun> runs;
        auto key() const { return std::tuple{returns_to, writes, polls, atomic}; }
    };
    struct OfRank {
        std::vector<Site> sites;  // in the order of their first accesses
        std::map<std::tuple<const void*, bool, bool, bool>, std::size_t> by_key;
        std::size_t last = 0;
    };
    struct SharedPart {
        std::uint64_t end = 0;
        Rank owner = no_rank;
    };
    Site& site(OfRank& of, const HookedAccess& access);
    void tell(Rank rank, ThreadId thread, const Site& site, const ByteRun& run, Simulation& simulation);

    CallPlaces& places_;
    WatchedMemory memory_;
    std::map<std::uint64_t, SharedPart> shared_;
    std::vector<OfRank> of_rank_;
};

}  // namespace rmasim::sim
