#include "sim/untimed/fuzz/program/random_collectives.h"

#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_operators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_topologies.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace rmasim::fuzz {

namespace {

constexpr std::array calls{Call::bcast,     Call::reduce,  Call::allreduce, Call::gather,
                           Call::allgather, Call::scatter, Call::alltoall};
// Calls that replace some of `calls`. Two streams of random numbers keep the other choices of older programs.
constexpr std::array more_calls{Call::scan,    Call::exscan,   Call::reduce_scatter_block, Call::reduce_scatter,
                                Call::gatherv, Call::scatterv, Call::allgatherv,           Call::alltoallv};
constexpr std::array calls_on_neighbours{Call::neighbor_allgather, Call::neighbor_allgatherv, Call::neighbor_alltoall,
                                         Call::neighbor_alltoallv, Call::neighbor_alltoallw};
constexpr std::array ops{ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max, ReduceOp::bxor, ReduceOp::lor};
// The datatypes of blocks in calls with several of them. Blocks have whole words.
constexpr std::array types_of_blocks{Datatype::int64, Datatype::int32, Datatype::float64, Datatype::int16};

// The arguments of a collective call that are equal for all members. The root is a communicator rank, modulo the number
// of members.
struct RandomCollective {
    Call call = Call::barrier;
    std::uint64_t root = 0;
    std::uint32_t count = 0;
    ReduceOp op = ReduceOp::sum;
    std::uint32_t own_operator = 0;  // if `op` is `user`
    bool twice = false;              // a persistent call is started twice
};

RandomCollective random_collective(sim::Random& random) {
    RandomCollective collective;
    collective.call = element_of(random, calls);
    collective.root = random.below(64);
    collective.count = below<std::uint32_t>(random, 4);
    collective.op = element_of(random, ops);
    return collective;
}

Call form_of(Call blocking, bool persistent) {
    for (const CallDescription& row : call_table) {
        if (row.blocking == blocking && (row.kind == CallClass::persistent) == persistent) return row.call;
    }
    return blocking;
}

// Replaces some of the calls by calls of several datatypes or on neighbours, some operations by operators of the
// program, and some nonblocking calls by persistent ones.
void make_rare(sim::Random& random, bool has_neighbours, RandomCollective& collective) {
    Call call = blocking_form(collective.call);
    if (call != Call::barrier && sim::chance(random, 30)) {
        const bool on_neighbours = has_neighbours && sim::chance(random, 80);
        call = on_neighbours ? element_of(random, calls_on_neighbours) : Call::alltoallw;
    }
    if (description_of(call).has(Argument::op) && sim::chance(random, 40)) {
        collective.op = ReduceOp::user;
        collective.own_operator = below<std::uint32_t>(random, random_operators.size());
    }
    if (!has_request(collective.call)) {
        collective.call = call;
        return;
    }
    collective.call = form_of(call, sim::chance(random, 40));
    collective.twice = sim::chance(random, 40);
}

bool has_types(const Step& step) { return description_of(step.call).has(Argument::datatypes); }
bool is_on_neighbours(const Step& step) { return neighbour_calls.contains(blocking_form(step.call)); }

void make(RandomProgram& program, Rank rank, Step& step, const RandomCollective& collective, std::uint32_t nth) {
    step.call = collective.call;
    if (has_request(step.call)) step.request = program.requests[static_cast<std::size_t>(rank)]++;
    step.twice = is_persistent(step) && collective.twice;
    if (blocking_form(step.call) == Call::barrier) return;
    const Group members = members_of(program, static_cast<std::size_t>(step.comm), rank);
    if (description_of(collective.call).has(Argument::root)) step.target = members[collective.root % members.size()];
    if (description_of(collective.call).has(Argument::op)) step.reduce = collective.op;
    if (step.reduce == ReduceOp::user) step.own_operator = collective.own_operator;
    step.region.count = collective.count;
    step.region.datatype = has_types(step) ? Datatype::byte : Datatype::int64;
    step.value = 1000 * (std::int64_t{nth} + 1) + 10 * rank + 1;
    step.step = nth % 3;
    step.more.tag = nth;
    step.result = program.results[static_cast<std::size_t>(rank)];
    program.results[static_cast<std::size_t>(rank)] += words_delivered(program, rank, step);
}

Step about_request(Call call, const Step& of, int phase) {
    return {.call = call, .request = of.request, .phase = phase};
}
void insert(std::vector<Step>& steps, std::size_t at, Step step) {
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at), std::move(step));
}

