#include "sim/untimed/fuzz/program/owner_legality.h"

namespace rmasim::fuzz {

std::string OwnerScan::take(const Step& step) {
    if (is_access(step)) return step.access.of_results ? access_of_results(step) : access(step);
    if (is_on_owner_block(program_, step)) return operation(step);
    const bool protects = !has(step.asserts, Assert::nocheck);
    switch (step.call) {
        case Call::lock:
            if (protects) epochs_[step.window].locked[step.target] = step.lock_type;
            return {};
        case Call::lock_all: epochs_[step.window].all = protects; return {};
        case Call::unlock:
        case Call::unlock_all: return close(step);
        default: return {};
    }
}

std::string OwnerScan::close(const Step& step) {
    Epoch& epoch = epochs_[step.window];
    if (step.call == Call::unlock_all) epoch.all = false;
    else epoch.locked.erase(step.target);
    if (step.call == Call::unlock && step.target != rank_) return {};
    epoch.accesses = epoch.operates = false;
    std::erase_if(loaded_, [&](const auto& one) { return !one.second.of_results && one.second.window == step.window; });
    return epoch.first == epoch.second ? ""
                                       : "ends an epoch in which the rank has not stored the same value to both words";
}

std::string OwnerScan::access(const Step& step) {
    Epoch& epoch = epochs_[step.window];
    if (!epoch.all && !epoch.locked.contains(rank_)) return "accesses the rank's own window without its lock";
    if (epoch.operates) return "is in the same epoch as an operation on the rank's own window";
    epoch.accesses = true;
    return step.access.kind == LocalAccess::Kind::load ? load(step, epoch) : store(step, epoch);
}

std::string OwnerScan::load(const Step& step, const Epoch& epoch) {
    const LocalAccess& access = step.access;
    if (access.operand == LocalAccess::Operand::value) {
        if (word(step) != OwnerWord::mine_first || step.value != epoch.first)
            return "expects a value that the rank did not store";
    } else if (access.operand == LocalAccess::Operand::variable) {
        const auto other = loaded_.find(access.other);
        const bool pair = word(step) == OwnerWord::theirs_second && other != loaded_.end() &&
                          other->second.position == disp_of(program_, OwnerWord::theirs_first);
        if (other == loaded_.end() || other->second.window != step.window)
            return "expects the value of a load that does not exist";
        if (!pair && other->second.position != step.region.disp) return "expects the value of a load of another word";
    }
    loaded_[access.variable] = {step.window, false, step.region.disp};
    return {};
}

std::string OwnerScan::store(const Step& step, Epoch& epoch) {
    if (step.access.operand == LocalAccess::Operand::variable) {
        const auto other = loaded_.find(step.access.other);
        const bool known = other != loaded_.end() && other->second.window == step.window &&
                           other->second.position == step.region.disp && word(step) == OwnerWord::count;
        if (!known) return "changes a count that the rank did not load";
    } else if (word(step) == OwnerWord::mine_first) {
        epoch.first = step.value;
    } else if (word(step) == OwnerWord::mine_second) {
        epoch.second = step.value;
    } else {
        return "accesses a word that another rank writes";
    }
    std::erase_if(loaded_, [&](const auto& one) {
        return one.second.window == step.window && !one.second.of_results && one.second.position == step.region.disp;
    });
    return {};
}

std::string OwnerScan::access_of_results(const Step& step) {
    const LocalAccess& access = step.access;
    if (!fetched_.contains(step.result)) return "accesses a result that does not exist";
    if (access.kind == LocalAccess::Kind::store) {
        left_.erase({step.result, step.region.disp});
        return {};
    }
    const auto other = loaded_.find(access.other);
    const bool known = other != loaded_.end() && other->second.of_results && other->second.position == step.result;
    if (access.operand == LocalAccess::Operand::variable && !known) {
        return "expects the value of a load that does not exist";
    }
    loaded_[access.variable] = {step.window, true, step.result};
    return {};
}

std::string OwnerScan::operation(const Step& step) {
    if (step.target == proc_null) {
        if (step.call == Call::get) fetched_.insert(step.result);
        return {};
    }
    if (step.target != rank_) return operation_of_other(step);
    Epoch& epoch = epochs_[step.window];
    if (!epoch.all && !epoch.locked.contains(rank_)) return "accesses the rank's own window without its lock";
    if (epoch.accesses) return "is in the same epoch as a load or store of the rank's own window";
    epoch.operates = true;
    const bool counts = step.call == Call::accumulate && step.reduce == ReduceOp::sum;
    return counts && is(step, OwnerWord::count, 1)
               ? ""
               : "is not one of the operations that a rank may issue to its own block";
}

std::string OwnerScan::operation_of_other(const Step& step) {
    const std::map<Rank, LockType>& locked = epochs_[step.window].locked;
    const auto lock = locked.find(step.target);
    if (lock == locked.end() || lock->second != LockType::exclusive)
        return "accesses an owner's block without an exclusive lock of the owner";
    if (step.call == Call::get && is(step, OwnerWord::mine_first, 2)) {
        fetched_.insert(step.result);
        for (const auto word : {std::uint64_t{0}, std::uint64_t{8}}) left_.emplace(step.result, word);
        return {};
    }
    if (step.call == Call::put && is(step, OwnerWord::theirs_first, 2)) {
        const auto [writer, first] = writers_.try_emplace({step.window, step.target}, rank_);
        return writer->second == rank_ ? "" : "writes words that another rank writes";
    }
    const bool counts = step.call == Call::accumulate && step.reduce == ReduceOp::sum;
    return counts && is(step, OwnerWord::count, 1)
               ? ""
               : "is not one of the operations that a rank may issue to an owner's block";
}

}  // namespace rmasim::fuzz
