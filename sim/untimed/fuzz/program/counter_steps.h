// Generates the first and the last steps of each episode of a random program with synchronisation counters. An episode
// is a sequence of steps of all ranks that uses counters of its own. The first steps create these counters and their
// requests. The last steps free them.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// A synchronisation counter of an episode. In each round of the episode, every channel of the counter sends one signal,
// which decrements the counter. (A channel is a persistent request of an origin.)
struct PlannedCounter {
    Rank owner = no_rank;
    ThreadId thread = 0;
    std::uint32_t handle = 0;  // number of the variable with the handle
    std::uint32_t request = 0;
    std::int64_t count = 0;
    bool restart = false;
    // Only in an episode of kind halo. If true, the counter counts the targets that are ready for operations of the
    // owner. If false, the counter counts the origins that have finished their operations on the owner.
    bool frees = false;
};

// A persistent request that covers the operations of an origin on the owner of a counter. In each round of the episode,
// the request sends one signal, which decrements the counter once.
struct Channel {
    Rank origin = no_rank;
    Rank target = no_rank;
    ThreadId thread = 0;      // thread of the origin
    std::size_t counter = 0;  // index in `Episode::counters`
    SyncModes modes = SyncModes::none;
    bool restart = false;
    std::uint32_t handle = 0;  // number of the variable with the handle
    std::uint32_t request = 0;
    std::uint32_t tag = 0;  // tag of the message that contains the handle
    bool by_bcast = false;  // a BCAST transfers the handle, not a message
};

struct Episode {
    enum class Kind : std::uint8_t { gather, halo, chain };
    Kind kind = Kind::gather;
    WindowId window = 0;
    int unit = 0;
    bool early = false;  // signals may come before INIT and START of the counters
    std::uint64_t rounds = 1;
    std::vector<PlannedCounter> counters;
    std::vector<Channel> channels;
};

class CounterSteps {
public:
    // `random` and `program` must outlive this object. `exchanges` chooses how handles are transferred.
    CounterSteps(sim::Random& random, const sim::Random& exchanges, RandomProgram& program)
        : random_(random), exchanges_(exchanges), broadcasts_(chance(exchanges_, 25)), program_(program),
          syncs_threads_(static_cast<std::size_t>(program.ranks), false) {}

    // Creates a unit: a set of steps that must be kept or removed together (RandomProgram::units). Returns the unit's
    // number. `within` is the number of the unit that contains the new unit; -1 if no unit contains it.
    int make_unit(int within);
    std::uint32_t make_variable() { return variables_++; }

    void add(Rank rank, ThreadId thread, int unit, bool essential, Step step);
    // Adds a barrier of all ranks. During the barrier, the other threads of a rank execute no steps.
    void barrier(int unit);
    // Adds WIN_CHANGE_COMM at all ranks that have the window before or after the change.
    void change_group(WindowId window, Rank before, Rank now, Rank peer);

    // Adds steps that allocate the counters, send their handles to the origins and create the requests. The steps also
    // initialise the counters, except in episodes whose signals may precede INIT (`Episode::early`). The steps also
    // start the requests that restart automatically after their completion.
    void set_up(Episode& episode);
    // Adds steps that free some of the episode's requests and counters.
    void tear_down(const Episode& episode);

    // Adds START for requests of one thread: either one call for all requests, or one call for each.
    void start(Rank rank, ThreadId thread, const Episode& episode, int unit,
               const std::vector<std::uint32_t>& requests);
    void init(const Episode& episode, const PlannedCounter& counter, int unit);

    // Adds the send or the receive of a message that a thread sends to itself. `half` is SEND, ISEND, RECV or IRECV.
    // `request` is the number of the thread's request variable, and determines the message's tag.
    void own_message(Call half, Rank rank, ThreadId thread, int unit, std::uint32_t request);

    static constexpr std::uint32_t first_tag = 1000;  // lower tags are for the synchronisation of threads of a rank

private:
    void broadcast_handles(Episode& episode);
    void broadcast(const Episode& episode, const PlannedCounter& counter, const std::vector<Channel*>& channels);
    void send_handles(const Episode& episode);
    void receive_handles(const Episode& episode, Rank rank);
    Step about(Call call, const Episode& episode, Rank target = no_rank) const;

    sim::Random& random_;
    sim::Random exchanges_;
    bool broadcasts_;  // some handles are transferred by BCAST
    RandomProgram& program_;
    std::vector<bool> syncs_threads_;  // by rank: true if the rank's threads synchronise before the rank's next step
    std::uint32_t variables_ = 0;
    int phase_ = 0;
};

}  // namespace rmasim::fuzz
