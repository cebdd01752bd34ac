// Checks every pair of accesses, in both orders. The two accesses use equal, overlapping, adjacent or other bytes of a
// window. They come from one origin or from two, in every kind of epoch, with and without synchronisation between them,
// in both memory models. The checker and the oracle must agree on each pair. If the two accesses are concurrent, both
// must agree with the table of the specification. This file has its own copy of the table.
#include "protocol/base/call_table.h"
#include "tests/memmodel/program_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <array>
#include <cstdio>

namespace rmasim::memmodel_test {

namespace {

using memmodel::Model;

enum Kind : std::uint8_t { load, store, get, put, sum, prod, sum_of_words, no_op, swap, kinds };
constexpr std::array<const char*, kinds> kind_names{"load", "store",        "get",   "put", "sum",
                                                    "prod", "sum_of_words", "no_op", "swap"};

// The table for two origins, or for an origin and the owner. `-`: the pair is legal. `o`: the pair is an error if the
// bytes overlap. `X`: in the separate model, the pair is an error anywhere in the window; in the unified model, `X`
// means the same as `o`.
constexpr std::array<const char*, kinds> concurrent{
    // load store get put sum prod words no_op swap
    "--"
    "-o"
    "ooo"
    "-"
    "o",  // load
    "--"
    "oX"
    "XXX"
    "o"
    "X",  // store
    "-o"
    "-o"
    "ooo"
    "-"
    "o",  // get
    "oX"
    "oo"
    "ooo"
    "o"
    "o",  // put
    "oX"
    "oo"
    "-oo"
    "-"
    "o",  // sum
    "oX"
    "oo"
    "o-o"
    "-"
    "o",  // prod
    "oX"
    "oo"
    "oo-"
    "o"
    "o",  // sum of words: NO_OP has another datatype
    "-o"
    "-o"
    "--o"
    "-"
    "-",  // no_op
    "oX"
    "oo"
    "ooo"
    "-"
    "-",  // swap
};

enum class Overlap : std::uint8_t { same, part, neighbours, between };
constexpr std::array<Overlap, 4> overlaps{Overlap::same, Overlap::part, Overlap::neighbours, Overlap::between};

// The synchronisation between the two accesses.
enum class Scene : std::uint8_t {
    fence,             // one epoch
    two_fences,        // an epoch each
    pscw,              // one exposure epoch
    after_complete,    // ... with COMPLETE, and a message
    lock_all,          // nothing orders them
    after_flush,       // flush, and a message
    after_sync,        // flush, a message to the owner, its SYNC, a message on
    exclusive,         // each in an exclusive lock
    one_lock,          // one origin, one epoch
    one_lock_flushed,  // ... with a flush between
};
constexpr std::array<Scene, 10> scenes{
    Scene::fence,       Scene::two_fences, Scene::pscw,      Scene::after_complete, Scene::lock_all,
    Scene::after_flush, Scene::after_sync, Scene::exclusive, Scene::one_lock,       Scene::one_lock_flushed};

constexpr std::size_t owner = 2;

bool local(Kind kind) { return kind == load || kind == store; }
bool one_origin(Scene scene) { return scene == Scene::one_lock || scene == Scene::one_lock_flushed; }

class Writer : public ProgramWriter {
public:
    Writer() : ProgramWriter(3) {}
    void all(Call what) {
        for (std::size_t rank = 0; rank < 3; ++rank) call(rank, what);
    }
    void message(std::size_t from, std::size_t to) {
        call(from, Call::send).call.message.peer = static_cast<Rank>(to);
        call(to, Call::recv).call.message.peer = static_cast<Rank>(from);
    }
    void lock(std::size_t rank, LockType type) { call(rank, Call::lock, owner).call.lock_type = type; }

