// Items at stable addresses that are used again and again. What was given back keeps what it had.
#pragma once

#include <deque>
#include <utility>
#include <vector>

namespace rmasim::sim {

template <class Item>
class Recycled {
public:
    // One that was given back, or a new one made of the arguments.
    template <class... Arguments>
    Item& take(Arguments&&... arguments) {
        if (free_.empty()) return all_.emplace_back(std::forward<Arguments>(arguments)...);
        Item* const item = free_.back();
        free_.pop_back();
        return *item;
    }
    void give_back(Item& item) { free_.push_back(&item); }

private:
    std::deque<Item> all_;
    std::vector<Item*> free_;
};

}  // namespace rmasim::sim
