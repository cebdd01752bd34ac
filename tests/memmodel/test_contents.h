// The values of elements that accumulates of test programs update. Elements of different sizes at one location are
// separate values.
#pragma once

#include "protocol/base/call_table.h"
#include "tests/memmodel/program.h"

#include <map>
#include <tuple>

namespace rmasim::memmodel_test {

class TestContents {
public:
    static bool has(const Step& step) {
        const Operation& operation = step.call.operation;
        return step.kind == Step::Kind::call && description_of(step.call.call).kind == CallClass::operation &&
               accumulates(operation.kind) && operation.region.basic() && operation.region.count > 0;
    }
    std::int64_t value(Rank owner, WindowId window, std::uint64_t begin, std::size_t bytes) const {
        const auto found = values_.find({owner, window, begin, bytes});
        return found == values_.end() ? 0 : found->second;
    }
    // Calls `element(begin, value before, value after)` for each element of the operation.
    template <class Element>
    void carry_out(const Step& step, Element element) {
        const Operation& operation = step.call.operation;
        const std::size_t bytes = bytes_of(operation.region.datatype);
        for (std::uint32_t k = 0; k < operation.region.count; ++k) {
            const std::uint64_t begin = operation.region.disp + k * bytes;
            std::int64_t& there = values_[{operation.target, operation.window, begin, bytes}];
            const std::int64_t before = there;
            there = after(step, before);
            element(begin, before, there);
        }
    }

private:
    static std::int64_t after(const Step& step, std::int64_t before) {
        const Operation& operation = step.call.operation;
        if (operation.kind == OpKind::compare_and_swap) return before == step.compare ? step.value : before;
        if (operation.reduce == ReduceOp::no_op) return before;
        return operation.reduce == ReduceOp::sum ? before + step.value : step.value;
    }
    std::map<std::tuple<Rank, WindowId, std::uint64_t, std::size_t>, std::int64_t> values_{};
};

}  // namespace rmasim::memmodel_test
