#include "tests/mutants/hunt.h"
#include "tests/sequences/harness/runner.h"

namespace rmasim::mutants {

Hunt by_sequences(const std::string& name) {
    static const std::vector<seq::Sequence> sequences = seq::read_all_sequences(RMASIM_SEQUENCES);
    static const seq::Spec spec(RMASIM_ROOT);
    Hunt hunt;
    for (const seq::Sequence& sequence : sequences) {
        if (!name.empty() && sequence.name != name) continue;
        ++hunt.runs;
        const std::vector<std::string> faults = seq::check_sequence(sequence, spec);
        if (faults.empty()) continue;
        const std::string what = faults.front().substr(sequence.path.size());
        hunt.caught = Catch{"another outcome", what.substr(0, what.find('\n')), sequence.name};
        return hunt;
    }
    return hunt;
}

}  // namespace rmasim::mutants
