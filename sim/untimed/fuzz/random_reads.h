// Reads of what another rank wrote. What follows is inserted between two barriers of a program that is there already, a
// few times in some programs:
//
//   told      rank 0   lock 2      put 2   flush 2   send 1   unlock 2
//             rank 1   lock_all    recv 0  get 2     flush 2  send 3   unlock_all      the GET's result: in its own
//             window rank 3   recv 1      lock 1  load 1    unlock 1
//
//   loop      all      lock_all    put, flush_all, barrier, get, flush_all, barrier    once or twice
//                      unlock_all
//
// A reader may open its epoch before it is told, or afterwards; it reads by GET, by an operation that fetches, or by a
// load, before which it calls SYNC where MPI wants that. The sequential model says what it must find.
//
// Where several nodes share memory, all programs have them, and three of four read from another node into the own
// window and tell a rank of their node: what UNLOCK or FLUSH should have exposed is then in nobody's memory but the
// reader's (NR-SHM-15).
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Draws them for a program of one thread a rank, from random numbers of their own: no seed draws other operations
// because of them.
void draw_reads(std::uint64_t seed, RandomProgram& program);

// Likewise exchanges in which nothing but fetched values orders ranks (Tickets).
void draw_tickets(std::uint64_t seed, RandomProgram& program);

// Whether the calls of exchanges are there, and who has completed an operation may tell others.
bool can_be_told(const RandomProgram& program);
// How many barriers the steps of a rank have at which all ranks are outside of epochs.
std::size_t barriers_of(const std::vector<Step>& steps);
// The steps by rank, of phases from 0 on, become an exchange behind so many of these barriers, with one of its own at
// the end.
void insert_exchange(RandomProgram& program, std::vector<std::vector<Step>> made, int phases, std::size_t after);

// A part of an exchange is missing, or a load is impossible; empty for a legal program.
std::string illegality_of_reads(const RandomProgram& program);

}  // namespace rmasim::fuzz
