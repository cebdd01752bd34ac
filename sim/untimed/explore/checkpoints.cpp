#include "sim/untimed/explore/checkpoints.h"

namespace rmasim::sim {

std::optional<std::size_t> Checkpoints::restore(std::size_t steps) {
    length_ = reached_;
    ++runs_;
    if (!arena_.whole()) wanted_ = false;
    while (count_ > 0 && kept_[count_ - 1].steps > steps) --count_;
    if (!wanted_) count_ = 0;
    if (count_ == 0) return std::nullopt;
    const Kept& last = kept_[count_ - 1];
    arena_.put_back({last.memory(), last.bytes});
    if (outside_ != nullptr) outside_->put_back(count_ - 1);
    return last.steps;
}

void Checkpoints::keep(std::size_t steps) {
    if (!arena_.whole()) return;
    const std::size_t bytes = arena_.used();
    const std::size_t lines = (bytes + sizeof(Line) - 1) / sizeof(Line);
    if (count_ == kept_.size()) kept_.emplace_back();
    Kept& kept = kept_[count_];
    if (kept.room < bytes) {
        if (room_ - kept.room + lines * sizeof(Line) > max_bytes) return;
        room_ += lines * sizeof(Line) - kept.room;
        kept.copy = std::make_unique_for_overwrite<Line[]>(lines);
        kept.room = lines * sizeof(Line);
    }
    arena_.copy_to(kept.memory());
    if (outside_ != nullptr) outside_->keep(count_);
    kept.steps = steps;
    kept.bytes = bytes;
    ++count_;
}

}  // namespace rmasim::sim
