// Random operations with much data: more data than one packet holds, and more than the library copies. The data are
// contiguous or vectors, whose last block is shorter than the other blocks.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace rmasim::corpus {

namespace {

Json long_operation(Random& random, const sim::Family& family, std::uint64_t ranks, bool data) {
    const Call which = one_of(random, {Call::put, Call::get, Call::accumulate, Call::accumulate, Call::get_accumulate});
    if (!family.calls().contains(which)) return call_of("compute", {{"ns", 100}});
    Json arguments{{"target", random.below(ranks)}, {"disp", 8 * random.below(3)}};
    const std::int64_t size = one_of<std::int64_t>(random, {4, 8, 8, 16});
    arguments["datatype"] = size == 4 ? "int32" : size == 8 ? "int64" : "complex128";
    const std::int64_t bytes =
        data ? one_of<std::int64_t>(random, {1000, 1024, 1032, 16'384, 16'400})
             : one_of<std::int64_t>(random, {1024, 16'400, 262'144, 262'160, 300'000, 524'288, 600'000});
    arguments["count"] = bytes / size;
    if (family.unsupported_reason(sim::CallFeature::vectors).empty() && chance(random, 50)) {
        const std::int64_t block = one_of<std::int64_t>(random, {1, 3, 1000});
        arguments["block_length"] = block;
        arguments["stride"] = block + block / 2;
    }
    if (description_of(which).has(Argument::op)) arguments["op"] = one_of(random, {"sum", "replace"});
    if (which == Call::get || which == Call::get_accumulate) arguments["into"] = {{"buffer", "b"}};
    return call_of(which, std::move(arguments));
}

}  // namespace

Json long_program(Random& random, const sim::Family& family) {
    const std::uint64_t ranks = 2 + random.below(2);
    const CallSet known = family.calls();
    const bool one_node = family.traits.shares_one_node;
    const bool data = chance(random, 40);
    const std::int64_t room = data ? 40'000 : 1'000'000;
    Json scenario{{"name", "long"}, {"ranks", ranks}, {"protocol", {{"family", std::string(family.name())}}}};
    scenario["data"] = data;
    scenario["platform"] = {{"ranks_per_node", one_node ? ranks : 1}};
    scenario["windows"] = {{"w", {{"bytes", room}, {"shared", one_node}}}};
    scenario["buffers"] = {{"b", {{"bytes", room}}}};
    CallLists calls(ranks);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        calls.add(rank, call_of("fence"));
        for (auto left = random.below(3); left > 0; --left) {
            calls.add(rank, long_operation(random, family, ranks, data));
        }
        calls.add(rank, call_of("fence", {{"assert", {"nosucceed"}}}));
        for (auto left = known.contains(Call::lock) ? random.below(3) : 0; left > 0; --left) {
            Json one = long_operation(random, family, ranks, data);
            const Json target{{"target", one.begin()->value("target", 0)}};
            Json opens = target;
            opens["type"] = one_of(random, {"shared", "exclusive"});
            calls.add(rank, call_of("lock", std::move(opens)));
            calls.add(rank, std::move(one));
            if (known.contains(Call::flush) && chance(random, 40)) calls.add(rank, call_of("flush", target));
            calls.add(rank, call_of("unlock", target));
        }
    }
    scenario["programs"] = calls.programs();
    return scenario;
}

}  // namespace rmasim::corpus
