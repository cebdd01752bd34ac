#include "sim/untimed/explore/witness.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/world/choices.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace rmasim::sim {

using semantics::Witness;

namespace {

constexpr std::size_t max_witnesses = 8;
constexpr std::size_t max_bytes_shown = 16;
constexpr std::uint64_t max_runs = 2000;
constexpr std::uint64_t max_steps = 100'000;

// Returns the statement that stores its result in the variable `slot`. Returns null if there is no such statement, or
// if the variable holds the number of a request.
const Instruction* writer_of(const Program& program, Slot slot) {
    for (const Instruction& at : program.code) {
        const WrittenName* const request = request_name(at);
        if (request != nullptr && request->covers(slot)) return nullptr;
    }
    for (const Instruction& at : program.code) {
        const auto* const let = at.find<LetInstruction>();
        const WrittenName* const written = let != nullptr ? &let->name : result_name(at);
        if (written != nullptr && written->covers(slot)) return &at;
    }
    return nullptr;
}

class Comparison {
public:
    Comparison(const UntimedWorld& one, const UntimedWorld& other)
        : one_(one), other_(other), scenario_(one.scenario()) {}

    std::vector<Witness> all() {
        for (Rank rank = 0; rank < scenario_.ranks && !enough(); ++rank) {
            for (std::size_t thread = 0; thread < one_.threads(rank).size(); ++thread) {
                compare(one_.threads(rank)[thread], other_.threads(rank)[thread]);
            }
            for (SpaceId space = 0; space < scenario_.spaces(); ++space) compare(rank, space);
        }
        return std::move(found_);
    }

private:
    bool enough() const { return found_.size() >= max_witnesses; }

    void compare(const Thread& one, const Thread& other) {
        if (one.program == nullptr) return;
        for (Slot slot = first_own_slot; slot < one.variables.size() && !enough(); ++slot) {
            if (one.variables[slot] == other.variables[slot]) continue;
            const Instruction* const writer = writer_of(*one.program, slot);
            if (writer == nullptr) continue;
            Witness& witness = found_.emplace_back();
            witness.rank = one.rank;
            witness.thread = one.reported_number();
            witness.location = one.program->locations[writer->location];
            witness.one = fmt::format("{}", one.variables[slot]);
            witness.other = fmt::format("{}", other.variables[slot]);
        }
    }

    // Pages with a byte that is not zero: the size of each page, by its first byte.
    using Pages = std::map<std::uint64_t, std::size_t>;
    static void note_pages(const UntimedWorld& world, Rank rank, SpaceId space, Pages& pages) {
        world.memory().for_each_page(
            rank, space, [&](std::uint64_t first, std::span<const std::byte> page) { pages[first] = page.size(); });
    }

    void compare(Rank rank, SpaceId space) {
        Pages pages;
        note_pages(one_, rank, space, pages);
        note_pages(other_, rank, space, pages);
        for (const auto& page : pages) {
            compare_bytes(rank, space, page.first, one_.memory().copy(rank, space, page.first, page.second),
                          other_.memory().copy(rank, space, page.first, page.second));
        }
    }

    void compare_bytes(Rank rank, SpaceId space, std::uint64_t first, const std::vector<std::byte>& one,
                       const std::vector<std::byte>& other) {
        std::size_t end = 0;
        for (std::size_t begin = 0; begin < one.size() && !enough(); begin = end) {
            end = begin + 1;
            if (one[begin] == other[begin]) continue;
            while (end < one.size() && end - begin < max_bytes_shown && one[end] != other[end]) ++end;
            Witness& witness = found_.emplace_back();
            witness.rank = rank;
            witness.memory =
                fmt::format("{} \"{}\"", kind_of_space(scenario_.windows, space), scenario_.space(space).name);
            witness.first_byte = first + begin;
            witness.end_byte = first + end;
            witness.one = hex(one, begin, end);
            witness.other = hex(other, begin, end);
        }
    }

    static std::string hex(const std::vector<std::byte>& bytes, std::size_t begin, std::size_t end) {
        std::string text;
        for (std::size_t i = begin; i < end; ++i) {
            text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(bytes[i]));
        }
        return text;
    }

    const UntimedWorld& one_;
    const UntimedWorld& other_;
    const Scenario& scenario_;
    std::vector<Witness> found_;
};

class AtRandom final : public Choices {
public:
    explicit AtRandom(std::uint64_t run) : random_(run, 0) {}
    std::size_t pick(std::size_t alternatives) override {
        return static_cast<std::size_t>(random_.below(alternatives));
    }

private:
    Random random_;
};

// Executes a random order until no move is enabled, or until the program breaks another rule. Returns the number of
// steps.
std::uint64_t run_at_random(UntimedWorld& world, std::uint64_t run) {
    AtRandom picks(run);
    std::vector<Move> moves;
    world.reset();
    for (world.list_moves(moves); !moves.empty(); world.list_moves(moves)) {
        const Move move = moves[picks.pick(moves.size())];
        if (world.carry_out(move, picks) != StepResult::continued) break;
    }
    return world.steps();
}

}  // namespace

std::vector<Witness> differences(const UntimedWorld& one, const UntimedWorld& other) {
    return Comparison(one, other).all();
}

namespace {

std::vector<Witness> differences_of(const Scenario& scenario) {
    EndStateDigest digest(scenario);
    try {
        UntimedWorld one(scenario), other(scenario);
        std::uint64_t steps = run_at_random(one, 0);
        const std::uint64_t end = digest.of(one);
        for (std::uint64_t run = 1; run < max_runs && steps < max_steps; ++run) {
            steps += run_at_random(other, run);
            if (digest.of(other) != end) return differences(one, other);
        }
    } catch (const BadInput&) {  // an argument may be out of range in only some orders, and a fault may be defined by a
                                 // time
    }
    return {};
}

}  // namespace

// First searches with packets that may overtake each other, because MPI does not order the operations of an epoch. But
// with such packets, synchronisation counters may guarantee more than MPI promises. So the second search, only for
// families with such counters, uses packets that arrive in order.
std::vector<Witness> find_witnesses(const Scenario& scenario) {
    if (!semantics::can_have_witness(scenario)) return {};
    Scenario free = scenario;
    if (free.semantics == Semantics::separate) free.propagation = Propagation::seeded;
    free.platform.network.reorder_ns = 1;
    std::vector<Witness> found = differences_of(free);
    if (found.empty() &&
        scenario.family->processes.rules(*scenario.protocol).counted == Guarantee::complete_at_origin) {
        free.platform.network.reorder_ns = 0;
        found = differences_of(free);
    }
    return found;
}

void add_witnesses(Exploration& found, const Scenario& scenario) {
    if (scenario.semantics == Semantics::off) return;
    const std::vector<const Failures*> failures = in_order(found.failures);
    const auto first = std::find_if(failures.begin(), failures.end(),
                                    [](const Failures* one) { return one->shortest.kind == Failure::Kind::erroneous; });
    if (first == failures.end()) return;
    const Failure& erroneous = (*first)->shortest;
    std::vector<std::string>& what = found.failures.at({erroneous.kind, erroneous.cause}).shortest.what;
    for (const Witness& witness : find_witnesses(scenario)) what.push_back("a witness: " + text_of(witness));
}

}  // namespace rmasim::sim
