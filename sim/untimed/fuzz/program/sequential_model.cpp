#include "sim/untimed/fuzz/program/sequential_model.h"

#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_messages.h"

#include <algorithm>
#include <cstring>

namespace rmasim::fuzz {

namespace {

template <class T>
std::int64_t load_as(std::span<const std::byte> at) {
    T value;
    std::memcpy(&value, at.data(), sizeof value);
    return static_cast<std::int64_t>(value);
}

template <class T>
void store_as(std::span<std::byte> at, std::int64_t value) {
    const T cut = static_cast<T>(value);
    std::memcpy(at.data(), &cut, sizeof cut);
}

}  // namespace

Region in_words(const Region& region) {
    if (region.datatype != Datatype::complex128) return region;
    return {region.disp, 2 * region.count, 0, 0, Datatype::int64};
}

// Supports only the datatypes that the generator uses: three integer types. The generator also uses complex128 for PUT
// and GET, which `in_words` converts to words.
std::int64_t load(std::span<const std::byte> at, Datatype datatype) {
    if (datatype == Datatype::int64) return load_as<std::int64_t>(at);
    return datatype == Datatype::int32 ? load_as<std::int32_t>(at) : load_as<std::uint8_t>(at);
}

void store(std::span<std::byte> at, Datatype datatype, std::int64_t value) {
    if (datatype == Datatype::complex128) {
        store_as<double>(at, value);
        return store_as<double>(at.subspan(sizeof(double)), 0);
    }
    if (datatype == Datatype::int64) return store_as<std::int64_t>(at, value);
    return datatype == Datatype::int32 ? store_as<std::int32_t>(at, value) : store_as<std::uint8_t>(at, value);
}

std::int64_t reduce(std::int64_t left, std::int64_t right, ReduceOp op) {
    switch (op) {
        case ReduceOp::replace: return right;
        case ReduceOp::sum:
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right));
        case ReduceOp::prod:
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) * static_cast<std::uint64_t>(right));
        case ReduceOp::min: return std::min(left, right);
        case ReduceOp::max: return std::max(left, right);
        case ReduceOp::band: return left & right;
        case ReduceOp::bor: return left | right;
        case ReduceOp::bxor: return left ^ right;
        case ReduceOp::land: return left != 0 && right != 0 ? 1 : 0;
        case ReduceOp::lor: return left != 0 || right != 0 ? 1 : 0;
        case ReduceOp::lxor: return (left != 0) != (right != 0) ? 1 : 0;
        case ReduceOp::minloc:
        case ReduceOp::maxloc:  // minloc and maxloc work on pairs, which the generator does not create
        case ReduceOp::user:    // nor does it create operators
        case ReduceOp::no_op: return left;
    }
    return left;
}

std::size_t position(const Region& region, std::uint32_t k) {
    const std::uint64_t element =
        region.block_length == 0 ? k : std::uint64_t{k / region.block_length} * region.stride + k % region.block_length;
    return region.disp + element * bytes_of(region.datatype);
}

SequentialModel::SequentialModel(const RandomProgram& program) : program_(program) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) memory_.emplace_back(program.shape(id, rank).bytes);
    }
    for (const std::uint32_t words : program.results) results_.emplace_back(words, 0);
}

void SequentialModel::run() {
    std::vector<std::size_t> next(program_.steps.size(), 0);
    for (int phase = 0;; ++phase) {
        bool any_left = false;
        for (std::size_t rank = 0; rank < program_.steps.size(); ++rank) {
            const std::vector<Step>& steps = program_.steps[rank];
            for (; next[rank] < steps.size() && steps[next[rank]].phase == phase; ++next[rank]) {
                carry_out(static_cast<Rank>(rank), steps[next[rank]]);
            }
            any_left = any_left || next[rank] < steps.size();
        }
        if (!any_left) return;
    }
}

// Executes a load or store of the rank's own memory. If a stored value depends on a variable, the variable has the
// previous value of the same word.
void SequentialModel::store_locally(Rank rank, const Step& step) {
    if (step.access.of_results) {
        results_[static_cast<std::size_t>(rank)][step.result + step.region.disp / 8] = step.value;
        return;
    }
    std::vector<std::byte>& part = memory_[static_cast<std::size_t>(rank) * program_.windows + step.window];
    const std::span<std::byte> word = std::span(part).subspan(step.region.disp, 8);
    const bool adds = step.access.operand == LocalAccess::Operand::variable;
    store(word, Datatype::int64, step.value + (adds ? load(word, Datatype::int64) : 0));
}

void SequentialModel::carry_out(Rank rank, const Step& step) {
    if (step.call == Call::win_create && !program_.is_dynamic(step.window)) {
        std::vector<std::byte>& part = memory_[static_cast<std::size_t>(rank) * program_.windows + step.window];
        std::fill(part.begin(), part.end(), std::byte{0});
    }
    if (step.access.kind == LocalAccess::Kind::store) return store_locally(rank, step);
    if (is_collective(step)) {
        const std::vector<std::int64_t> words = delivered(program_, rank, step);
        std::copy(words.begin(), words.end(), results_[static_cast<std::size_t>(rank)].begin() + step.result);
        return;
    }
    if (receives_in_round(step)) {
        const std::vector<std::int64_t> words = words_of_message(program_, rank, step);
        std::copy(words.begin(), words.end(), results_[static_cast<std::size_t>(rank)].begin() + step.result);
        return;
    }
    if (!is_operation(step.call) || step.target == proc_null) return;
    const Region region = step.kind == OpKind::get ? in_words(step.region) : step.region;
    std::vector<std::int64_t>& results = results_[static_cast<std::size_t>(rank)];
    const std::int64_t first = step.value + (step.adds_result ? results[step.result] : 0);
    std::vector<std::byte>& target = memory_[static_cast<std::size_t>(step.target) * program_.windows + step.window];
    for (std::uint32_t k = 0; k < region.count; ++k) {
        const std::span<std::byte> element = std::span(target).subspan(position(region, k), bytes_of(region.datatype));
        if (step.kind == OpKind::put) {
            store(element, region.datatype, first + static_cast<std::int64_t>(k) * step.step);
            continue;
        }
        const std::int64_t before = load(element, region.datatype);
        const std::int64_t sent = first + static_cast<std::int64_t>(k) * step.step;
        if (step.read.into_window) {
            std::vector<std::byte>& own = memory_[static_cast<std::size_t>(rank) * program_.windows + step.window];
            store(std::span(own).subspan(step.read.into + std::uint64_t{k} * 8), Datatype::int64, before);
        } else if (fetches(step.kind) && !step.read.ticket) {
            results[step.result + k] = before;
        }
        if (step.kind == OpKind::get) continue;
        if (step.kind == OpKind::compare_and_swap) {
            if (before == step.value + step.step) store(element, region.datatype, step.value);
        } else {
            store(element, region.datatype, reduce(before, sent, step.reduce));
        }
    }
}

}  // namespace rmasim::fuzz
