#include "sim/mpi/objects/datatypes/runs.h"

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

RunList runs_of_shape(const Shape& shape) {
    RunList list;
    for (const Block& block : shape.blocks) {
        RunLoop loop = runs_of(*block.type, block.count);
        loop.disp += block.disp;
        list.append(std::move(loop));
    }
    return list;
}

}  // namespace

void RunList::append(RunLoop loop) {
    const std::int64_t more = loop.all_bytes();
    if (more == 0) return;
    if (!loops.empty() && loop.count == 1 && loop.body == nullptr) {
        RunLoop& last = loops.back();
        if (last.count == 1 && last.body == nullptr && last.disp + last.bytes == loop.disp) {
            last.bytes += loop.bytes;
            bytes += more;
            return;
        }
    }
    loop.before = bytes;
    bytes += more;
    loops.push_back(std::move(loop));
}

RunLoop repeated_runs(const std::shared_ptr<const RunList>& list, std::int64_t count, std::int64_t stride) {
    if (list->bytes == 0 || count == 0) return {0, 0, 0, 0, nullptr, 0};
    if (list->loops.size() != 1) return {0, list->bytes, count, count == 1 ? 0 : stride, list, 0};
    RunLoop loop = list->loops.front();
    loop.before = 0;
    if (count == 1) return loop;
    const bool contiguous = loop.body == nullptr && loop.count == 1;
    std::int64_t next = 0;
    const bool continues = !__builtin_mul_overflow(loop.count, loop.stride, &next) && next == stride;
    if (contiguous && loop.bytes == stride) {
        loop.bytes *= count;
    } else if (loop.count == 1) {
        loop.count = count;
        loop.stride = stride;
    } else if (continues) {
        loop.count *= count;
    } else {
        return {0, list->bytes, count, stride, list, 0};
    }
    return loop;
}

std::shared_ptr<const RunList> make_runs(const Datatype& type) {
    auto list = std::make_shared<RunList>();
    if (type.shape().blocks.empty()) {
        if (type.basic() != nullptr) list->append({0, type.size(), 1, 0, nullptr, 0});
        return list;
    }
    *list = runs_of_shape(type.shape());
    if (type.shape().repeat == 1) return list;
    RunLoop loop = repeated_runs(list, type.shape().repeat, type.shape().stride);
    auto repeated = std::make_shared<RunList>();
    repeated->append(std::move(loop));
    return repeated;
}

RunLoop runs_of(const Datatype& type, std::int64_t count) {
    if (type.shape().repeat == 0) return {0, 0, 0, 0, nullptr, 0};
    return repeated_runs(type.shared_runs(), count, type.extent());
}

std::vector<Run> flat_runs(const RunLoop& loop, std::int64_t from, std::int64_t to) {
    std::vector<Run> all;
    visit_runs(loop, 0, from, to, [&](std::int64_t disp, std::int64_t bytes, std::int64_t count, std::int64_t stride) {
        for (std::int64_t i = 0; i < count; ++i, disp += stride) {
            if (!all.empty() && all.back().disp + all.back().bytes == disp) all.back().bytes += bytes;
            else all.push_back({disp, bytes});
        }
    });
    return all;
}

}  // namespace rmasim::mpi
