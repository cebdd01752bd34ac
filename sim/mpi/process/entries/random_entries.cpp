// Random numbers and strtok: each rank has its own state. libc's functions for several threads compute the values, so a
// rank gets the numbers that a process of its own would get.
#include "sim/mpi/process/entries/entry.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace rmasim::hosting {

namespace {

RandomState& state_of(Rank& rank) {
    if (rank.libc.random == nullptr) {
        const HostSection host;  // not in the rank's heap: it is no leak of the program
        rank.libc.random = new RandomState;
    }
    return *rank.libc.random;
}

RandomState& random_of(Rank& rank, unsigned seed = 1) {
    RandomState& state = state_of(rank);
    if (!state.has_numbers) {
        state.has_numbers = true;
        ::initstate_r(seed, state.table, sizeof state.table, &state.numbers);
    }
    return state;
}

long next_random(Rank& rank) {
    std::int32_t value = 0;
    ::random_r(&random_of(rank).numbers, &value);
    return value;
}

}  // namespace

RMASIM_ENTRY(long, random_entry, "random", (void)) {
    return calling_rank == nullptr ? RMASIM_LIBC(random_entry, "random")() : next_random(*calling_rank);
}

RMASIM_ENTRY(int, rand_entry, "rand", (void)) {
    return calling_rank == nullptr ? RMASIM_LIBC(rand_entry, "rand")() : static_cast<int>(next_random(*calling_rank));
}

RMASIM_ENTRY(void, srandom_entry, "srandom", (unsigned seed)) {
    if (calling_rank == nullptr) {
        RMASIM_LIBC(srandom_entry, "srandom")(seed);
    } else {
        ::srandom_r(seed, &random_of(*calling_rank, seed).numbers);
    }
}

RMASIM_ENTRY(void, srand_entry, "srand", (unsigned seed)) { srandom_entry(seed); }

RMASIM_ENTRY(char*, initstate_entry, "initstate", (unsigned seed, char* table, std::size_t bytes)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(initstate_entry, "initstate")(seed, table, bytes);
    RandomState& state = random_of(*calling_rank);
    auto* const old = reinterpret_cast<char*>(state.numbers.state) - sizeof(std::int32_t);
    return ::initstate_r(seed, table, bytes, &state.numbers) == 0 ? old : nullptr;
}

RMASIM_ENTRY(char*, setstate_entry, "setstate", (char* table)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(setstate_entry, "setstate")(table);
    RandomState& state = random_of(*calling_rank);
    auto* const old = reinterpret_cast<char*>(state.numbers.state) - sizeof(std::int32_t);
    return ::setstate_r(table, &state.numbers) == 0 ? old : nullptr;
}

RMASIM_ENTRY(double, drand48_entry, "drand48", (void)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(drand48_entry, "drand48")();
    double value = 0;
    ::drand48_r(&state_of(*calling_rank).numbers_48, &value);
    return value;
}

RMASIM_ENTRY(long, lrand48_entry, "lrand48", (void)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(lrand48_entry, "lrand48")();
    long value = 0;
    ::lrand48_r(&state_of(*calling_rank).numbers_48, &value);
    return value;
}

RMASIM_ENTRY(long, mrand48_entry, "mrand48", (void)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(mrand48_entry, "mrand48")();
    long value = 0;
    ::mrand48_r(&state_of(*calling_rank).numbers_48, &value);
    return value;
}

RMASIM_ENTRY(void, srand48_entry, "srand48", (long seed)) {
    if (calling_rank == nullptr) {
        RMASIM_LIBC(srand48_entry, "srand48")(seed);
    } else {
        ::srand48_r(seed, &state_of(*calling_rank).numbers_48);
    }
}

RMASIM_ENTRY(char*, strtok_entry, "strtok", (char* text, const char* separators)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(strtok_entry, "strtok")(text, separators);
    return ::strtok_r(text, separators, &calling_rank->libc.strtok);
}

}  // namespace rmasim::hosting
