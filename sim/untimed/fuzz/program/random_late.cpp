// Adds epochs that a rank opens late. The opening call of such an epoch does not wait for other ranks: FENCE with
// NOPRECEDE, or START. One rank opens its epoch, accesses its own window and sends a message to a second rank. The
// second rank opens its own epoch, or its exposure epoch, only after it has received the message:
//
//     first   FENCE noprecede   PUT to itself   SEND                     ...
//     late                                      RECV   FENCE noprecede   ...
//
// Such epochs are added only for families whose calls open them at once (FuzzTraits::opens_at_once), and only if memory
// is not shared.
#include "sim/untimed/fuzz/program/random_operations.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/profiles/profile.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

constexpr std::uint32_t late_tag = 129;

class LateEntry : StepWriter {
public:
    LateEntry(std::uint64_t seed, sim::Random& random, RandomProgram& program)
        : StepWriter(program.steps),
          operations_(numbers_of(seed ^ (static_cast<std::uint64_t>(Stream::late_entries) << 56), Stream::program)),
          random_(random), program_(program), window_(any_window(random, program)), first_(any_rank(random, program)),
          late_(another(random, first_, program.ranks)) {
        begin_phase();
    }

    void generate() {
        const CallSet groups{Call::post, Call::start, Call::complete, Call::wait};
        const CallSet calls = random_calls(*program_.family, *program_.settings);
        if ((calls & groups) == groups && sim::chance(random_, 50)) group_epoch();
        else if (calls.contains(Call::fence)) fence_epoch();
        else return;
        barrier();
    }

private:
    // Adds an epoch between two fences. Operations of the epoch are applied only when all ranks have called the fence,
    // so the epoch is one phase.
    void fence_epoch() {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            if (rank == late_) message(Call::recv);
            add(rank, {.call = Call::fence, .window = window_, .asserts = Assert::noprecede});
            operation(rank, rank);
            if (rank == first_) message(Call::send);
            operation(rank, late_);
        }
        for_each_rank(
            [this](Rank rank) { add(rank, {.call = Call::fence, .window = window_, .asserts = Assert::nosucceed}); });
    }

    void group_epoch() {
        Group targets{first_, late_};
        std::sort(targets.begin(), targets.end());
        add(first_, {.call = Call::post, .window = window_, .group = {first_}});
        add(first_, {.call = Call::start, .window = window_, .group = targets});
        operation(first_, first_);
        message(Call::send);
        operation(first_, late_);
        operation(first_, first_);
        add(first_, {.call = Call::complete, .window = window_});
        add(first_, {.call = Call::wait, .window = window_});
        message(Call::recv);
        add(late_, {.call = Call::post, .window = window_, .group = {first_}});
        add(late_, {.call = Call::wait, .window = window_});
    }

    void message(Call call) {
        const bool sends = call == Call::send;
        add(sends ? first_ : late_,
            {.call = call, .window = window_, .target = sends ? late_ : first_, .more = {.tag = late_tag}});
    }

    // Adds only one operation, because there may be only one element for all operations.
    void operation(Rank rank, Rank target) {
        const CallSet calls = random_calls(*program_.family, *program_.settings);
        std::vector<OpKind> kinds;
        for (const OpKind kind : {OpKind::put, OpKind::get, OpKind::accumulate, OpKind::get_accumulate,
                                  OpKind::fetch_and_op, OpKind::compare_and_swap}) {
            if (calls.contains(call_posting(kind, false))) kinds.push_back(kind);
        }
        auto step = random_operations_.on_own_block(rank, window_, target, element_of(random_, kinds));
        if (step) add(rank, *std::move(step));
    }

    sim::Random operations_;
    sim::Random& random_;
    RandomProgram& program_;
    RandomOperations random_operations_{operations_, program_};
    WindowId window_;
    Rank first_;
    Rank late_;
};

}  // namespace

void generate_late_entries(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::late_entries);
    if (!profile_of(*program.family).traits.opens_at_once || program.ranks_per_node > 1 || !sim::chance(random, 20))
        return;
    LateEntry(seed, random, program).generate();
}

}  // namespace rmasim::fuzz