// Inserts the STARTs of persistent calls at indices `first` to `end - 1`, in any order.
void add_starts(sim::Random& random, std::vector<Step>& steps, std::size_t first, std::size_t end) {
    std::vector<Step> started(steps.begin() + static_cast<std::ptrdiff_t>(first),
                              steps.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t left = started.size(); left > 1; --left) {
        std::swap(started[left - 1], started[static_cast<std::size_t>(random.below(left))]);
    }
    const auto add = [&](Call call, const Step& of) { insert(steps, end++, about_request(call, of, of.phase)); };
    for (const Step& one : started) add(Call::request_start, one);
    for (const Step& one : started) {
        if (!one.twice) continue;
        add(Call::request_wait, one);
        add(Call::request_start, one);
    }
}

// Persistent calls of a rank that follow the persistent call before them at once, in all ranks of their
// communicator, by their requests. Such calls are a group: their STARTs follow the last of them.
using Joined = std::set<std::uint32_t>;

// Returns the joined calls of each rank.
std::vector<Joined> joined_calls(const RandomProgram& program) {
    // By communicator and number of the persistent call: true if it follows the call before it at once in all ranks.
    std::map<std::pair<int, std::size_t>, bool> follows;
    const auto for_each_call = [&program](const auto& use) {
        for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
            std::map<int, std::size_t> number;
            const Step* before = nullptr;
            for (const Step& step : program.steps[rank]) {
                const bool persistent = is_persistent(step);
                const bool at_once = before != nullptr && is_persistent(*before) && before->comm == step.comm;
                if (persistent) use(rank, step, std::pair(step.comm, number[step.comm]++), at_once);
                before = &step;
            }
        }
    };
    for_each_call([&](std::size_t, const Step&, const auto& call, bool at_once) {
        const auto [known, is_new] = follows.try_emplace(call, at_once);
        known->second = known->second && at_once;
    });
    std::vector<Joined> joined(program.steps.size());
    for_each_call([&](std::size_t rank, const Step& step, const auto& call, bool) {
        if (follows.at(call)) joined[rank].insert(step.request);
    });
    return joined;
}

// The indices of the calls of a group: from `first` to `end - 1`.
struct CallGroup {
    std::size_t first, end;
};
CallGroup group_at(const std::vector<Step>& steps, const Joined& joined, std::size_t at) {
    CallGroup group{at, at + 1};
    while (joined.contains(steps[group.first].request)) --group.first;
    const auto joins = [&](const Step& step) { return is_persistent(step) && joined.contains(step.request); };
    while (group.end < steps.size() && joins(steps[group.end])) ++group.end;
    return group;
}

// Inserts the STARTs of all persistent calls of a rank.
void add_starts(sim::Random& random, std::vector<Step>& steps, const Joined& joined) {
    for (std::size_t end = steps.size(); end > 0; --end) {
        if (!is_persistent(steps[end - 1])) continue;
        const std::size_t first = group_at(steps, joined, end - 1).first;
        add_starts(random, steps, first, end);
        end = first + 1;
    }
}

// Returns the index of the last START of the group to which the call at index `at` belongs. Ranks start the calls of a
// group in different orders, so a WAIT between the STARTs could be for a call that another rank starts after a WAIT of
// its own: a deadlock.
std::size_t last_start(const std::vector<Step>& steps, const Joined& joined, std::size_t at) {
    const CallGroup group = group_at(steps, joined, at);
    std::size_t last = at;
    for (std::size_t index = group.end; index < steps.size(); ++index) {
        if (steps[index].call != Call::request_start) continue;
        for (std::size_t one = group.first; one < group.end; ++one) {
            if (steps[one].request == steps[index].request) last = index;
        }
    }
    return last;
}

// Inserts the last WAIT for the call at index `at`, which is nonblocking or persistent. If the rank has several
// threads, the WAIT follows the call or its START, because only there no other thread has steps.
void add_wait(sim::Random& random, RandomProgram& program, Rank rank, std::size_t at, const Joined& joined) {
    std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    const Step call = steps[at];
    if (is_persistent(call)) at = last_start(steps, joined, at);
    const bool anywhere = program.threads == 1 && sim::chance(random, 70);
    const std::size_t index = at + 1 + (anywhere ? random.below(steps.size() - at) : 0);
    const int phase = steps[index - 1].phase;
    if (is_persistent(call)) insert(steps, index, about_request(Call::request_free, call, phase));
    insert(steps, index, about_request(Call::request_wait, call, phase));
}

CallRequest request_of(const Step& step) {
    CallRequest call;
    call.call = blocking_form(step.call);
    call.message.peer = step.target;
    return call;
}

