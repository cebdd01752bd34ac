// Writes the steps of random programs with synchronisation counters: those that each episode begins and ends with.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// What an episode is made of: counters, and channels that lower them.
struct PlannedCounter {
    Rank owner = no_rank;
    ThreadId thread = 0;
    std::uint32_t handle = 0;  // variables
    std::uint32_t request = 0;
    std::int64_t count = 0;
    bool restart = false;
    bool frees = false;  // halo: it counts targets that may be operated on, not origins that have
};

// A request of operations of an origin to the owner of a counter, which lowers it once a round.
struct Channel {
    Rank origin = no_rank;
    Rank target = no_rank;
    ThreadId thread = 0;      // of the origin
    std::size_t counter = 0;  // of the episode
    SyncModes modes = SyncModes::none;
    bool restart = false;
    std::uint32_t handle = 0;  // variables
    std::uint32_t request = 0;
    std::uint32_t tag = 0;  // of the message that brings the handle
};

struct Episode {
    enum class Kind : std::uint8_t { gather, halo, chain };
    Kind kind = Kind::gather;
    WindowId window = 0;
    int unit = 0;
    bool early = false;  // START, and INIT, of its counters may come after signals
    std::uint64_t rounds = 1;
    std::vector<PlannedCounter> counters;
    std::vector<Channel> channels;
};

class CounterSteps {
public:
    // Both must outlive this object.
    CounterSteps(sim::Random& random, RandomProgram& program)
        : random_(random), program_(program), meets_(static_cast<std::size_t>(program.ranks), false) {}

    // A unit of the program; -1: within none.
    int make_unit(int within);
    std::uint32_t make_variable() { return variables_++; }

    void add(Rank rank, ThreadId thread, int unit, bool essential, Step step);
    // Of the whole program, while no thread does anything else.
    void barrier(int unit);
    // All ranks that have the window, or shall have it.
    void change_group(WindowId window, Rank before, Rank now, Rank peer);

    // Allocates the counters, exchanges their handles and makes the requests. All counters are started, except early
    // ones, which are not even initialised, and requests that start themselves.
    void set_up(Episode& episode);
    // Frees some requests and counters.
    void tear_down(const Episode& episode);

    // START of requests of one thread: one call or several.
    void start(Rank rank, ThreadId thread, const Episode& episode, int unit,
               const std::vector<std::uint32_t>& requests);
    void init(const Episode& episode, const PlannedCounter& counter, int unit);

    // Half of a message of a thread to itself: SEND, ISEND, RECV or IRECV. `request` is the variable for it, and gives
    // the tag.
    void own_message(Call half, Rank rank, ThreadId thread, int unit, std::uint32_t request);

    static constexpr std::uint32_t first_tag = 1000;  // the threads of a rank meet with lower ones

private:
    void send_handles(const Episode& episode);
    void receive_handles(const Episode& episode, Rank rank);
    Step about(Call call, const Episode& episode, Rank target = no_rank) const;

    sim::Random& random_;
    RandomProgram& program_;
    std::vector<bool> meets_;  // by rank: all threads meet before its next step
    std::uint32_t variables_ = 0;
    int phase_ = 0;
};

}  // namespace rmasim::fuzz
