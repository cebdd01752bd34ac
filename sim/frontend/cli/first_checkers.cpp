// This file replaces sim/checkers/invariants and sim/checkers/semantics in the first program (whole_program.h).
#include "sim/checkers/findings/invariant_checker.h"
#include "sim/checkers/findings/memory_checker.h"
#include "sim/scenario/model/whole_program.h"

namespace rmasim::sim {

std::unique_ptr<check::InvariantChecker> check::invariant_checker_of(const Scenario&, const Communicators*,
                                                                     const Memory*, Watcher&) {
    throw WholeProgramNeeded();
}

std::unique_ptr<semantics::MemoryChecker> semantics::memory_checker_of(const Scenario& scenario, Observer&,
                                                                       LivePrograms*) {
    if (scenario.semantics == Semantics::off) return nullptr;
    throw WholeProgramNeeded();
}

}  // namespace rmasim::sim