const Step& step_of(const RandomProgram& program, Rank rank, const Step& like) {
    const std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    return *std::find_if(steps.begin(), steps.end(), [&like](const Step& one) {
        return is_collective(one) && one.comm == like.comm && one.more.tag == like.more.tag;
    });
}

// Returns element `k` of the data that the step passes to its call. If the elements have several datatypes, it returns
// word `k` of the data, which are bytes.
std::int64_t element(const Step& step, std::size_t k) {
    if (!has_types(step)) return step.value + static_cast<std::int64_t>(k) * step.step;
    std::uint64_t word = 0;
    for (std::size_t at = 0; at < 8; ++at) {
        const std::int64_t byte = (step.value + static_cast<std::int64_t>(8 * k + at) * step.step) & 255;
        word |= static_cast<std::uint64_t>(byte) << (8 * at);
    }
    return static_cast<std::int64_t>(word);
}

// The number of words that member `from` sends to member `to` in a call with blocks of different sizes. MPI_PROC_NULL
// is like member 0.
std::uint32_t block(const Step& step, Rank from, Rank to) {
    const auto i = static_cast<std::uint32_t>(std::max(from, 0)), j = static_cast<std::uint32_t>(std::max(to, 0));
    switch (blocking_form(step.call)) {
        case Call::gatherv:
        case Call::allgatherv:
        case Call::neighbor_allgatherv: return (step.region.count + i) % 4;
        case Call::alltoallv:
        case Call::alltoallw:
        case Call::neighbor_alltoallv:
        case Call::neighbor_alltoallw: return (step.region.count + i + 2 * j) % 4;
        case Call::neighbor_allgather:
        case Call::neighbor_alltoall: return step.region.count;
        default: return (step.region.count + j) % 4;
    }
}

Datatype type_of_block(const Step& step, Rank from, Rank to) {
    const auto which = static_cast<std::uint32_t>(std::max(from, 0) + 2 * std::max(to, 0)) + step.more.tag;
    return types_of_blocks[which % types_of_blocks.size()];
}

// The members of a step's communicator, and the rank's number among them.
struct Members {
    Members(const RandomProgram& program, Rank rank, const Step& step)
        : ranks(members_of(program, static_cast<std::size_t>(step.comm), rank)),
          own(static_cast<std::size_t>(comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, rank))) {}

    Rank own_rank() const { return static_cast<Rank>(own); }
    Group ranks;
    std::size_t own;
};

// The members that send to a rank, and those to which it sends.
RandomNeighbours partners_of(const RandomProgram& program, Rank rank, const Step& step) {
    if (is_on_neighbours(step)) return neighbours_of(program, static_cast<std::size_t>(step.comm), rank);
    Group all(members_of(program, static_cast<std::size_t>(step.comm), rank).size());
    std::iota(all.begin(), all.end(), 0);
    return {all, all, false};
}

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
            case Call::scatterv: append(root(), first(0, own), block(step_, 0, members_.own_rank())); break;
            case Call::gather:
            case Call::allgather:
                for (std::size_t from = 0; from < size; ++from) append(step(from), 0, count);
                break;
            case Call::gatherv:
            case Call::allgatherv:
                for (std::size_t from = 0; from < size; ++from) {
                    append(step(from), 0, block(step_, static_cast<Rank>(from), members_.own_rank()));
                }
                break;
            case Call::alltoall:
                for (std::size_t from = 0; from < size; ++from) append(step(from), own * count, count);
                break;
            case Call::alltoallv:
            case Call::alltoallw:
                for (std::size_t from = 0; from < size; ++from) {
                    append(step(from), first(from, own), block(step_, static_cast<Rank>(from), members_.own_rank()));
                }
                break;
            case Call::neighbor_allgather:
            case Call::neighbor_allgatherv:
            case Call::neighbor_alltoall:
            case Call::neighbor_alltoallv:
            case Call::neighbor_alltoallw: append_of_neighbours(); break;
            case Call::reduce_scatter_block: append_reduced(size, own * count, count); break;
            case Call::reduce_scatter: append_reduced(size, first(0, own), block(step_, 0, members_.own_rank())); break;
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
        for (std::size_t other = 0; other < to; ++other) {
            elements += block(step_, static_cast<Rank>(from), static_cast<Rank>(other));
        }
        return elements;
    }
    void append(const Step& sender, std::size_t first_element, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) words_.push_back(element(sender, first_element + k));
    }
    // The room for the block of MPI_PROC_NULL keeps its contents, which are zeros.
    void append_of_neighbours() {
        const auto comm = static_cast<std::size_t>(step_.comm);
        const RandomNeighbours own = neighbours_of(program_, comm, members_.ranks[members_.own]);
        const bool is_allgather = neighbour_allgathers.contains(blocking_form(step_.call));
        for (std::size_t nth = 0; nth < own.sources.size(); ++nth) {
            const Rank from = own.sources[nth];
            const std::uint32_t count = block(step_, from, members_.own_rank());
            if (from == no_rank) {
                words_.resize(words_.size() + count);
                continue;
            }
            const RandomNeighbours theirs =
                neighbours_of(program_, comm, members_.ranks[static_cast<std::size_t>(from)]);
            std::size_t first_element = 0;
            for (std::size_t before = own.sent_as(nth, theirs, members_.own_rank()); before-- > 0 && !is_allgather;) {
                first_element += block(step_, from, theirs.destinations[before]);
            }
            append(step(static_cast<std::size_t>(from)), first_element, count);
        }
    }
    // Appends the reduction of the elements of the first `members` members.
    void append_reduced(std::size_t members, std::size_t first_element, std::size_t count) {
        for (std::size_t k = first_element; k < first_element + count && members > 0; ++k) {
            std::int64_t value = element(step(0), k);
            for (std::size_t i = 1; i < members; ++i) value = reduced(value, element(step(i), k));
            words_.push_back(value);
        }
    }

    std::int64_t reduced(std::int64_t lower, std::int64_t upper) const {
        if (step_.reduce == ReduceOp::user) return random_operators[step_.own_operator].of(lower, upper);
        return reduce(lower, upper, step_.reduce);
    }

    const RandomProgram& program_;
    const Step& step_;
    Members members_;
    std::vector<std::int64_t> words_;
};

}  // namespace

