#include "sim/machine/memory/scenario_operators.h"

#include "protocol/base/errors.h"
#include "sim/machine/memory/elements.h"

namespace rmasim::sim {

void ScenarioOperators::reduce(Rank rank, const UserOperator& op, Payload into, Payload operand, Datatype datatype,
                               std::uint32_t count) const {
    if (into.bytes == nullptr) return;
    const ReductionOperator& reduction = scenario_.operators[op.number];
    const std::size_t size = bytes_of(datatype);
    try {
        for (std::size_t at = 0; at < count * size; at += size) {
            const std::int64_t lower = load_element(into.bytes + at, datatype);
            store_element(into.bytes + at, datatype, reduction.of(lower, load_element(operand.bytes + at, datatype)));
        }
    } catch (const ExpressionError& error) {
        throw ErroneousProgram("operator " + name_of(op.number),
                               std::string(error.what()) + " at rank " + std::to_string(rank));
    }
}

}  // namespace rmasim::sim
