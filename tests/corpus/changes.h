// Random changes of a scenario, as JSON. Equal random numbers change equal scenarios in the same way.
#pragma once

#include "sim/scenario/expression/picks.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rmasim::corpus {

// These names of rmasim::sim are used by every suite.
using sim::chance;
using sim::element_of;
using sim::Json;
using sim::one_of;
using sim::Random;

// Returns a random key of `object`, which must not be empty: for example one of a scenario's windows.
std::string any_key(Random& random, const Json& object);

// Removes, repeats, exchanges or moves one or two calls, or changes an argument. Most of the changed programs break a
// rule of MPI, wait for ever, or end with other values.
void break_calls(Random& random, Json& scenario);
// Changes one step of a random program (its target, window, displacement or thread), or removes a step. The program may
// then be illegal, or its sequential model may be wrong.
void change_step(Random& random, fuzz::RandomProgram& program);
// Changes the network, the costs and the memory of the nodes. If `shapes` is true, also chooses topologies, and network
// models that need SimGrid.
void generate_machine(Random& random, Json& scenario, bool shapes);
// Returns the scenario with changed calls, and often with faults. If `timed` is true, the machine is changed, too.
Json broken(const Json& scenario, std::uint64_t number, bool timed);
// Returns the scenario with another machine, and often with faults or expectations. If `shapes` is true, the topology
// is changed, too.
Json on_another_machine(const Json& scenario, std::uint64_t number, bool shapes);
// Adds faults: late and lost packets, ranks that die, pause or straggle, and pools that shrink. If `timed` is true,
// also adds faults that need a clock.
void generate_faults(Random& random, Json& scenario, bool timed);
// Changes the scenario's expectations, mostly to wrong ones. If `timed` is true, also adds expectations that need a
// clock.
void generate_expectations(Random& random, Json& scenario, bool timed);
// `single_losses` returns scenarios in which one packet of the run is lost. `single_deaths` returns scenarios in which
// one rank dies at one of its calls. If there are many packets or calls, these functions choose some of them.
std::vector<Json> single_losses(const Json& scenario, const std::string& folder, std::uint64_t seed);
std::vector<Json> single_deaths(const Json& scenario, const std::string& folder, std::uint64_t seed);
// Returns the pools of the scenario's settings. Returns an empty list if the scenario is refused.
std::vector<sim::Pool> pools_in(const Json& scenario);
// Adds expectations of all kinds, mostly wrong.
void generate_multiple_expectations(Random& random, Json& scenario, const sim::Family& family);
// Adds expectations of all kinds, two faults of each kind, and agents of every kind. If `timed` is true, also adds
// faults that need a clock.
void generate_multiple_faults(Random& random, Json& scenario, const sim::Family& family, bool timed);
// Replaces the programs by threads that wait for each other in all possible ways. Keeps windows and settings, except
// for pools. `known` has the family's calls.
void generate_blocked_threads(Random& random, Json& scenario, CallSet known);
// A kind of scenario whose report has a list of `many` items: its programs wait for ever, or end with other values than
// expected.
struct ListKind {
    const char* name;
    Json (*make)(int many);
};
std::span<const ListKind> kinds_of_lists();
// Returns kinds of scenarios with few ranks, for lists of fifty or a hundred items.
std::span<const ListKind> kinds_of_long_lists();
// Returns a program of threads that create and free their own windows again and again. Most such programs end.
Json lives_program(Random& random, const sim::Family& family);
// Returns a program on windows that overlap buffers and each other.
Json aliased_windows(Random& random, const sim::Family& family);
// Returns a program with operations of more data than one packet holds.
Json long_program(Random& random, const sim::Family& family);
// Returns a program of the family on memory that ranks share.
Json shared_program(Random& random, const sim::Family& family);

}  // namespace rmasim::corpus
