// A pool of items at stable addresses. An item keeps its contents when it is given back to the pool.
#pragma once

#include <deque>
#include <utility>
#include <vector>

namespace rmasim::sim {

template <class Item>
class Recycled {
public:
    // Returns an item that was given back, or a new item that is constructed from the arguments.
    template <class... Arguments>
    Item& take(Arguments&&... arguments) {
        if (free_.empty()) return all_.emplace_back(std::forward<Arguments>(arguments)...);
        Item* const item = free_.back();
        free_.pop_back();
        return *item;
    }
    void give_back(Item& item) { free_.push_back(&item); }
    std::deque<Item>& all() { return all_; }  // including items that were given back

private:
    std::deque<Item> all_;
    std::vector<Item*> free_;
};

}  // namespace rmasim::sim