BlockCounts block_counts(const RandomProgram& program, Rank rank, const Step& step) {
    const CallDescription& described = description_of(step.call);
    if (!described.has(Argument::counts)) return {};
    const Call call = blocking_form(step.call);
    if (described.has(Argument::root) && step.target != rank) return {};
    const Rank own = Members(program, rank, step).own_rank();
    const RandomNeighbours partners = partners_of(program, rank, step);
    const bool of_sender = call == Call::reduce_scatter || call == Call::scatterv;
    BlockCounts counts;
    if (of_sender || described.has(Argument::received_counts)) {
        for (const Rank to : partners.destinations) counts.sent.push_back(block(step, own, to));
    }
    if (!of_sender) {
        for (const Rank from : partners.sources) counts.received.push_back(block(step, from, own));
    }
    return counts;
}

BlockTypes block_types(const RandomProgram& program, Rank rank, const Step& step) {
    if (!has_types(step)) return {};
    const Rank own = Members(program, rank, step).own_rank();
    const RandomNeighbours partners = partners_of(program, rank, step);
    BlockTypes types;
    for (const Rank to : partners.destinations) types.sent.push_back(type_of_block(step, own, to));
    for (const Rank from : partners.sources) types.received.push_back(type_of_block(step, from, own));
    return types;
}

std::uint32_t count_of(const RandomProgram& program, Rank rank, const Step& step) {
    if (!description_of(step.call).has(Argument::counts)) return step.region.count;
    const Rank own = Members(program, rank, step).own_rank();
    return block(step, own, own);
}

std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step) {
    const Members members(program, rank, step);
    if (!receives(request_of(step), rank, static_cast<Rank>(members.own))) return 0;
    const BlockCounts blocks = block_counts(program, rank, step);
    if (!blocks.received.empty()) {
        return std::accumulate(blocks.received.begin(), blocks.received.end(), std::uint32_t{0});
    }
    if (is_on_neighbours(step)) {
        return step.region.count * static_cast<std::uint32_t>(partners_of(program, rank, step).sources.size());
    }
    const bool of_each = receives_from_each.contains(blocking_form(step.call));
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
    sim::Random rare = numbers_of(seed, Stream::rare_collectives);
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
                if (sim::chance(more, 40)) collective.call = form_of(collective.call, false);
                const auto comm = static_cast<std::size_t>(step.comm);
                make_rare(rare, program.communicators[comm].topology != RandomSplit::Topology::none, collective);
            }
            if (collective.call != Call::barrier) {
                make(program, rank, step, collective, static_cast<std::uint32_t>(nth));
            }
        }
    }
    const std::vector<Joined> joined = joined_calls(program);
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Joined& of_rank = joined[static_cast<std::size_t>(rank)];
        std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
        add_starts(rare, steps, of_rank);
        // Indices of calls with requests; each WAIT is inserted behind its call, so earlier indices stay valid.
        for (std::size_t at = steps.size(); at-- > 0;) {
            if (is_nonblocking(steps[at])) add_wait(more, program, rank, at, of_rank);
        }
    }
}

}  // namespace rmasim::fuzz
