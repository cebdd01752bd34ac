#include "tests/mutants/hunt.h"
#include "tests/sequences/harness/runner.h"

namespace rmasim::mutants {

namespace {

const std::vector<seq::Sequence>& all_sequences() {
    static const std::vector<seq::Sequence> all = seq::read_all_sequences(RMASIM_SEQUENCES);
    return all;
}

std::string with_family(const seq::Sequence& sequence) { return sequence.family() + '/' + sequence.name; }

}  // namespace

std::vector<std::string> sequence_names() {
    std::vector<std::string> names;
    for (const seq::Sequence& sequence : all_sequences()) names.push_back(with_family(sequence));
    return names;
}

Hunt by_sequences(const std::string& name) {
    static const seq::Spec spec(RMASIM_ROOT);
    Hunt hunt;
    for (const seq::Sequence& sequence : all_sequences()) {
        if (!name.empty() && sequence.name != name && with_family(sequence) != name) continue;
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
