#include "sim/programs/window_registry.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr unsigned word_bits = 64;
constexpr std::uint64_t all_used = ~std::uint64_t{0};

std::uint64_t bit_of(WindowId number) { return std::uint64_t{1} << number % word_bits; }

}  // namespace

void WindowRegistry::Numbers::use(WindowId number) {
    const std::size_t index = number / word_bits;
    if (words_.size() <= index) words_.resize(index + 1, 0);
    words_[index] |= bit_of(number);
    while (word(full_) == all_used) ++full_;
}

void WindowRegistry::Numbers::give_back(WindowId number) {
    const std::size_t index = number / word_bits;
    words_[index] &= ~bit_of(number);
    full_ = std::min(full_, index);
}

WindowRegistry::WindowRegistry(Ranks ranks, const Communicators* communicators)
    : ranks_(std::move(ranks)), communicators_(communicators), at_(static_cast<std::size_t>(ranks_.count)) {}

WindowId WindowRegistry::create(Rank rank, const Wanted& wanted) {
    const RankGroup& members = *wanted.members;
    auto at = open_.find(wanted.comm);
    if (at == open_.end()) {
        const Open first{make(wanted), members.size(), std::vector<bool>(static_cast<std::size_t>(members.size()))};
        at = open_.emplace(wanted.comm, first).first;
    }
    Open& open = at->second;
    const auto comm_rank = static_cast<std::size_t>(members.comm_rank_of(rank));
    if (open.called[comm_rank]) {
        throw ErroneousProgram(Call::win_create,
                               "another thread of the rank is inside this call on the same communicator");
    }
    open.called[comm_rank] = true;
    const WindowId number = open.number;
    if (--open.left == 0) open_.erase(at);
    return number;
}

WindowId WindowRegistry::make(const Wanted& wanted) {
    const RankGroup& members = *wanted.members;
    const WindowId number = min_free(members);
    auto made = std::make_shared<Made>();
    made->nth = made_++;
    made->members = wanted.members;
    made->of_all = are_all(members);
    made->shared = wanted.shared;
    if (made->shared && !made->of_all) made->nodes = by_node(members);
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        AtRank& at = at_[static_cast<std::size_t>(members.member(comm_rank))];
        if (at.windows.size() <= number) at.windows.resize(number + 1u);
        at.windows[number] = made;
        at.numbers.use(number);
        ranks_.process(members.member(comm_rank)).add_window(number);
    }
    return number;
}

// Returns the least number that is free at all members: the first number whose bit is 0 at each member.
WindowId WindowRegistry::min_free(const RankGroup& members) const {
    std::size_t word = 0;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        word = std::max(word, at_[static_cast<std::size_t>(members.member(comm_rank))].numbers.full());
    }
    for (;; ++word) {
        std::uint64_t used = 0;
        for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
            used |= at_[static_cast<std::size_t>(members.member(comm_rank))].numbers.word(word);
        }
        const std::size_t number = word * word_bits + static_cast<std::size_t>(std::countr_one(used));
        if (number >= max_windows) {
            throw ErroneousProgram(Call::win_create,
                                   "no window number below " + std::to_string(max_windows) +
                                       " is free at each rank of the communicator: free some windows first");
        }
        if (used != all_used) return static_cast<WindowId>(number);
    }
}

std::vector<WindowRegistry::OnNode> WindowRegistry::by_node(const RankGroup& members) const {
    std::map<Rank, std::vector<Rank>> on;  // the members on a node, by the node's first rank
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        on[ranks_.node_of(members.member(comm_rank)).first].push_back(members.member(comm_rank));
    }
    std::vector<OnNode> nodes;
    for (auto& [first, ranks] : on) {
        const auto size = static_cast<Rank>(ranks.size());
        auto table = std::make_unique<GroupTable>(std::move(ranks));
        auto group = std::make_unique<RankGroup>(size, *table);
        nodes.push_back({first, std::move(table), std::move(group)});
    }
    return nodes;
}

bool WindowRegistry::are_all(const RankGroup& members) const {
    if (members.size() != ranks_.count) return false;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        if (members.member(comm_rank) != comm_rank) return false;
    }
    return true;
}

void WindowRegistry::freed(Rank rank, WindowId window) {
    if (find(rank, window) == nullptr) throw ProtocolError("a window is freed that does not exist");
    ranks_.process(rank).remove_window(window);
    AtRank& at = at_[static_cast<std::size_t>(rank)];
    at.windows[window].reset();
    at.numbers.give_back(window);
}

const WindowRegistry::Made* WindowRegistry::find(Rank rank, WindowId window) const {
    const auto& windows = at_[static_cast<std::size_t>(rank)].windows;
    return window < windows.size() ? windows[window].get() : nullptr;
}

bool WindowRegistry::is_shared(Rank rank, WindowId window) const {
    const Made* const made = find(rank, window);
    return made != nullptr && made->shared;
}

std::size_t WindowRegistry::bytes() const {
    std::size_t sum = at_.capacity() * sizeof(AtRank);
    for (const AtRank& at : at_) {
        sum += at.numbers.bytes() + at.windows.capacity() * sizeof(std::shared_ptr<const Made>);
    }
    return sum;
}

const RankGroup& WindowRegistry::group_of(Rank rank, WindowId number) const {
    if (communicators_ == nullptr) throw ProtocolError("this world has no communicators");
    return communicators_->group_of(rank, number);
}

const RankGroup* WindowRegistry::window_group(Rank rank, WindowId window) const {
    const Made* const made = find(rank, window);
    return made == nullptr || made->of_all ? nullptr : made->members.get();
}

std::optional<Neighbours> WindowRegistry::neighbours_of(Rank rank, WindowId number) const {
    return communicators_ == nullptr ? std::nullopt : communicators_->neighbours_of(rank, number);
}

const RankGroup* WindowRegistry::node_group(Rank rank, WindowId window) const {
    const Made* const made = find(rank, window);
    if (made == nullptr || made->nodes.empty()) return nullptr;
    const Rank first = ranks_.node_of(rank).first;
    return std::find_if(made->nodes.begin(), made->nodes.end(),
                        [first](const OnNode& one) { return one.first == first; })
        ->group.get();
}

}  // namespace rmasim::sim
