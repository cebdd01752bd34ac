#include "sim/mpi/objects/datatypes/datatype.h"

#include "sim/mpi/objects/datatypes/checked_math.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::mpi {

// The measures of a part of a type map.
struct Datatype::Sums {
    std::int64_t size = 0;
    Bounds data;     // of the data
    Bounds markers;  // of the markers
    bool has_data = false;
    bool has_markers = false;

    static void widen(bool& has, Bounds& all, Bounds next) {
        all = has ? Bounds{std::min(all.lb, next.lb), std::max(all.ub, next.ub)} : next;
        has = true;
    }
    void include(const Sums& next) {
        size = add(size, next.size);
        if (next.has_data) widen(has_data, data, next.data);
        if (next.has_markers) widen(has_markers, markers, next.markers);
    }
    // Replaces these measures by those of `count` > 0 copies, `stride` bytes apart.
    void repeat(std::int64_t count, std::int64_t stride) {
        const std::int64_t last = multiply(count - 1, stride);
        for (Bounds* both : {&data, &markers})
            *both = {add(both->lb, std::min<std::int64_t>(last, 0)), add(both->ub, std::max<std::int64_t>(last, 0))};
        size = multiply(size, count);
    }
    void shift(std::int64_t disp) {
        for (Bounds* both : {&data, &markers}) *both = {add(both->lb, disp), add(both->ub, disp)};
    }
};

namespace {

// The blocks of a datatype that is a pair of two basic types.
Shape shape_of_pair(const BasicType& pair) {
    return {1,
            0,
            {{0, 1, predefined_type(*find_basic(pair.first))},
             {pair.second_disp, 1, predefined_type(*find_basic(pair.second))}}};
}

std::int64_t rounded_up(std::int64_t bytes, int unit) { return multiply(add(bytes, unit - 1) / unit, unit); }

constexpr int packed = 0x207;  // MPI_PACKED, which matches all

Signature signature_of(const Block& block) { return block.type->signature().repeated(block.count); }

// The signature of one repetition.
Signature signature_of_blocks(const Shape& shape) {
    Signature all;
    for (const Block& block : shape.blocks) all = all.then(signature_of(block));
    return all;
}

}  // namespace

Datatype::Datatype(const BasicType& basic)
    : basic_(&basic), size_(basic.bytes), bounds_{0, basic.bytes}, true_bounds_(bounds_), alignment_(basic.alignment),
      only_basic_(basic.handle), signature_(basic.handle, 1) {
    if (basic.number != Number::pair) return;
    shape_ = shape_of_pair(basic);
    measure();
    only_basic_ = basic.handle;
}

Datatype::Datatype(Contents contents, Shape shape) : contents_(std::move(contents)), shape_(std::move(shape)) {
    measure();
}

Datatype::Datatype(Contents contents, Shape shape, Bounds markers) : Datatype(std::move(contents), std::move(shape)) {
    bounds_ = markers;
    has_markers_ = true;
    subtract(markers.ub, markers.lb);  // checks
}

Datatype::Sums Datatype::measure_block(const Block& block) const {
    const Datatype& type = *block.type;
    Sums sums{type.size(), type.true_bounds(), type.bounds(), type.size() != 0, type.has_markers()};
    if (!sums.has_data && !sums.has_markers) return {};
    sums.repeat(block.count, type.extent());
    sums.shift(block.disp);
    return sums;
}

// Computes the bounds from the definition: without markers, lb is the least displacement, and ub is rounded up so that
// the extent is a multiple of the strictest alignment.
void Datatype::measure() {
    Sums sums;
    const Datatype* last = nullptr;
    if (shape_.repeat != 0) {
        for (const Block& block : shape_.blocks) {
            if (block.count == 0) continue;
            sums.include(measure_block(block));
            if (block.type.get() == last) continue;
            last = block.type.get();
            if (last->size() == 0) continue;
            alignment_ = std::max(alignment_, last->alignment());
            const int next = last->only_basic() == 0 ? -1 : last->only_basic();
            only_basic_ = only_basic_ == 0 || only_basic_ == next ? next : -1;
        }
        if (sums.has_data || sums.has_markers) sums.repeat(shape_.repeat, shape_.stride);
        signature_ = signature_of_blocks(shape_).repeated(shape_.repeat);
    }
    if (only_basic_ < 0) only_basic_ = 0;
    size_ = sums.size;
    has_markers_ = sums.has_markers;
    true_bounds_ = sums.has_data ? sums.data : Bounds{};
    const std::int64_t true_extent = subtract(true_bounds_.ub, true_bounds_.lb);
    bounds_ = has_markers_ ? sums.markers
                           : Bounds{true_bounds_.lb, add(true_bounds_.lb, rounded_up(true_extent, alignment_))};
    subtract(bounds_.ub, bounds_.lb);  // checks
}

