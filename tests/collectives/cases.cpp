#include "tests/collectives/cases.h"

#include "sim/scenario/expression/expression.h"

#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

namespace rmasim::schedules {

// In a graph, each process sends two blocks to the next process and one to the previous process. Process 0 has no
// previous one. Process 1 also sends a block to itself.
std::vector<Rank> Case::destinations(Rank rank) const {
    if (in_a_ring) return {(rank - 1 + size) % size, (rank + 1) % size};
    if (size == 1) return {};
    if (rank == 1) return {(rank + 1) % size, 1, 0, (rank + 1) % size};
    return {(rank + 1) % size, rank == 0 ? no_rank : rank - 1, (rank + 1) % size};
}
std::vector<Rank> Case::sources(Rank rank) const {
    if (in_a_ring) return destinations(rank);
    if (size == 1) return {};
    if (rank == 1) return {0, 1, 2 % size == 0 ? no_rank : 2, 0};
    return {(rank - 1 + size) % size, rank + 1 == size ? no_rank : rank + 1, (rank - 1 + size) % size};
}

namespace {

Schedule allreduce_trees(Shape shape) { return allreduce_by_root(shape, reduce_binomial, bcast_binomial); }
Schedule allreduce_stars(Shape shape) { return allreduce_by_root(shape, reduce_linear, bcast_linear); }
Schedule reduce_scatter_tree(Shape shape) { return reduce_scatter_by_root(shape, reduce_binomial); }
Schedule reduce_scatter_star(Shape shape) { return reduce_scatter_by_root(shape, reduce_linear); }

const std::vector<Algorithm> all_algorithms{
    {"barrier", "dissemination", Meaning::barrier, barrier_dissemination},
    {"bcast", "binomial", Meaning::bcast, bcast_binomial},
    {"bcast", "linear", Meaning::bcast, bcast_linear},
    {"bcast", "scatter_ring", Meaning::bcast, bcast_scatter_ring},
    {"bcast", "scatter_doubling", Meaning::bcast, bcast_scatter_doubling, true, false},
    {"reduce", "binomial", Meaning::reduce, reduce_binomial},
    {"reduce", "linear", Meaning::reduce, reduce_linear},
    {"reduce", "halving", Meaning::reduce, reduce_halving, false},
    {"allreduce", "recursive_doubling", Meaning::allreduce, allreduce_doubling},
    {"allreduce", "reduce_bcast", Meaning::allreduce, allreduce_trees},
    {"allreduce", "reduce_bcast", Meaning::allreduce, allreduce_stars},
    {"allreduce", "halving", Meaning::allreduce, allreduce_halving, false},
    {"gather", "binomial", Meaning::gather, gather_binomial, true, true, false},
    {"gather", "linear", Meaning::gather, gather_linear},
    {"scatter", "binomial", Meaning::scatter, scatter_binomial, true, true, false},
    {"scatter", "linear", Meaning::scatter, scatter_linear},
    {"allgather", "ring", Meaning::allgather, allgather_ring},
    {"allgather", "bruck", Meaning::allgather, allgather_bruck},
    {"allgather", "recursive_doubling", Meaning::allgather, allgather_doubling, true, false},
    {"alltoall", "pairwise", Meaning::alltoall, alltoall_pairwise},
    {"alltoall", "linear", Meaning::alltoall, alltoall_linear},
    {"alltoall", "bruck", Meaning::alltoall, alltoall_bruck, true, true, false},
    {"reduce_scatter", "halving", Meaning::reduce_scatter, reduce_scatter_halving, false},
    {"reduce_scatter", "pairwise", Meaning::reduce_scatter, reduce_scatter_pairwise, false},
    {"reduce_scatter", "reduce_scatter", Meaning::reduce_scatter, reduce_scatter_tree},
    {"reduce_scatter", "reduce_scatter", Meaning::reduce_scatter, reduce_scatter_star},
    {"reduce_scatter", "butterfly", Meaning::reduce_scatter, reduce_scatter_butterfly, true, false, false},
    {"reduce_scatter", "recursive_doubling", Meaning::reduce_scatter, reduce_scatter_doubling},
    {"scan", "recursive_doubling", Meaning::scan, scan_doubling},
    {"scan", "linear", Meaning::scan, scan_linear},
    {"exscan", "recursive_doubling", Meaning::exscan, exscan_doubling},
    {"exscan", "linear", Meaning::exscan, exscan_linear},
    {"neighbor_alltoall", "linear", Meaning::neighbour_alltoall, neighbour_alltoall},
    {"neighbor_allgather", "linear", Meaning::neighbour_allgather, neighbour_allgather},
};

Element element(Rank rank, std::uint64_t k) {
    const std::uint64_t mixed = (static_cast<std::uint64_t>(rank) * 1009 + k + 1) * 0x9E3779B97F4A7C15u;
    return {mixed | 1, mixed >> 7};
}

// The arguments of all processes, and the arrays to which their shapes refer.
class Arguments {
public:
    explicit Arguments(const Case& call) : call_(call) {
        const auto size = static_cast<std::size_t>(call.size);
        sent_.resize(size), received_.resize(size), sources_.resize(size), destinations_.resize(size);
        for (Rank rank = 0; rank < call.size; ++rank) {
            sources_[index(rank)] = call.sources(rank);
            destinations_[index(rank)] = call.destinations(rank);
            fill(rank);
            Elements& input = inputs_.emplace_back();
            for (std::uint64_t k = 0; k < total(sent_[index(rank)]); ++k) input.push_back(element(rank, k));
            if (reads_only_the_root() && rank != call.root) input.clear();
        }
    }

