#include "sim/checkers/trace/window_names.h"

namespace rmasim::sim {

void WindowNames::came(WindowId number, const std::vector<Rank>& members, std::string name) {
    for (const Rank rank : members) {
        const auto place = static_cast<std::size_t>(rank);
        if (at_.size() <= place) at_.resize(place + 1);
        if (at_[place].size() <= number) at_[place].resize(number + std::size_t{1});
        at_[place][number] = names_.size();
    }
    names_.push_back(std::move(name));
}

}  // namespace rmasim::sim
