#include "sim/explore/checkpoints.h"

#include <algorithm>
#include <span>

namespace rmasim::sim {

std::optional<std::size_t> Checkpoints::go_back(std::size_t steps) {
    if (!arena_.whole()) wanted_ = false;
    while (!kept_.empty() && kept_.back().steps > steps) kept_.pop_back();
    if (kept_.empty() || !wanted_) {
        kept_.clear();
        return std::nullopt;
    }
    const Kept& last = kept_.back();
    arena_.put_back(std::span(copies_).subspan(last.begin, last.bytes));
    return last.steps;
}

void Checkpoints::keep(std::size_t steps) {
    if (!arena_.whole()) return;
    const std::size_t bytes = arena_.used();
    const std::size_t begin = kept_.empty() ? 0 : kept_.back().begin + kept_.back().bytes;
    if (begin + bytes > most_bytes) return;
    if (begin + bytes > copies_.size()) copies_.resize(std::max(2 * copies_.size(), begin + bytes));
    arena_.copy_to(copies_.data() + begin);
    kept_.push_back({steps, begin, bytes});
}

}  // namespace rmasim::sim