    Shape shape(Rank rank) const {
        Shape shape{.size = call_.size, .rank = rank, .root = call_.root};
        shape.commutative = call_.commutative;
        shape.sent = Blocks(sent_[index(rank)]);
        shape.received = Blocks(received_[index(rank)]);
        if (!call_.algorithm.any_blocks) shape.sent = shape.received = Blocks(call_.one());
        shape.neighbours = {sources_[index(rank)], destinations_[index(rank)], call_.in_a_ring};
        return shape;
    }
    const std::vector<Elements>& inputs() const { return inputs_; }
    Elements expected(Rank rank) const;
    // The values of names in the formulas that depend on the blocks: t, d, h, e.
    std::uint64_t all() const;
    std::uint64_t to_itself() const;
    std::uint64_t of_lower_in_pairs() const;
    std::uint64_t edges() const;

private:
    using Ends = std::vector<std::uint64_t>;
    static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank); }
    static std::uint64_t total(const Ends& ends) { return ends.empty() ? 0 : ends.back(); }
    static void append(Ends& ends, std::uint64_t count) { ends.push_back(total(ends) + count); }
    bool reads_only_the_root() const {
        return call_.algorithm.meaning == Meaning::bcast || call_.algorithm.meaning == Meaning::scatter;
    }
    void fill(Rank rank);
    Elements reduced(Rank end, std::uint64_t first, std::uint64_t count) const;
    Elements block(Rank rank, Rank nth) const {
        const Ends& ends = sent_[index(rank)];
        const std::uint64_t first = nth == 0 ? 0 : ends[index(nth) - 1];
        const Elements& all = inputs_[index(rank)];
        return {all.begin() + static_cast<std::ptrdiff_t>(first),
                all.begin() + static_cast<std::ptrdiff_t>(ends[index(nth)])};
    }

    const Case& call_;
    std::vector<Ends> sent_, received_;
    std::vector<std::vector<Rank>> sources_, destinations_;
    std::vector<Elements> inputs_;
};

void Arguments::fill(Rank rank) {
    Ends &sent = sent_[index(rank)], &received = received_[index(rank)];
    const auto blocks = [this](Ends& ends) {
        for (Rank other = 0; other < call_.size; ++other) append(ends, call_.count(other, other));
    };
    switch (call_.algorithm.meaning) {
        case Meaning::barrier: append(sent, 0), append(received, 0); break;
        case Meaning::gather:
        case Meaning::allgather: append(sent, call_.count(rank, rank)), blocks(received); break;
        case Meaning::scatter: blocks(sent), append(received, call_.count(rank, rank)); break;
        case Meaning::alltoall:
            for (Rank other = 0; other < call_.size; ++other) {
                append(sent, call_.count(rank, other));
                append(received, call_.count(other, rank));
            }
            break;
        case Meaning::reduce_scatter: blocks(received), append(sent, total(received)); break;
        case Meaning::neighbour_alltoall:
            for (const Rank to : destinations_[index(rank)]) append(sent, to == no_rank ? 0 : call_.count(rank, to));
            for (const Rank from : sources_[index(rank)]) {
                append(received, from == no_rank ? 0 : call_.count(from, rank));
            }
            break;
        case Meaning::neighbour_allgather:
            append(sent, call_.one());
            for (const Rank from : sources_[index(rank)]) append(received, from == no_rank ? 0 : call_.one());
            break;
        default: append(sent, call_.one()), append(received, call_.one());
    }
}

