// Exchanges: sequences of steps in which a rank reads data that another rank wrote. In some programs, a few exchanges
// are inserted, each between two barriers. There are two forms, called "told" and "loop". "put 2" is a PUT to rank 2:
//
//   told      rank 0   lock 2      put 2   flush 2   send 1   unlock 2
//             rank 1   lock_all    recv 0  get 2     flush 2  send 3   unlock_all    the GET's result is in its window
//             rank 3   recv 1      lock 1  load 1    unlock 1
//
//   loop      all      lock_all    put, flush_all, barrier, get, flush_all, barrier    once or twice
//                      unlock_all
//
// A reader may open its epoch before or after it receives the message. The reader uses GET, an operation that fetches,
// or a load. If MPI requires that, the reader calls SYNC before the load. The sequential model predicts the values.
//
// If there are several nodes with shared memory, all programs have exchanges. In three of four exchanges, a rank reads
// from another node into its own window and sends a message to a rank of its own node. The fetched data are then only
// in the reader's memory, and UNLOCK or FLUSH must expose them to the other rank (NR-SHM-15).
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Generates exchanges for a program with one thread per rank. Exchanges have a random stream of their own, so they do
// not change the other operations that a seed generates.
void generate_reads(std::uint64_t seed, RandomProgram& program);

// Generates exchanges in which no message orders the accesses of the ranks. Instead, each rank fetches a ticket (a
// number) by FETCH_AND_OP, and only the rank with the last ticket may overwrite what the other ranks have written.
// These exchanges have a random stream of their own, so they do not change the other operations that a seed generates.
void generate_tickets(std::uint64_t seed, RandomProgram& program);

// True if exchanges can be inserted into the program. There are four conditions: each rank has one thread, the program
// has no synchronisation counters, the family implements the needed calls, and operations are applied when UNLOCK
// returns.
bool can_be_notified(const RandomProgram& program);
// Returns the number of barriers of a rank at which all ranks are outside of epochs.
std::size_t barriers_of(const std::vector<Step>& steps);
// Inserts an exchange after the first `after` barriers that barriers_of counts. `made` has the steps of the exchange by
// rank; their phases are numbered from 0. A barrier is added after the exchange.
void insert_exchange(RandomProgram& program, std::vector<std::vector<Step>> made, int phases, std::size_t after);

// Returns an error text if some steps of an exchange are missing or if a load is impossible; empty for a legal program.
std::string illegality_of_reads(const RandomProgram& program);

}  // namespace rmasim::fuzz
