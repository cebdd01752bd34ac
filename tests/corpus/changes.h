// Random changes of a scenario, as JSON. Equal random numbers change equal scenarios in the same way.
#pragma once

#include "sim/scenario/expression/picks.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rmasim::corpus {

// Names of sim that every suite uses.
using sim::chance;
using sim::element_of;
using sim::Json;
using sim::one_of;
using sim::Random;

// Returns a random key of `object`, which must not be empty: for example one of a scenario's windows.
std::string any_key(Random& random, const Json& object);

// Removes, repeats, exchanges or moves one or two calls, or gives them another argument. Most such programs break a
// rule of MPI, wait for ever, or end with other values.
void break_calls(Random& random, Json& scenario);
// Changes a random program: another target, window, location or thread, or one step less. The result may be illegal, or
// its sequential model may be wrong.
void change_step(Random& random, fuzz::RandomProgram& program);
// Changes network, costs and the memory of the nodes. `shapes`: also chooses topologies and models that need SimGrid.
void generate_machine(Random& random, Json& scenario, bool shapes);
// Returns the scenario with other calls, another machine if it is `timed`, and often faults.
Json broken(const Json& scenario, std::uint64_t number, bool timed);
// Returns the scenario with another machine, often with faults or expectations. `shapes`: also with another topology.
Json on_another_machine(const Json& scenario, std::uint64_t number, bool shapes);
// Adds late and lost packets, ranks that die, pause or straggle, and pools that shrink. `timed`: also adds faults that
// need a clock.
void generate_faults(Random& random, Json& scenario, bool timed);
// Changes the scenario's expectations, mostly to wrong ones. `timed`: also adds expectations that need a clock.
void generate_expectations(Random& random, Json& scenario, bool timed);
// Return scenarios that each lose one packet of a run, or in which one rank dies at one of its calls. Of many packets
// or calls, they choose some.
std::vector<Json> single_losses(const Json& scenario, const std::string& folder, std::uint64_t seed);
std::vector<Json> single_deaths(const Json& scenario, const std::string& folder, std::uint64_t seed);
// Returns the pools of the scenario's settings. Empty if the scenario is refused.
std::vector<sim::Pool> pools_in(const Json& scenario);
// Adds expectations of all kinds, mostly wrong.
void generate_multiple_expectations(Random& random, Json& scenario, const sim::Family& family);
// Adds such expectations, two of each fault, and agents of every kind. `timed`: as for generate_faults.
void generate_multiple_faults(Random& random, Json& scenario, const sim::Family& family, bool timed);
// Replaces the programs by threads that wait for each other in all ways. Keeps windows and settings, but may change
// pools. `known`: the family's calls.
void generate_blocked_threads(Random& random, Json& scenario, CallSet known);
// A kind of scenario whose report lists `many` things: its programs wait for ever, or end with other values than
// expected.
struct ListKind {
    const char* name;
    Json (*make)(int many);
};
std::span<const ListKind> kinds_of_lists();
// Returns kinds with few ranks, for lists of fifty or a hundred things.
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
