#include "sim/untimed/fuzz/program/random_collectives.h"

#include "protocol/base/collective.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace rmasim::fuzz {

namespace {

constexpr std::array calls{Call::bcast,     Call::reduce,  Call::allreduce, Call::gather,
                           Call::allgather, Call::scatter, Call::alltoall};
// Calls that replace some of `calls`. Two streams of random numbers keep the other choices of older programs.
constexpr std::array more_calls{Call::scan,    Call::exscan,   Call::reduce_scatter_block, Call::reduce_scatter,
                                Call::gatherv, Call::scatterv, Call::allgatherv,           Call::alltoallv};
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

Call nonblocking_form(Call blocking) {
    for (const CallDescription& row : call_table) {
        if (row.blocking == blocking) return row.call;
    }
    return blocking;
}

void make(RandomProgram& program, Rank rank, Step& step, const RandomCollective& collective, std::uint32_t nth) {
    step.call = collective.call;
    if (has_request(step.call)) step.request = program.requests[static_cast<std::size_t>(rank)]++;
    if (description_of(step.call).kind == CallClass::barrier) return;
    const Group members = members_of(program, static_cast<std::size_t>(step.comm), rank);
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

// Inserts a WAIT for the nonblocking call at index `at`. If the rank has several threads,
// the WAIT follows the call, because only there no other thread has steps.
void add_wait(sim::Random& random, RandomProgram& program, Rank rank, std::size_t at) {
    std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    const bool anywhere = program.threads == 1 && sim::chance(random, 70);
    const std::size_t index = at + 1 + (anywhere ? random.below(steps.size() - at) : 0);
    Step wait{.call = Call::request_wait, .request = steps[at].request, .phase = steps[index - 1].phase};
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(index), std::move(wait));
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

// The number of elements that member `from` sends to member `to` in a call with blocks of different sizes.
std::uint32_t block(const Step& step, std::size_t from, std::size_t to) {
    const auto i = static_cast<std::uint32_t>(from), j = static_cast<std::uint32_t>(to);
    switch (blocking_form(step.call)) {
        case Call::gatherv:
        case Call::allgatherv: return (step.region.count + i) % 4;
        case Call::alltoallv: return (step.region.count + i + 2 * j) % 4;
        default: return (step.region.count + j) % 4;
    }
}

// The members of a step's communicator, and the rank's number among them.
struct Members {
    Members(const RandomProgram& program, Rank rank, const Step& step)
        : ranks(members_of(program, static_cast<std::size_t>(step.comm), rank)),
          own(static_cast<std::size_t>(comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, rank))) {}

    Group ranks;
    std::size_t own;
};

// The words that a call delivers at one rank.
class Delivery {
public:
    Delivery(const RandomProgram& program, Rank rank, const Step& step)
        : program_(program), step_(step), members_(program, rank, step) {}

    std::vector<std::int64_t> words() {
        const std::size_t own = members_.own, size = members_.ranks.size(), count = step_.region.count;
        switch (blocking_form(step_.call)) {
            case Call::bcast: append(root(), 0, count); break;
            case Call::scatter: append(root(), own * count, count); break;
            case Call::scatterv: append(root(), first(0, own), block(step_, 0, own)); break;
            case Call::gather:
            case Call::allgather:
                for (std::size_t from = 0; from < size; ++from) append(step(from), 0, count);
                break;
            case Call::gatherv:
            case Call::allgatherv:
                for (std::size_t from = 0; from < size; ++from) append(step(from), 0, block(step_, from, own));
                break;
            case Call::alltoall:
                for (std::size_t from = 0; from < size; ++from) append(step(from), own * count, count);
                break;
            case Call::alltoallv:
                for (std::size_t from = 0; from < size; ++from) {
                    append(step(from), first(from, own), block(step_, from, own));
                }
                break;
            case Call::reduce_scatter_block: append_reduced(size, own * count, count); break;
            case Call::reduce_scatter: append_reduced(size, first(0, own), block(step_, 0, own)); break;
            case Call::scan: append_reduced(own + 1, 0, count); break;
            case Call::exscan: append_reduced(own, 0, count); break;
            default: append_reduced(size, 0, count);
        }
        return std::move(words_);
    }

private:
    const Step& step(std::size_t member) const { return step_of(program_, members_.ranks[member], step_); }
    const Step& root() const { return step_of(program_, step_.target, step_); }
    // The number of elements in the blocks of `from` before that for `to`.
    std::size_t first(std::size_t from, std::size_t to) const {
        std::size_t elements = 0;
        for (std::size_t other = 0; other < to; ++other) elements += block(step_, from, other);
        return elements;
    }
    void append(const Step& sender, std::size_t first_element, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) words_.push_back(element(sender, first_element + k));
    }
    // Appends the reduction of the elements of the first `members` members.
    void append_reduced(std::size_t members, std::size_t first_element, std::size_t count) {
        for (std::size_t k = first_element; k < first_element + count && members > 0; ++k) {
            std::int64_t value = element(step(0), k);
            for (std::size_t i = 1; i < members; ++i) value = reduce(value, element(step(i), k), step_.reduce);
            words_.push_back(value);
        }
    }

