#include "sim/mpi/objects/datatypes/overlap.h"

#include "sim/mpi/objects/datatypes/runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// The interval of bytes that a loop spans.
struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

Span span_of(const RunLoop& loop);

Span span_of(const RunList& list) {
    Span all = span_of(list.loops.front());
    for (const RunLoop& loop : list.loops) {
        const Span one = span_of(loop);
        all = {std::min(all.begin, one.begin), std::max(all.end, one.end)};
    }
    return all;
}

Span span_of(const RunLoop& loop) {
    const Span once = loop.body == nullptr ? Span{0, loop.bytes} : span_of(*loop.body);
    const std::int64_t last = (loop.count - 1) * loop.stride;
    return {loop.disp + once.begin + std::min<std::int64_t>(last, 0),
            loop.disp + once.end + std::max<std::int64_t>(last, 0)};
}

std::int64_t run_count(const RunLoop& loop) {
    if (loop.body == nullptr) return loop.count;
    std::int64_t each = 0;
    for (const RunLoop& one : loop.body->loops) each = std::min(each + run_count(one), max_listed_runs + 1);
    return each > max_listed_runs / loop.count ? max_listed_runs + 1 : each * loop.count;
}

// True if nested loops around one run are disjoint: in the order of their strides, each stride is at least as long as
// the span of the loops before. The order of loops does not change the set of bytes.
bool is_disjoint_lattice(const RunLoop& outermost) {
    std::vector<std::pair<std::int64_t, std::int64_t>> levels;  // stride, count
    const RunLoop* loop = &outermost;
    for (;; loop = &loop->body->loops.front()) {
        if (loop->count > 1) levels.emplace_back(std::abs(loop->stride), loop->count);
        if (loop->body == nullptr) break;
        if (loop->body->loops.size() != 1) return false;
    }
    std::sort(levels.begin(), levels.end());
    std::int64_t span = loop->bytes;
    for (const auto& [stride, count] : levels) {
        if (stride < span) return false;
        span += (count - 1) * stride;
    }
    return true;
}

bool is_surely_disjoint(const RunLoop& loop);

bool is_surely_disjoint(const RunList& list) {
    std::vector<Span> spans;
    for (const RunLoop& loop : list.loops) {
        if (!is_surely_disjoint(loop)) return false;
        spans.push_back(span_of(loop));
    }
    std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < spans.size(); ++i)
        if (spans[i - 1].end > spans[i].begin) return false;
    return true;
}

// True if bounds of parts show that no two runs share a byte.
bool is_surely_disjoint(const RunLoop& loop) {
    if (is_disjoint_lattice(loop)) return true;
    if (loop.body == nullptr || !is_surely_disjoint(*loop.body)) return false;
    const Span once = span_of(*loop.body);
    return loop.count == 1 || std::abs(loop.stride) >= once.end - once.begin;
}

// Returns a loop that overlaps if and only if the other one does: copies further apart than one copy's span do not
// meet, and the distances between copies repeat.
RunLoop shortened(RunLoop loop) {
    if (loop.count == 1) return loop;
    if (loop.stride == 0) {
        loop.count = 2;
        return loop;
    }
    const Span once = loop.body == nullptr ? Span{0, loop.bytes} : span_of(*loop.body);
    loop.count = std::min(loop.count, (once.end - once.begin) / std::abs(loop.stride) + 2);
    return loop;
}

bool listed_runs_overlap(const RunLoop& loop) {
    std::vector<Run> runs = flat_runs(loop, 0, loop.all_bytes());
    std::sort(runs.begin(), runs.end(), [](Run a, Run b) { return a.disp < b.disp; });
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (runs[i - 1].disp + runs[i - 1].bytes > runs[i].disp) return true;
    return false;
}

}  // namespace

bool overlaps(const Datatype& type, std::int64_t count) {
    if (type.size() == 0 || count == 0) return false;
    const RunLoop loop = shortened(runs_of(type, count));
    const Span span = span_of(loop);
    if (loop.all_bytes() > span.end - span.begin) return true;
    if (is_surely_disjoint(loop)) return false;
    return run_count(loop) <= max_listed_runs && listed_runs_overlap(loop);
}

}  // namespace rmasim::mpi
