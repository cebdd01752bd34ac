// Lists of messages or receives for matching (match_queues.h). A queue is one list while its searches end near its
// begin, as in programs that send and receive in the same order. After a long search, it is divided into lists by a
// hash, so a search examines about one node.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace rmasim {

// The neighbours of a node in one of its lists.
template <class Node>
struct MatchLinks {
    Node* previous;
    Node* next;
};

// The nodes of a queue, in lists by a hash. Each list has the order of insertion. `links` is the member of a node that
// the lists use; `hash_of` returns a node's hash. The owner of a node must remove the node before it frees the node.
template <class Node, MatchLinks<Node> Node::*links, std::uint32_t (*hash_of)(const Node&)>
class MatchLists {
public:
    // True while all nodes are in one list, which `first` returns for any hash.
    bool single() const { return mask_ == 0; }
    std::uint32_t size() const { return size_; }

    void append(Node& node) {
        if (!single() && size_ >= mask_) divide();
        ++size_;
        join(list_of(node), node);
    }
    void remove(Node& node) {
        const MatchLinks<Node> own = node.*links;
        if (own.previous != nullptr) (own.previous->*links).next = own.next;
        else list_of(node).first = own.next;
        if (own.next != nullptr) (own.next->*links).previous = own.previous;
        else list_of(node).last = own.previous;
        if (--size_ > 0 || single()) return;
        many_.reset();
        mask_ = 0;
    }
    // Divides the single list if a search in it was long: if it examined `examined` nodes.
    void searched(std::uint32_t examined) {
        if (examined > max_examined && single()) divide();
    }
    Node* first(std::uint32_t hash) const { return single() ? one_.first : many_[hash & mask_].first; }
    // Visits all nodes, in the order of insertion if there is a single list. `visit` may free the node that it gets.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t i = 0; i <= mask_; ++i) {
            for (Node* node = first(i); node != nullptr;) {
                Node* const next = (node->*links).next;
                visit(*node);
                node = next;
            }
        }
    }
    std::size_t bytes() const { return single() ? 0 : (mask_ + 1) * sizeof(List); }

private:
    static constexpr std::uint32_t max_examined = 16;
    static constexpr std::uint32_t first_lists = 128;  // many, because a division costs more than the memory
    struct List {
        Node* first = nullptr;
        Node* last = nullptr;
    };

    List& list_of(const Node& node) { return single() ? one_ : many_[hash_of(node) & mask_]; }
    static void join(List& list, Node& node) {
        node.*links = {list.last, nullptr};
        if (list.last != nullptr) (list.last->*links).next = &node;
        else list.first = &node;
        list.last = &node;
    }
    // Makes more lists than there are nodes. The nodes of a list keep their order.
    [[gnu::noinline]] void divide() {
        const std::uint32_t count = std::max(first_lists, std::bit_ceil(size_ + 2));
        auto made = std::make_unique<List[]>(count);
        for_each([&made, count](Node& node) { join(made[hash_of(node) & (count - 1)], node); });
        one_ = {};
        many_ = std::move(made);
        mask_ = count - 1;
    }

    List one_;
    std::unique_ptr<List[]> many_;  // null while there is a single list
    std::uint32_t mask_ = 0;        // number of lists - 1, a power of two - 1
    std::uint32_t size_ = 0;
};

}  // namespace rmasim
