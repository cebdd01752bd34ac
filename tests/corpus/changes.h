// Random changes of a scenario, as JSON. The same random numbers change the same scenario in the same way.
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

// What every suite draws with.
using sim::chance;
using sim::element_of;
using sim::Json;
using sim::one_of;
using sim::Random;

// A key of an object that has some: one of its windows, for example.
std::string any_key(Random& random, const Json& object);

// One or two calls are left out, repeated, exchanged, moved to another program, or get another argument: most such
// programs break a rule of MPI, wait for ever, or end with other values.
void break_calls(Random& random, Json& scenario);
// Of a random program: another target, window, place, thread; a step less. Such a program may be illegal, or its
// sequential model wrong.
void change_step(Random& random, fuzz::RandomProgram& program);
// Another network, other costs, another memory of the nodes. `shapes`: also topologies and models that need SimGrid.
void draw_machine(Random& random, Json& scenario, bool shapes);
// Its calls, its machine if there is a clock, and often faults.
Json broken(const Json& scenario, std::uint64_t number, bool timed);
// With another machine, often with faults or expectations; `shapes`: also another topology.
Json on_another_machine(const Json& scenario, std::uint64_t number, bool shapes);
// Late and lost packets, ranks that die, pause or straggle, pools that shrink; `timed`: also those that need a clock.
void draw_faults(Random& random, Json& scenario, bool timed);
// What its ends are compared with becomes something else, mostly wrong; `timed`: also what needs a clock.
void draw_expectations(Random& random, Json& scenario, bool timed);
// Each packet of a run lost, alone, and each rank dead, at each of its calls; of many some.
std::vector<Json> single_losses(const Json& scenario, const std::string& folder, std::uint64_t seed);
std::vector<Json> single_deaths(const Json& scenario, const std::string& folder, std::uint64_t seed);
// The pools of the scenario's settings; none if it is refused.
std::vector<sim::Pool> pools_in(const Json& scenario);
// Expectations of all kinds, mostly wrong.
void draw_multiple_expectations(Random& random, Json& scenario, const sim::Family& family);
// These, two of each fault, agents of every kind. `timed`: as for draw_faults.
void draw_multiple_faults(Random& random, Json& scenario, const sim::Family& family, bool timed);
// Its programs become threads that wait for each other in all ways; its windows and settings stay, pools may not.
// `known`: the family's calls.
void draw_blocked_threads(Random& random, Json& scenario, CallSet known);
// Reports about `many` things of a kind: programs that wait for ever or end with other values than expected.
struct ListKind {
    const char* name;
    Json (*make)(int many);
};
std::span<const ListKind> kinds_of_lists();
// The same on few ranks, for lists of fifty or a hundred.
std::span<const ListKind> kinds_of_long_lists();
// Threads with windows of their own, which are created and freed again and again. Most end.
Json lives_program(Random& random, const sim::Family& family);
// A program on windows that lie over buffers and each other.
Json places_program(Random& random, const sim::Family& family);
// A program whose operations have more data than go at once.
Json long_program(Random& random, const sim::Family& family);
// A program on memory that ranks share, of the family.
Json shared_program(Random& random, const sim::Family& family);

}  // namespace rmasim::corpus
