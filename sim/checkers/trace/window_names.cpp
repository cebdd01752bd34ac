#include "sim/checkers/trace/window_names.h"

namespace rmasim::sim {

void WindowNames::window_created(WindowId number, const std::vector<Rank>& members, std::string name) {
    for (const Rank rank : members) {
        const auto index = static_cast<std::size_t>(rank);
        if (at_.size() <= index) at_.resize(index + 1);
        if (at_[index].size() <= number) at_[index].resize(number + std::size_t{1});
        at_[index][number] = names_.size();
    }
    names_.push_back(std::move(name));
}

}  // namespace rmasim::sim