    const RandomProgram& program_;
    const Step& step_;
    Members members_;
    std::vector<std::int64_t> words_;
};

}  // namespace

BlockCounts block_counts(const RandomProgram& program, Rank rank, const Step& step) {
    if (!description_of(step.call).has(Argument::counts)) return {};
    const Members members(program, rank, step);
    const Call call = blocking_form(step.call);
    BlockCounts counts;
    for (std::size_t other = 0; other < members.ranks.size(); ++other) {
        const bool is_root = step.target == rank;
        if (call == Call::allgatherv || call == Call::alltoallv || (call == Call::gatherv && is_root)) {
            counts.received.push_back(block(step, other, members.own));
        }
        if (call == Call::reduce_scatter || call == Call::alltoallv || (call == Call::scatterv && is_root)) {
            counts.sent.push_back(block(step, members.own, other));
        }
    }
    return counts;
}

std::uint32_t count_of(const RandomProgram& program, Rank rank, const Step& step) {
    if (!description_of(step.call).has(Argument::counts)) return step.region.count;
    const Members members(program, rank, step);
    return block(step, members.own, members.own);
}

std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step) {
    const Members members(program, rank, step);
    if (!receives(request_of(step), rank, static_cast<Rank>(members.own))) return 0;
    const BlockCounts blocks = block_counts(program, rank, step);
    if (!blocks.received.empty()) {
        return std::accumulate(blocks.received.begin(), blocks.received.end(), std::uint32_t{0});
    }
    const bool of_each = receives_from_each.contains(step.call);
    return count_of(program, rank, step) * (of_each ? static_cast<std::uint32_t>(members.ranks.size()) : 1);
}

std::vector<std::int64_t> delivered(const RandomProgram& program, Rank rank, const Step& step) {
    if (words_delivered(program, rank, step) == 0) return {};
    return Delivery(program, rank, step).words();
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
    sim::Random more = numbers_of(seed, Stream::more_collectives);
    if (program.communicators.empty() || !sim::chance(random, 50)) return;
    std::map<std::pair<int, std::size_t>, RandomCollective>
        collectives;  // by communicator and number of the call in this communicator
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::map<int, std::size_t> number;
        for (Step& step : program.steps[static_cast<std::size_t>(rank)]) {
            if (!is_of_some(step)) continue;
            const std::size_t nth = number[step.comm]++;
            const auto [at, is_new] = collectives.try_emplace({step.comm, nth});
            RandomCollective& collective = at->second;
            if (is_new) {
                if (sim::chance(random, 70)) collective = random_collective(random);
                if (collective.call != Call::barrier && sim::chance(more, 40)) {
                    collective.call = element_of(more, more_calls);
                }
                if (sim::chance(more, 40)) collective.call = nonblocking_form(collective.call);
            }
            if (collective.call != Call::barrier) {
                make(program, rank, step, collective, static_cast<std::uint32_t>(nth));
            }
        }
    }
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        // Indices of nonblocking calls; each WAIT is inserted behind its call, so earlier indices stay valid.
        const std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
        for (std::size_t at = steps.size(); at-- > 0;) {
            if (is_nonblocking(steps[at])) add_wait(more, program, rank, at);
        }
    }
}

}  // namespace rmasim::fuzz
