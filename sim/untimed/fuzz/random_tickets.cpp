// Exchanges in which nothing but a fetched value orders ranks. Each rank writes, completes that, and takes a number;
// who gets the last one knows that all others have written, and overwrites what they wrote:
//
//     all   lock_all   barrier   PUT   FLUSH   FETCH_AND_OP sum 1   FLUSH   the last one: PUT to all   unlock_all
//
// Which rank is the last depends on the order of this run, but the memory that is left does not.
#include "sim/untimed/fuzz/legality.h"
#include "sim/untimed/fuzz/random_communicators.h"
#include "sim/untimed/fuzz/random_reads.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

constexpr std::uint64_t tickets_stream = 32;

class Tickets {
public:
    Tickets(sim::Random& random, RandomProgram& program)
        : random_(random), program_(program), calls_(program.family->random_calls(*program.settings)),
          window_(static_cast<WindowId>(random.below(program.windows))), made_(program.steps.size()) {}

    // By rank. The ticket lies in the block of the first rank, which writes nothing else.
    std::vector<std::vector<Step>> draw() {
        const Region ticket = word_in_block(0);
        const Rank owner = any_rank();
        const Assert asserts = sim::chance(random_, 50) ? Assert::nocheck : Assert::none;
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::lock_all, .asserts = asserts}); });
        put(0, owner, ticket, 0);
        add(0, {.call = Call::flush_all});
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::barrier}); });

        phase_ = 1;
        std::vector<std::pair<Rank, Region>> written;
        for (Rank rank = 1; rank < program_.ranks; ++rank) {
            const Region word = word_in_block(rank);
            written.emplace_back(any_rank(), word);
            put(rank, written.back().first, written.back().second, number());
            flush(rank, Call::flush, written.back().first);
        }
        for_each_rank([&](Rank rank) { take(rank, owner, ticket); });

        phase_ = 2;
        for (const std::pair<Rank, Region>& at : written) {
            const std::int64_t value = number();
            for_each_rank([&](Rank rank) { put(rank, at.first, at.second, value).read.of_last = true; });
        }
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::unlock_all}); });
        return std::move(made_);
    }
    static constexpr int phases = 3;

private:
    Rank any_rank() { return static_cast<Rank>(random_.below(static_cast<std::uint64_t>(program_.ranks))); }
    std::int64_t number() { return 1 + static_cast<std::int64_t>(random_.below(99)); }
    void for_each_rank(auto visit) {
        for (Rank rank = 0; rank < program_.ranks; ++rank) visit(rank);
    }
    Step& add(Rank rank, Step step) {
        step.window = window_;
        step.phase = phase_;
        made_[static_cast<std::size_t>(rank)].push_back(std::move(step));
        return made_[static_cast<std::size_t>(rank)].back();
    }
    // Where each part of the window has a displacement.
    Region word_in_block(Rank of) {
        std::uint64_t unit = 8;
        for_each_rank(
            [&](Rank owner) { unit = std::max<std::uint64_t>(unit, program_.shape(window_, owner).disp_unit); });
        const std::uint64_t first = unit * random_.below(block_bytes / unit);
        return {static_cast<std::uint64_t>(of) * block_bytes + first, 1, 0, 0, Datatype::int64};
    }
    Step& put(Rank rank, Rank target, const Region& region, std::int64_t value) {
        Step step{.call = Call::put, .target = target, .kind = OpKind::put, .region = region};
        step.value = value;
        return add(rank, std::move(step));
    }
    // Or of all targets.
    void flush(Rank rank, Call call, Rank target) {
        if (calls_.contains(call) && sim::chance(random_, 60)) add(rank, {.call = call, .target = target});
        else add(rank, {.call = Call::flush_all});
    }
    void take(Rank rank, Rank owner, const Region& ticket) {
        Step step{.call = Call::fetch_and_op, .target = owner, .kind = OpKind::fetch_and_op, .region = ticket};
        step.reduce = ReduceOp::sum;
        step.value = 1;
        step.read.ticket = true;
        add(rank, std::move(step));
        flush(rank, sim::chance(random_, 50) ? Call::flush : Call::flush_local, owner);
    }

    sim::Random& random_;
    RandomProgram& program_;
    CallSet calls_;
    WindowId window_;
    std::vector<std::vector<Step>> made_;
    int phase_ = 0;
};

}  // namespace

std::string ticket_of(const Step& step) { return 'k' + std::to_string(step.read.exchange); }

std::string target_of_last(const RandomProgram& program, Rank rank, const Step& step, const std::string& ticket) {
    const Rank target = place_on_window(program, step.window, rank, step.target);
    return fmt::format("({} == {}) * {} - 1", ticket, program.ranks - 1, target + 1);
}

void draw_tickets(std::uint64_t seed, RandomProgram& program) {
    constexpr CallSet needed{Call::lock_all, Call::unlock_all, Call::flush_all, Call::fetch_and_op};
    sim::Random random(seed, tickets_stream);
    if (!can_be_told(program) || !sim::chance(random, 30)) return;
    if ((program.family->random_calls(*program.settings) & needed) != needed) return;
    RandomProgram longer = program;
    auto made = Tickets(random, longer).draw();
    insert_exchange(longer, std::move(made), Tickets::phases, random.below(barriers_of(program.steps[0]) + 1));
    // The window may not exist there, or be exposed.
    if (illegality(longer).empty()) program = std::move(longer);
}

}  // namespace rmasim::fuzz
