// Generates the steps with which each episode of a random program with synchronisation counters begins and ends.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// A counter of an episode. Channels lower it.
struct PlannedCounter {
    Rank owner = no_rank;
    ThreadId thread = 0;
    std::uint32_t handle = 0;  // numbers of variables
    std::uint32_t request = 0;
    std::int64_t count = 0;
    bool restart = false;
    bool frees = false;  // only in a halo: the counter counts targets that are ready for operations, not origins that
                         // have finished theirs
};

// A request of operations of an origin to the owner of a counter. It lowers the counter once in each round.
struct Channel {
    Rank origin = no_rank;
    Rank target = no_rank;
    ThreadId thread = 0;      // of the origin
    std::size_t counter = 0;  // index in the episode
    SyncModes modes = SyncModes::none;
    bool restart = false;
    std::uint32_t handle = 0;  // numbers of variables
    std::uint32_t request = 0;
    std::uint32_t tag = 0;  // of the message that contains the handle
};

struct Episode {
    enum class Kind : std::uint8_t { gather, halo, chain };
    Kind kind = Kind::gather;
    WindowId window = 0;
    int unit = 0;
    bool early = false;  // START and INIT of its counters may come after signals
    std::uint64_t rounds = 1;
    std::vector<PlannedCounter> counters;
    std::vector<Channel> channels;
};

class CounterSteps {
public:
    // Both arguments must outlive this object.
    CounterSteps(sim::Random& random, RandomProgram& program)
        : random_(random), program_(program), syncs_threads_(static_cast<std::size_t>(program.ranks), false) {}

    // Creates a unit of the program, within another unit or (-1) at the top level.
    int make_unit(int within);
    std::uint32_t make_variable() { return variables_++; }

    void add(Rank rank, ThreadId thread, int unit, bool essential, Step step);
    // Adds a barrier of all ranks, during which no other thread executes steps.
    void barrier(int unit);
    // Adds WIN_CHANGE_COMM at all ranks that have the window before or after it.
    void change_group(WindowId window, Rank before, Rank now, Rank peer);

    // Allocates the counters, exchanges their handles and creates the requests. It starts all counters, except early
    // ones, which it does not even initialise, and requests that start themselves.
    void set_up(Episode& episode);
    // Frees some requests and counters.
    void tear_down(const Episode& episode);

    // Adds START of requests of one thread, by one call or several.
    void start(Rank rank, ThreadId thread, const Episode& episode, int unit,
               const std::vector<std::uint32_t>& requests);
    void init(const Episode& episode, const PlannedCounter& counter, int unit);

    // Adds one half of a message of a thread to itself: SEND, ISEND, RECV or IRECV. `request` is the number of its
    // request variable, and determines the tag.
    void own_message(Call half, Rank rank, ThreadId thread, int unit, std::uint32_t request);

    static constexpr std::uint32_t first_tag = 1000;  // the synchronisation of threads of a rank uses lower tags

private:
    void send_handles(const Episode& episode);
    void receive_handles(const Episode& episode, Rank rank);
    Step about(Call call, const Episode& episode, Rank target = no_rank) const;

    sim::Random& random_;
    RandomProgram& program_;
    std::vector<bool> syncs_threads_;  // by rank: its threads synchronise before its next step
    std::uint32_t variables_ = 0;
    int phase_ = 0;
};

}  // namespace rmasim::fuzz
