#include "sim/untimed/explore/part.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace rmasim::sim {

namespace {

class Words {
public:
    void add(std::uint64_t word) { words_.push_back(word); }
    void add(const Move& move) {
        add(static_cast<std::uint64_t>(move.kind));
        add(static_cast<std::uint64_t>(move.thread));
        add(static_cast<std::uint64_t>(move.rank));
        add(static_cast<std::uint64_t>(move.source));
        for (const std::uint64_t word : {std::uint64_t{move.number}, std::uint64_t{move.sent_by},
                                         std::uint64_t{move.enabled_by}, std::uint64_t{move.actor}}) {
            add(word);
        }
    }
    void add(const std::vector<Pick>& picks) {
        add(picks.size());
        for (const Pick& pick : picks) add((std::uint64_t{pick.taken} << 16) | pick.alternatives);
    }
    void add(const Footprint& touched) {
        add(touched.size());
        for (const Touched& one : touched) {
            add(one.word);
            add(static_cast<std::uint64_t>(one.touch));
        }
    }
    void add(const SearchNode& node) {
        add(node.branches.size());
        for (const Branch& branch : node.branches) {
            add(branch.move);
            add(std::uint64_t{branch.done});
            add(branch.touched);
        }
        add(node.asleep.size());
        for (const Sleeper& sleeper : node.asleep) {
            add(sleeper.actor);
            add((std::uint64_t{sleeper.made_at} << 32) | sleeper.branch);
        }
        add(node.current);
        add(node.picks);
    }
    std::string digest() const {
        const XXH128_hash_t hash = XXH3_128bits(words_.data(), words_.size() * sizeof words_[0]);
        return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
    }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace

std::string key_of(const Part& part) {
    Words words;
    words.add(part.path.size());
    for (const OrderStep& step : part.path) {
        words.add(step.move);
        words.add(step.picks);
    }
    words.add(part.asleep.size());
    for (const Part::Asleep& sleeper : part.asleep) {
        words.add(sleeper.actor);
        words.add(sleeper.touched);
    }
    words.add(part.begun.size());
    for (const SearchNode& node : part.begun) words.add(node);
    return words.digest();
}

}  // namespace rmasim::sim
