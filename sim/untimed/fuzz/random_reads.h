// Reads of data that another rank wrote. Such exchanges are inserted between two barriers of an existing program, a few
// times in some programs:
//
//   told      rank 0   lock 2      put 2   flush 2   send 1   unlock 2
//             rank 1   lock_all    recv 0  get 2     flush 2  send 3   unlock_all    the GET's result is in its window
//             rank 3   recv 1      lock 1  load 1    unlock 1
//
//   loop      all      lock_all    put, flush_all, barrier, get, flush_all, barrier    once or twice
//                      unlock_all
//
// A reader may open its epoch before it receives the message, or after it. It reads by GET, by an operation that
// fetches, or by a load, before which it calls SYNC where MPI requires that. The sequential model predicts the values.
//
// If several nodes have shared memory, all programs have exchanges. In three of four exchanges a rank reads from
// another node into its own window and sends a message to a rank of its node: the data that UNLOCK or FLUSH must expose
// are then only in the reader's memory (NR-SHM-15).
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Generates exchanges for a program with one thread per rank. They use their own random numbers, so they do not change
// the other operations of a seed.
void generate_reads(std::uint64_t seed, RandomProgram& program);

// Generates exchanges in which only fetched values order ranks (Tickets). They use their own random numbers.
void generate_tickets(std::uint64_t seed, RandomProgram& program);

// True if the family has the calls of exchanges, and a rank that has completed an operation may notify others.
bool can_be_notified(const RandomProgram& program);
// Returns the number of a rank's barriers at which all ranks are outside of epochs.
std::size_t barriers_of(const std::vector<Step>& steps);
// Inserts an exchange after the first `after` of these barriers: the steps `made` by rank, with phases from 0 on, and a
// barrier at their end.
void insert_exchange(RandomProgram& program, std::vector<std::vector<Step>> made, int phases, std::size_t after);

// Returns a text if steps of an exchange are missing, or a load is impossible; empty for a legal program.
std::string illegality_of_reads(const RandomProgram& program);

}  // namespace rmasim::fuzz