// The reduction of the values of processes 0 to end - 1.
Elements Arguments::reduced(Rank end, std::uint64_t first, std::uint64_t count) const {
    Elements result;
    for (std::uint64_t k = first; k < first + count; ++k) {
        Element value = element(0, k);
        for (Rank other = 1; other < end; ++other) value = call_.reduction()(value, element(other, k));
        result.push_back(value);
    }
    return result;
}

Elements Arguments::expected(Rank rank) const {
    Elements result;
    const auto append = [&result](const Elements& more) { result.insert(result.end(), more.begin(), more.end()); };
    const bool at_root = rank == call_.root;
    switch (call_.algorithm.meaning) {
        case Meaning::barrier: break;
        case Meaning::bcast: return inputs_[index(call_.root)];
        case Meaning::reduce: return at_root ? reduced(call_.size, 0, call_.one()) : Elements{};
        case Meaning::allreduce: return reduced(call_.size, 0, call_.one());
        case Meaning::scan: return reduced(rank + 1, 0, call_.one());
        case Meaning::exscan: return rank > 0 ? reduced(rank, 0, call_.one()) : Elements{};
        case Meaning::scatter: return block(call_.root, rank);
        case Meaning::gather:
        case Meaning::allgather:
            for (Rank other = 0; other < call_.size; ++other) append(inputs_[index(other)]);
            return at_root || call_.algorithm.meaning == Meaning::allgather ? result : Elements{};
        case Meaning::alltoall:
            for (Rank other = 0; other < call_.size; ++other) append(block(other, rank));
            break;
        case Meaning::reduce_scatter: {
            const Ends& ends = received_[index(rank)];
            const std::uint64_t first = rank == 0 ? 0 : ends[index(rank) - 1];
            return reduced(call_.size, first, ends[index(rank)] - first);
        }
        case Meaning::neighbour_alltoall:
        case Meaning::neighbour_allgather: {
            // The n-th message from a process is for the n-th of the sources that are this process.
            std::map<Rank, int> nth;
            for (std::size_t slot = 0; slot < sources_[index(rank)].size(); ++slot) {
                const Rank from = sources_[index(rank)][slot];
                if (from == no_rank) continue;
                int left = nth[from]++;
                const std::vector<Rank>& to = destinations_[index(from)];
                std::size_t at = 0;
                while (to[at] != rank || left-- > 0) ++at;
                if (call_.in_a_ring) at = 1 - slot;  // from below arrives what was sent upwards
                const bool each = call_.algorithm.meaning == Meaning::neighbour_alltoall;
                append(block(from, each ? static_cast<Rank>(at) : 0));
            }
        }
    }
    return result;
}

std::uint64_t Arguments::all() const {
    if (call_.algorithm.meaning == Meaning::alltoall || call_.algorithm.meaning == Meaning::neighbour_alltoall) {
        std::uint64_t sum = 0;
        for (const Ends& ends : sent_) sum += total(ends);
        return sum;
    }
    std::uint64_t sum = 0;
    for (Rank rank = 0; rank < call_.size; ++rank) sum += call_.count(rank, rank);
    return sum;
}

std::uint64_t Arguments::to_itself() const {
    if (call_.algorithm.meaning == Meaning::reduce_scatter) return call_.count(0, 0);
    if (call_.algorithm.meaning == Meaning::neighbour_alltoall) {
        std::uint64_t sum = 0;
        for (Rank rank = 0; rank < call_.size; ++rank) {
            const auto& to = destinations_[index(rank)];
            for (std::size_t nth = 0; nth < to.size(); ++nth) {
                sum += to[nth] == rank ? block(rank, static_cast<Rank>(nth)).size() : 0;
            }
        }
        return sum;
    }
    if (call_.algorithm.meaning != Meaning::alltoall) return call_.count(call_.root, call_.root);
    std::uint64_t sum = 0;
    for (Rank rank = 0; rank < call_.size; ++rank) sum += call_.count(rank, rank);
    return sum;
}

