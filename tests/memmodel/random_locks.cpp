// Random programs of two and three ranks with locks of one window, the guard. Inside and outside of the locked
// sections, they access the other window, the data. No access depends on a value.
#include "tests/memmodel/program_generator.h"

namespace rmasim::memmodel_test {

namespace {

class WithLocks : ProgramGenerator {
public:
    using ProgramGenerator::ProgramGenerator;

    Program generate() {
        program_.steps.resize(2 + below(2));
        for (auto& threads : program_.steps) threads.resize(1);
        program_.windows = {{0, {0, 16}}, {1, {0, 16}}};
        for (std::size_t rank = 0; rank < ranks(); ++rank) call(rank, Call::lock_all, data);
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            for (std::size_t parts = 1 + below(3); parts > 0; --parts) part(rank);
        }
        if (chance(30)) message();
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            if (chance(40)) part(rank);
            call(rank, Call::unlock_all, data);
        }
        return std::move(program_);
    }

private:
    void part(std::size_t rank) {
        if (chance(50)) section(rank);
        else access(rank);
    }
    // One element of rank 0's data, or of the rank's own memory.
    void access(std::size_t rank) {
        if (rank == 0 && chance(60)) {
            do {
                Step step;
                step.kind = chance(50) ? Step::Kind::load : Step::Kind::store;
                step.bytes = {0, {8 * below(2), 8, 0, 1}};
                of(rank).push_back(step);
            } while (chance(30));
            return;
        }
        operate(rank, data, chance(70) ? 0 : any_rank());
        if (chance(70)) call(rank, Call::flush_all, data);
    }
    void operate(std::size_t rank, WindowId window, Rank target) {
        static constexpr Call calls[]{Call::put, Call::put, Call::get, Call::accumulate, Call::fetch_and_op};
        Step& step = of(rank).emplace_back(operation_of(element_of(calls), window, target));
        Operation& operation = step.call.operation;
        operation.region = {.disp = 8 * below(2), .count = 1, .datatype = Datatype::int64};
        operation.reduce = chance(60) ? ReduceOp::sum : ReduceOp::replace;
        if (operation.kind == OpKind::fetch_and_op && chance(40)) operation.reduce = ReduceOp::no_op;
        choose_values(step);
    }
    void section(std::size_t rank) {
        const Rank target = chance(80) ? 0 : 1;
        Step& lock = call(rank, Call::lock, guard, target);
        lock.call.lock_type = chance(75) ? LockType::exclusive : LockType::shared;
        if (lock.call.lock_type == LockType::shared && chance(20)) lock.call.asserts = Assert::nocheck;
        for (std::size_t operations = below(3); operations > 0; --operations) operate(rank, guard, target);
        if (chance(40)) {
            if (chance(70)) call(rank, Call::flush, guard, target);
            access(rank);
        }
        call(rank, Call::unlock, guard, target);
    }
    void message() {
        const Rank from = any_rank(), to = any_rank();
        if (from == to) return;
        call(static_cast<std::size_t>(from), Call::send).call.message.peer = to;
        call(static_cast<std::size_t>(to), Call::recv).call.message.peer = from;
    }

    static constexpr WindowId data = 0, guard = 1;
};

}  // namespace

Program random_lock_program(std::uint64_t seed) { return WithLocks(seed).generate(); }

}  // namespace rmasim::memmodel_test
