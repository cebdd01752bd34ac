// For threads_atomics.c: rank 0 has a second thread, which puts `source`; then the first thread stores there.
#pragma once
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int source[2];
static atomic_int word;  // which orders the two, or does not

static inline void begin_with_thread(pthread_t* thread, void* (*function)(void*)) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    atomic_store(&word, 0);
    if (rank == 0) pthread_create(thread, NULL, function, NULL);
}
static inline void end_with_thread(const pthread_t* thread) {
    if (rank == 0) pthread_join(*thread, NULL);
    MPI_Win_unlock_all(win);
    end_with_window();
}