std::uint64_t Arguments::of_lower_in_pairs() const {
    std::uint64_t sum = 0;
    for (Rank rank = 0; rank < 2 * (call_.size - power_up_to(call_.size)); rank += 2) sum += call_.count(rank, rank);
    return sum;
}

std::uint64_t Arguments::edges() const {
    std::uint64_t sum = 0;
    for (Rank rank = 0; rank < call_.size; ++rank) {
        for (const Rank to : destinations_[index(rank)]) sum += to != no_rank && to != rank ? 1 : 0;
    }
    return sum;
}

// Rows of the page's table: call, algorithm, packets, elements.
using Row = std::vector<std::string>;
std::vector<Row> rows_of_the_page() {
    std::ifstream page(RMASIM_ROOT "/protocol/COLLECTIVES.md");
    std::vector<Row> rows;
    bool in_table = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("| call | algorithm |")) in_table = true;
        if (!in_table || !line.starts_with("| ") || line.starts_with("| call")) continue;
        std::istringstream cells(line.substr(2));
        Row row;
        for (std::string cell; std::getline(cells, cell, '|');) {
            const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
            row.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        rows.push_back(row);
    }
    return rows;
}
const Row& row_of(const Algorithm& algorithm) {
    static const std::vector<Row> rows = rows_of_the_page();
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [&](const Row& row) { return row[0] == algorithm.call && row[1] == algorithm.name; });
    if (at == rows.end()) throw std::runtime_error("no row for " + algorithm.call + " " + algorithm.name);
    return *at;
}

// The name g of the page: for each process, the bits for which another process has the same higher bits, and the other
// value of this bit.
std::int64_t bits_with_partners(Rank size) {
    std::set<std::pair<Rank, Rank>> found;
    for (Rank one = 0; one < size; ++one) {
        for (Rank other = 0; other < size; ++other) {
            if (one != other) found.emplace(one, power_up_to(one ^ other));
        }
    }
    return static_cast<std::int64_t>(found.size());
}

std::int64_t evaluated(const std::string& formula, const Case& call, const Arguments& arguments) {
    const Rank q = power_up_to(call.size);
    std::int64_t ones = 0, c = 0;
    for (Rank number = 0; number < call.size; ++number) ones += std::popcount(static_cast<unsigned>(number));
    while ((std::int64_t{1} << c) < call.size) ++c;
    const std::vector<std::pair<std::string, std::int64_t>> values{
        {"p", call.size},
        {"q", q},
        {"l", std::countr_zero(static_cast<unsigned>(q))},
        {"r", call.size - q},
        {"c", c},
        {"g", bits_with_partners(call.size)},
        {"b", ones},
        {"n", call.one()},
        {"t", static_cast<std::int64_t>(arguments.all())},
        {"d", static_cast<std::int64_t>(arguments.to_itself())},
        {"h", static_cast<std::int64_t>(arguments.of_lower_in_pairs())},
        {"e", static_cast<std::int64_t>(arguments.edges())}};
    sim::Scope scope;
    for (const auto& [name, value] : values) scope.names.push_back({.name = name, .constant = value});
    return sim::Expression::compile(formula, scope).constant();
}

Executed executed(const Case& call, const Arguments& arguments) {
    const auto seed = static_cast<std::uint64_t>(call.size * 100 + call.root);
    return execute(
        call.size, [&](Rank rank) { return call.algorithm.builder(arguments.shape(rank)); }, arguments.inputs(),
        call.reduction(), seed);
}

bool reduces(Meaning meaning) {
    return meaning == Meaning::reduce || meaning == Meaning::allreduce || meaning == Meaning::reduce_scatter ||
           meaning == Meaning::scan || meaning == Meaning::exscan;
}
bool is_on_neighbours(Meaning meaning) {
    return meaning == Meaning::neighbour_alltoall || meaning == Meaning::neighbour_allgather;
}
bool has_root(Meaning meaning) {
    return meaning == Meaning::bcast || meaning == Meaning::reduce || meaning == Meaning::gather ||
           meaning == Meaning::scatter;
}

}  // namespace

