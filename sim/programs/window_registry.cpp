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
    const std::size_t place = number / word_bits;
    if (words_.size() <= place) words_.resize(place + 1, 0);
    words_[place] |= bit_of(number);
    while (word(full_) == all_used) ++full_;
}

void WindowRegistry::Numbers::give_back(WindowId number) {
    const std::size_t place = number / word_bits;
    words_[place] &= ~bit_of(number);
    full_ = std::min(full_, place);
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
    const auto place = static_cast<std::size_t>(members.place_of(rank));
    if (open.called[place]) {
        throw ErroneousProgram(Call::win_create, "another thread of the rank is inside it on the same communicator");
    }
    open.called[place] = true;
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
    for (Rank place = 0; place < members.size(); ++place) {
        AtRank& at = at_[static_cast<std::size_t>(members.member(place))];
        if (at.windows.size() <= number) at.windows.resize(number + 1u);
        at.windows[number] = made;
        at.numbers.use(number);
        ranks_.process(members.member(place)).add_window(number);
    }
    return number;
}

// A number is free at all members if its bit is 0 at each of them.
WindowId WindowRegistry::min_free(const RankGroup& members) const {
    std::size_t word = 0;
    for (Rank place = 0; place < members.size(); ++place) {
        word = std::max(word, at_[static_cast<std::size_t>(members.member(place))].numbers.full());
    }
    for (;; ++word) {
        std::uint64_t used = 0;
        for (Rank place = 0; place < members.size(); ++place) {
            used |= at_[static_cast<std::size_t>(members.member(place))].numbers.word(word);
        }
        const std::size_t number = word * word_bits + static_cast<std::size_t>(std::countr_one(used));
        if (number >= max_windows) {
            throw ErroneousProgram(Call::win_create, "no number below " + std::to_string(max_windows) +
                                                         " is free at all members: free some windows first");
        }
        if (used != all_used) return static_cast<WindowId>(number);
    }
}

std::vector<WindowRegistry::OnNode> WindowRegistry::by_node(const RankGroup& members) const {
    std::map<Rank, std::vector<Rank>> on;  // by the first rank of a node
    for (Rank place = 0; place < members.size(); ++place) {
        on[ranks_.node_of(members.member(place)).first].push_back(members.member(place));
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
    for (Rank place = 0; place < members.size(); ++place) {
        if (members.member(place) != place) return false;
    }
    return true;
}

void WindowRegistry::freed(Rank rank, WindowId window) {
    if (find(rank, window) == nullptr) throw ProtocolError("a window is freed that is not there");
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

const RankGroup* WindowRegistry::node_group(Rank rank, WindowId window) const {
    const Made* const made = find(rank, window);
    if (made == nullptr || made->nodes.empty()) return nullptr;
    const Rank first = ranks_.node_of(rank).first;
    return std::find_if(made->nodes.begin(), made->nodes.end(),
                        [first](const OnNode& one) { return one.first == first; })
        ->group.get();
}

}  // namespace rmasim::sim
