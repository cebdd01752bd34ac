// The runs of a datatype: contiguous bytes in the order of the type map, adjacent ones merged. Repetitions stay loops,
// so that a list is as long as the constructors' arguments, and any number of bytes needs no more memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::mpi {

class Datatype;
struct RunList;

// `count` times a run of `bytes` contiguous bytes, or a list of runs with `bytes` bytes together. The first time is at
// displacement `disp`, the others are `stride` bytes apart.
struct RunLoop {
    std::int64_t disp = 0;
    std::int64_t bytes = 0;
    std::int64_t count = 1;
    std::int64_t stride = 0;
    std::shared_ptr<const RunList> body;  // nullptr for contiguous bytes
    std::int64_t before = 0;              // bytes of the list before this loop

    std::int64_t all_bytes() const { return bytes * count; }
};

struct RunList {
    std::vector<RunLoop> loops;
    std::int64_t bytes = 0;

    // Appends a loop, which is merged with the last one if both are contiguous.
    void append(RunLoop loop);
};

// Returns the runs of one element.
std::shared_ptr<const RunList> make_runs(const Datatype& type);

// Returns a loop of `count` repetitions of a list, `stride` bytes apart, with as few levels as possible.
RunLoop repeated_runs(const std::shared_ptr<const RunList>& list, std::int64_t count, std::int64_t stride);

// Returns the loop of `count` elements of a datatype.
RunLoop runs_of(const Datatype& type, std::int64_t count);

// A run by itself.
struct Run {
    std::int64_t disp = 0;
    std::int64_t bytes = 0;
    bool operator==(const Run&) const = default;
};

// Calls visit(disp, bytes, count, stride) for the runs of the bytes [from, to) of the loop's data, in order: `count`
// runs of `bytes` bytes, `stride` apart. `base` is added to displacements.
template <class Visit>
void visit_runs(const RunLoop& loop, std::int64_t base, std::int64_t from, std::int64_t to, Visit&& visit);

template <class Visit>
void visit_list(const RunList& list, std::int64_t base, std::int64_t from, std::int64_t to, Visit&& visit) {
    const auto& loops = list.loops;
    std::size_t at = 0;
    if (from > 0) {
        const auto after = std::upper_bound(loops.begin(), loops.end(), from,
                                            [](std::int64_t byte, const RunLoop& loop) { return byte < loop.before; });
        at = static_cast<std::size_t>(after - loops.begin()) - 1;
    }
    for (; at < loops.size() && loops[at].before < to; ++at) {
        const RunLoop& loop = loops[at];
        const std::int64_t first = std::max<std::int64_t>(from - loop.before, 0);
        visit_runs(loop, base, first, std::min(to - loop.before, loop.all_bytes()), visit);
    }
}

template <class Visit>
void visit_runs(const RunLoop& loop, std::int64_t base, std::int64_t from, std::int64_t to, Visit&& visit) {
    if (from >= to) return;
    base += loop.disp;
    if (loop.body == nullptr && from == 0 && to == loop.all_bytes())
        return visit(base, loop.bytes, loop.count, loop.stride);
    const auto once = [&](std::int64_t iteration, std::int64_t begin, std::int64_t end) {
        const std::int64_t disp = base + iteration * loop.stride;
        if (loop.body == nullptr) visit(disp + begin, end - begin, std::int64_t{1}, std::int64_t{0});
        else visit_list(*loop.body, disp, begin, end, visit);
    };
    std::int64_t iteration = from / loop.bytes;
    if (const std::int64_t begin = from % loop.bytes; begin != 0 || to - iteration * loop.bytes < loop.bytes) {
        once(iteration, begin, std::min(loop.bytes, to - iteration * loop.bytes));
        ++iteration;
    }
    const std::int64_t whole = to / loop.bytes;
    if (iteration < whole && loop.body == nullptr) {
        visit(base + iteration * loop.stride, loop.bytes, whole - iteration, loop.stride);
        iteration = whole;
    }
    for (; iteration < whole; ++iteration) once(iteration, 0, loop.bytes);
    if (iteration == whole && to % loop.bytes != 0) once(iteration, 0, to % loop.bytes);
}

// Returns the runs of the bytes [from, to) of the loop's data; adjacent ones are merged.
std::vector<Run> flat_runs(const RunLoop& loop, std::int64_t from, std::int64_t to);

}  // namespace rmasim::mpi