const std::vector<Algorithm>& algorithms() { return all_algorithms; }

std::string text_of(const Case& call) {
    return call.algorithm.call + " " + call.algorithm.name + " of " + std::to_string(call.size) + ", root " +
           std::to_string(call.root) + ", " + std::to_string(call.one()) + " elements" +
           (call.commutative ? "" : ", not commutative") + (call.in_a_ring ? ", in a ring" : "");
}

std::string wrong_values(const Case& call) {
    const Arguments arguments(call);
    const Executed found = executed(call, arguments);
    if (!found.error.empty()) return text_of(call) + ": " + found.error;
    for (Rank rank = 0; rank < call.size; ++rank) {
        const Elements expected = arguments.expected(rank);
        Elements output = found.outputs[static_cast<std::size_t>(rank)];
        const bool enough = output.size() >= expected.size();
        output.resize(expected.size());
        if (!enough || output != expected) return text_of(call) + ": another result at rank " + std::to_string(rank);
    }
    return "";
}

std::string wrong_packets(const Case& call) {
    const Row& row = row_of(call.algorithm);
    const Arguments arguments(call);
    const Executed found = executed(call, arguments);
    const bool to_root = !call.commutative && call.algorithm.meaning == Meaning::reduce &&
                         call.algorithm.name == "binomial" && call.root != 0;
    const std::int64_t packets = evaluated(row[2], call, arguments) + (to_root ? 1 : 0);
    const std::int64_t elements = evaluated(row[3], call, arguments) + (to_root ? call.one() : 0);
    if (std::cmp_equal(found.packets, packets) && std::cmp_equal(found.elements, elements)) return found.error;
    return text_of(call) + ": " + std::to_string(found.packets) + " packets and " + std::to_string(found.elements) +
           " elements instead of " + std::to_string(packets) + " and " + std::to_string(elements);
}

bool allows_any_elements(const Algorithm& algorithm) { return row_of(algorithm)[3].find('t') != std::string::npos; }

std::vector<std::pair<std::string, std::string>> algorithms_of_the_page() {
    std::vector<std::pair<std::string, std::string>> found;
    for (const Row& row : rows_of_the_page()) found.emplace_back(row[0], row[1]);
    return found;
}

std::vector<Case> cases_of(const Algorithm& algorithm, Rank size) {
    std::vector<Case> cases;
    if (!algorithm.any_size && !is_power_of_two(size)) return cases;
    for (Rank root = 0; root < (has_root(algorithm.meaning) ? size : 1); ++root) {
        if (size > 9 && root > 1 && root < size - 1 && root != size / 2) continue;
        for (const bool commutative : {true, false}) {
            if (!commutative && (!reduces(algorithm.meaning) || !algorithm.any_order)) continue;
            cases.push_back(Case{algorithm, size, root, commutative});
            if (is_on_neighbours(algorithm.meaning)) cases.push_back(Case{algorithm, size, root, commutative, true});
        }
    }
    return cases;
}

std::string wrong_anywhere(Rank size) {
    for (const Algorithm& algorithm : algorithms()) {
        for (Case& call : cases_of(algorithm, size)) {
            std::string wrong;
            const auto keep = [&wrong](std::string more) {
                if (wrong.empty()) wrong = std::move(more);
            };
            for (const std::uint32_t count : {0u, 1u, 3u, 37u}) {
                call.count = [count](Rank, Rank) { return count; };
                keep(wrong_values(call));
            }
            if (algorithm.any_blocks) {
                call.count = [](Rank from, Rank to) { return static_cast<std::uint32_t>((3 * from + 5 * to) % 7); };
                keep(wrong_values(call));
            }
            const auto multiple = static_cast<std::uint32_t>(std::lcm(size, power_up_to(size)));
            call.count = [multiple](Rank, Rank) { return multiple; };
            keep(wrong_packets(call));
            if (allows_any_elements(algorithm)) {
                call.count = [](Rank from, Rank to) { return static_cast<std::uint32_t>(from + 2 * to) % 5; };
                keep(wrong_packets(call));
            }
            if (!wrong.empty()) return wrong;
        }
    }
    return "";
}

}  // namespace rmasim::schedules
