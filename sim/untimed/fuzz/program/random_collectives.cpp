#include "sim/untimed/fuzz/program/random_collectives.h"

#include "protocol/base/collective.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <algorithm>
#include <array>
#include <map>

namespace rmasim::fuzz {

namespace {

constexpr std::array calls{Call::bcast,     Call::reduce,  Call::allreduce, Call::gather,
                           Call::allgather, Call::scatter, Call::alltoall};
constexpr std::array ops{ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max, ReduceOp::bxor, ReduceOp::lor};

// The arguments of a collective call that are equal for all members. The root is a communicator rank, modulo the number
// of members.
struct RandomCollective {
    Call call = Call::barrier;
    std::uint64_t root = 0;
    std::uint32_t count = 0;
    ReduceOp op = ReduceOp::sum;
};

RandomCollective random_collective(sim::Random& random) {
    RandomCollective collective;
    collective.call = element_of(random, calls);
    collective.root = random.below(64);
    collective.count = below<std::uint32_t>(random, 4);
    collective.op = element_of(random, ops);
    return collective;
}

void make(RandomProgram& program, Rank rank, Step& step, const RandomCollective& collective, std::uint32_t nth) {
    const Group members = members_of(program, static_cast<std::size_t>(step.comm), rank);
    step.call = collective.call;
    if (description_of(collective.call).has(Argument::root)) step.target = members[collective.root % members.size()];
    if (description_of(collective.call).has(Argument::op)) step.reduce = collective.op;
    step.region.count = collective.count;
    step.region.datatype = Datatype::int64;
    step.value = 1000 * (std::int64_t{nth} + 1) + 10 * rank + 1;
    step.step = nth % 3;
    step.more.tag = nth;
    step.result = program.results[static_cast<std::size_t>(rank)];
    program.results[static_cast<std::size_t>(rank)] += words_delivered(program, rank, step);
}

CallRequest request_of(const Step& step) {
    CallRequest call;
    call.call = step.call;
    call.message.peer = step.target;
    return call;
}

const Step& step_of(const RandomProgram& program, Rank rank, const Step& like) {
    const std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    return *std::find_if(steps.begin(), steps.end(), [&like](const Step& one) {
        return is_collective(one) && one.comm == like.comm && one.more.tag == like.more.tag;
    });
}

std::int64_t element(const Step& step, std::size_t k) { return step.value + static_cast<std::int64_t>(k) * step.step; }

std::int64_t reduced(const RandomProgram& program, const Group& members, const Step& step, std::size_t k) {
    std::int64_t value = element(step_of(program, members.front(), step), k);
    for (std::size_t i = 1; i < members.size(); ++i) {
        value = reduce(value, element(step_of(program, members[i], step), k), step.reduce);
    }
    return value;
}

}  // namespace

std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step) {
    if (!receives(request_of(step), rank)) return 0;
    const Group members = members_of(program, static_cast<std::size_t>(step.comm), rank);
    const bool of_each = receives_from_each.contains(step.call);
    return step.region.count * (of_each ? static_cast<std::uint32_t>(members.size()) : 1);
}

std::vector<std::int64_t> delivered(const RandomProgram& program, Rank rank, const Step& step) {
    const Group members = members_of(program, static_cast<std::size_t>(step.comm), rank);
    const auto own_comm_rank =
        static_cast<std::size_t>(comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, rank));
    const std::size_t count = step.region.count;
    std::vector<std::int64_t> words(words_delivered(program, rank, step));
    for (std::size_t word = 0; word < words.size(); ++word) {
        const std::size_t k = word % count;
        const std::size_t first = sends_to_each.contains(step.call) ? own_comm_rank * count : 0;
        if (description_of(step.call).has(Argument::op)) {
            words[word] = reduced(program, members, step, k);
        } else {
            const Rank from = root_sends.contains(step.call) ? step.target : members[word / count];
            words[word] = element(step_of(program, from, step), first + k);
        }
    }
    return words;
}

void write_delivered(const RandomProgram& program, Rank rank, const Step& step,
                     const std::vector<std::int64_t>& results, std::span<std::byte> window) {
    for (std::uint32_t word = 0; word < words_delivered(program, rank, step); ++word) {
        const std::size_t at = step.result + word;
        store(window.subspan(at * 8, 8), Datatype::int64, results[at]);
    }
}

void generate_collectives(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::collectives);
    if (program.communicators.empty() || !sim::chance(random, 50)) return;
    std::map<std::pair<int, std::size_t>, RandomCollective>
        collectives;  // by communicator and number of the call in this communicator
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::map<int, std::size_t> number;
        for (Step& step : program.steps[static_cast<std::size_t>(rank)]) {
            if (!is_of_some(step)) continue;
            const std::size_t nth = number[step.comm]++;
            const auto [at, is_new] = collectives.try_emplace({step.comm, nth});
            if (is_new && sim::chance(random, 70)) at->second = random_collective(random);
            if (at->second.call == Call::barrier) continue;
            make(program, rank, step, at->second, static_cast<std::uint32_t>(nth));
        }
    }
}

}  // namespace rmasim::fuzz