const std::shared_ptr<const RunList>& Datatype::shared_runs() const {
    if (runs_ == nullptr) runs_ = make_runs(*this);
    return runs_;
}

const TypeRef& predefined_type(const BasicType& basic) {
    static std::vector<TypeRef> all(basic_types().size());
    TypeRef& type = all[static_cast<std::size_t>(&basic - basic_types().data())];
    if (type == nullptr) type = std::make_shared<const Datatype>(basic);
    return type;
}

Signature leading_signature(const Datatype& type, std::int64_t elements) {
    const std::int64_t each = type.signature().elements();
    if (elements <= 0 || each == 0) return {};
    Signature all = type.signature().repeated(elements / each);
    const std::int64_t rest = elements % each;
    if (rest == 0) return all;
    const Shape& shape = type.shape();
    const std::int64_t each_time = each / shape.repeat;
    all = all.then(signature_of_blocks(shape).repeated(rest / each_time));
    std::int64_t left = rest % each_time;
    for (const Block& block : shape.blocks) {
        if (left == 0) break;
        const std::int64_t taken = std::min(left, block.count * block.type->signature().elements());
        all = all.then(leading_signature(*block.type, taken));
        left -= taken;
    }
    return all;
}

std::int64_t elements_in(const Datatype& type, std::int64_t bytes) {
    if (bytes == 0) return 0;
    if (type.size() == 0) return -1;
    const std::int64_t whole = bytes / type.size() * type.signature().elements();
    const std::int64_t rest = bytes % type.size();
    if (rest == 0) return whole;
    const Shape& shape = type.shape();
    if (shape.blocks.empty()) return -1;
    const std::int64_t each_time = type.size() / shape.repeat;
    std::int64_t found = whole + rest / each_time * (type.signature().elements() / shape.repeat);
    std::int64_t left = rest % each_time;
    for (const Block& block : shape.blocks) {
        if (left == 0) break;
        const std::int64_t taken = std::min(left, block.count * block.type->size());
        if (taken == 0) continue;
        const std::int64_t inside = elements_in(*block.type, taken);
        if (inside < 0) return -1;
        found += inside;
        left -= taken;
    }
    return found;
}

const BasicType& basic_at(const Datatype& type, std::int64_t element) {
    if (const int uniform = type.signature().uniform(); uniform != 0) return *find_basic(uniform);
    const Shape& shape = type.shape();
    std::int64_t left = element % (type.signature().elements() / shape.repeat);
    auto block = shape.blocks.begin();
    for (;; ++block) {
        const std::int64_t elements = block->count * block->type->signature().elements();
        if (left < elements) return basic_at(*block->type, left);
        left -= elements;
    }
}

bool differ_within(const Datatype& one, const Datatype& other, std::int64_t bytes) {
    const int all_of_one = one.signature().uniform(), all_of_other = other.signature().uniform();
    if (all_of_one == packed || all_of_other == packed) return false;
    if (all_of_one != 0 && all_of_other != 0) return all_of_one != all_of_other;
    const std::int64_t elements = elements_in(one, bytes);
    if (elements != elements_in(other, bytes)) return true;
    return !(leading_signature(one, elements) == leading_signature(other, elements));
}

std::int64_t first_difference(const Datatype& one, const Datatype& other, std::int64_t bytes) {
    std::int64_t equal = 0, end = bytes;  // the sequences with `equal` elements are equal, those with `end` are not
    while (end - equal > 1) {
        const std::int64_t middle = equal + (end - equal) / 2;
        const bool same = leading_signature(one, middle) == leading_signature(other, middle);
        (same ? equal : end) = middle;
    }
    return equal;
}

bool matches(const Datatype& sent, std::int64_t count, const Datatype& received, std::int64_t room) {
    const Signature data = sent.signature().repeated(count);
    if (data.elements() == 0) return true;
    for (const Datatype* one : {&sent, &received})
        if (one->signature().uniform() == packed) return true;
    const std::int64_t each = received.signature().elements();
    if (each == 0 || (data.elements() - 1) / each >= room) return false;
    return leading_signature(received, data.elements()) == data;
}

}  // namespace rmasim::mpi
