// Random changes of a scenario, as JSON. The same random numbers change the same scenario in the same way.
#pragma once

#include "sim/scenario/expression/random.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::corpus {

// What every suite draws with.
using sim::chance;
using sim::Json;
using sim::one_of;
using sim::Random;

// A key of an object that has some: one of its windows, for example.
std::string any_key(Random& random, const Json& object);

// One or two calls are left out, repeated, exchanged, moved to another program, or get another argument: most such
// programs break a rule of MPI, wait for ever, or end with other values.
void break_calls(sim::Random& random, sim::Json& scenario);
// Of a random program: another target, window, place, thread; a step less. Such a program may be illegal, or its
// sequential model wrong.
void change_step(fuzz::Rng& rng, fuzz::RandomProgram& program);
// Another network, other costs, another memory of the nodes. `shapes`: also topologies and models that need SimGrid.
void draw_machine(sim::Random& random, sim::Json& scenario, bool shapes);
// Its calls, its machine if there is a clock, and often faults.
sim::Json broken(const sim::Json& scenario, std::uint64_t number, bool timed);
// With another machine, often with faults or expectations; `shapes`: also another topology.
sim::Json on_another_machine(const sim::Json& scenario, std::uint64_t number, bool shapes);
// Late and lost packets, ranks that die, pause or straggle, pools that shrink; `timed`: also those that need a clock.
void draw_faults(sim::Random& random, sim::Json& scenario, bool timed);
// What its ends are compared with becomes something else, mostly wrong; `timed`: also what needs a clock.
void draw_expectations(sim::Random& random, sim::Json& scenario, bool timed);
// Each packet of a run lost, alone, and each rank dead, at each of its calls; of many some.
std::vector<sim::Json> single_losses(const sim::Json& scenario, const std::string& folder, std::uint64_t seed);
std::vector<sim::Json> single_deaths(const sim::Json& scenario, const std::string& folder, std::uint64_t seed);
// Two of each fault, agents of every kind, expectations of all sorts, mostly wrong. `timed`: as for draw_faults.
void draw_multiple_faults(sim::Random& random, sim::Json& scenario, const sim::Family& family, bool timed);
// Its programs become threads that wait for each other in all ways; its windows and settings stay, pools may not.
// `known`: the family's calls.
void draw_blocked_threads(sim::Random& random, sim::Json& scenario, CallSet known);
// Reports about `many` things of a kind: programs that wait for ever or end with other values than expected.
std::vector<std::string> kinds_of_lists();
sim::Json many_of(const std::string& kind, int many);
// The same on few ranks, for lists of fifty or a hundred.
std::vector<std::string> kinds_of_long_lists();
sim::Json long_list(const std::string& kind, int many);
// Threads with windows of their own, which are created and freed again and again. Most end.
sim::Json lives_program(sim::Random& random, const sim::Family& family);
// A program on windows that lie over buffers and each other.
sim::Json places_program(sim::Random& random, const sim::Family& family);
// A program whose operations have more data than go at once.
sim::Json long_program(sim::Random& random, const sim::Family& family);
// A program on memory that ranks share, of the family.
sim::Json shared_program(sim::Random& random, const sim::Family& family);

}  // namespace rmasim::corpus