    // The one or the other of the two accesses, by `rank` to the memory of the owner.
    void access(std::size_t rank, Kind kind, Overlap overlap, bool second) {
        Region region;
        region.datatype = kind == sum_of_words ? Datatype::uint32 : Datatype::int64;
        const auto per_word = static_cast<std::uint32_t>(8 / bytes_of(region.datatype));
        region.disp = 16;
        region.count = 2 * per_word;
        if (second && overlap == Overlap::part) region.disp = 24;
        if (second && overlap == Overlap::neighbours) region.disp = 32;
        if (overlap == Overlap::between) {
            region.disp = second ? 24 : 16;
            if (!local(kind)) {
                region.block_length = per_word;
                region.stride = 2 * per_word;
            } else {
                region.count = per_word;
            }
        }
        if (local(kind)) {
            Step step;
            step.kind = kind == load ? Step::Kind::load : Step::Kind::store;
            step.bytes = {0, {region.disp, region.bytes(), 0, 1}};
            program.steps[rank][0].push_back(step);
            return;
        }
        static constexpr std::array<Call, kinds> calls{Call::none,       Call::none,           Call::get,
                                                       Call::put,        Call::accumulate,     Call::accumulate,
                                                       Call::accumulate, Call::get_accumulate, Call::compare_and_swap};
        Operation& operation = call(rank, calls[kind], owner).call.operation;
        operation.kind = description_of(calls[kind]).operation;
        operation.target = owner;
        operation.region = region;
        if (kind == swap) {
            operation.region.count = 1;
            operation.region.block_length = operation.region.stride = 0;
        }
        operation.reduce = kind == prod ? ReduceOp::prod : kind == no_op ? ReduceOp::no_op : ReduceOp::sum;
    }
};

// Two epochs of locks, or one, around an access; the owner's own accesses need none.
void in_lock_all(Writer& writer, std::size_t rank, Kind kind, Overlap overlap, bool second) {
    if (local(kind)) return writer.access(rank, kind, overlap, second);
    writer.call(rank, Call::lock_all);
    writer.access(rank, kind, overlap, second);
    writer.call(rank, Call::flush_all);
}

Program program_of(Kind first, Kind second, Overlap overlap, Scene scene) {
    Writer writer;
    const std::size_t a = local(first) ? owner : 0;
    const std::size_t b = local(second) ? owner : one_origin(scene) ? 0 : 1;
    switch (scene) {
        case Scene::fence:
        case Scene::two_fences:
            writer.all(Call::fence);
            writer.access(a, first, overlap, false);
            if (scene == Scene::two_fences) writer.all(Call::fence);
            writer.access(b, second, overlap, true);
            writer.all(Call::fence);
            break;
        case Scene::pscw:
            writer.call(owner, Call::post).call.group = {0, 1};
            for (const std::size_t rank : {0u, 1u}) writer.call(rank, Call::start).call.group = {owner};
            writer.access(a, first, overlap, false);
            writer.access(b, second, overlap, true);
            for (const std::size_t rank : {0u, 1u}) writer.call(rank, Call::complete);
            writer.call(owner, Call::wait);
            break;
        case Scene::after_complete:
            writer.call(owner, Call::post).call.group = {0, 1};
            for (const std::size_t rank : {0u, 1u}) writer.call(rank, Call::start).call.group = {owner};
            writer.access(a, first, overlap, false);
            if (a != owner) writer.call(a, Call::complete);
            if (a != b) writer.message(a, b);
            writer.access(b, second, overlap, true);
            for (const std::size_t rank : {0u, 1u}) {
                if (rank != a) writer.call(rank, Call::complete);
            }
            writer.call(owner, Call::wait);
            break;
        case Scene::lock_all:
        case Scene::after_flush:
        case Scene::after_sync:
            in_lock_all(writer, a, first, overlap, false);
            if (scene == Scene::after_flush && a != b) writer.message(a, b);
            if (scene == Scene::after_sync) {
                if (a != owner) writer.message(a, owner);
                writer.call(owner, Call::sync);
                if (b != owner) writer.message(owner, b);
            }
            in_lock_all(writer, b, second, overlap, true);
            break;
        case Scene::exclusive:
            for (const bool last : {false, true}) {
                const std::size_t rank = last ? b : a;
                writer.lock(rank, LockType::exclusive);
                writer.access(rank, last ? second : first, overlap, last);
                writer.call(rank, Call::unlock, owner);
            }
            break;
        case Scene::one_lock:
        case Scene::one_lock_flushed:
            writer.lock(0, LockType::exclusive);
            writer.access(a, first, overlap, false);
            if (scene == Scene::one_lock_flushed) writer.call(0, Call::flush, owner);
            writer.access(b, second, overlap, true);
            writer.call(0, Call::unlock, owner);
            break;
    }
    return writer.program;
}

bool bytes_overlap(Kind first, Overlap overlap) {
    if (overlap == Overlap::same) return true;
    return overlap == Overlap::part && first != swap;  // which has one element only
}

bool is_error(Kind first, Kind second, Overlap overlap, Model model) {
    const char entry = concurrent[first][second];
    if (entry == '-') return false;
    return bytes_overlap(first, overlap) || (entry == 'X' && model == Model::separate);
}

}  // namespace

TEST(TableOfPairs, EveryProgramIsJudgedAlike) {
    std::size_t programs = 0, erroneous = 0;
    for (std::uint8_t first = 0; first < kinds; ++first) {
        for (std::uint8_t second = 0; second < kinds; ++second) {
            for (const Overlap overlap : overlaps) {
                for (const Scene scene : scenes) {
                    const Program program = program_of(Kind(first), Kind(second), overlap, scene);
                    for (const Model model : {Model::separate, Model::unified}) {
                        const Events events = execute(program, ++programs);
                        const Pairs expected = by_oracle(program, events, model);
                        EXPECT_EQ(text_of(by_checker(program, events, model)), text_of(expected))
                            << name_of(model) << '\n'
                            << text_of(program);
                        erroneous += !expected.empty();
                    }
                }
            }
        }
    }
    std::printf("%zu programs, %zu erroneous\n", programs, erroneous);
    EXPECT_GE(programs, 600u);
}

TEST(TableOfPairs, ConcurrentPairsAreAsTheSpecificationSays) {
    for (std::uint8_t first = 0; first < kinds; ++first) {
        for (std::uint8_t second = 0; second < kinds; ++second) {
            EXPECT_EQ(concurrent[first][second], concurrent[second][first]) << kind_names[first] << kind_names[second];
            for (const Overlap overlap : overlaps) {
                for (const Scene scene : {Scene::fence, Scene::pscw, Scene::lock_all}) {
                    const Program program = program_of(Kind(first), Kind(second), overlap, scene);
                    const bool one_thread = local(Kind(first)) && local(Kind(second));
                    for (const Model model : {Model::separate, Model::unified}) {
                        const bool error = !one_thread && is_error(Kind(first), Kind(second), overlap, model);
                        const Events events = execute(program, 7);
                        EXPECT_EQ(!by_checker(program, events, model).empty(), error)
                            << kind_names[first] << " and " << kind_names[second] << ", " << name_of(model) << '\n'
                            << text_of(program);
                    }
                }
            }
        }
    }
}

}  // namespace rmasim::memmodel_test
