// The windows of a process, by number. Those from the start have the first numbers, lie side by side and never go. The
// others come and go while the program runs, and take any number above:
//
//     number      0   1   2  |  3   4   5   6
//     window      x   x   x  |  x       x           4 is free, and all from 6 on
//
// A window stays where it is as long as it exists: suspended calls refer to it.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/types.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim {

template <class Window>
class WindowTable {
public:
    WindowTable() = default;
    WindowTable(WindowTable&& other) noexcept
        : first_(std::exchange(other.first_, nullptr)), room_(std::exchange(other.room_, WindowId{0})),
          count_(std::exchange(other.count_, WindowId{0})), added_(std::move(other.added_)) {}
    WindowTable& operator=(WindowTable&&) = delete;
    ~WindowTable() {
        std::destroy_n(first_, count_);
        if (room_ > 0) std::allocator<Window>().deallocate(first_, room_);
    }

    // So many windows from the start are going to be made. Once, before the first.
    void reserve(WindowId room) {
        if (room > 0) first_ = std::allocator<Window>().allocate(room);
        room_ = room;
    }
    // The next window from the start.
    template <class... Arguments>
    Window& emplace_back(Arguments&&... arguments) {
        Window* const made = std::construct_at(first_ + count_, std::forward<Arguments>(arguments)...);
        ++count_;
        return *made;
    }

    // A window that comes later. Raises ProtocolError if the number is in use.
    template <class... Arguments>
    Window& add(WindowId number, Arguments&&... arguments) {
        if (number < count_ || !is_window(number) || find(number) != nullptr) throw_about(number, "is in use");
        if (!added_) added_ = std::make_unique<Added>();
        auto& windows = added_->windows;
        if (windows.size() <= place(number)) windows.resize(place(number) + 1);
        auto& made = windows[place(number)];
        made = std::make_unique<Window>(std::forward<Arguments>(arguments)...);
        return *made;
    }
    // For families without WIN_CREATE: a window that was added, and that the process may not have created yet, ...
    void note_uncreated(WindowId number) { added_->uncreated.push_back(number); }
    // ... and each of those that it has created by now, once.
    template <class IsCreated, class Visit>
    void take_created(IsCreated is_created, Visit visit) {
        if (!added_) return;
        std::erase_if(added_->uncreated, [&](WindowId number) {
            if (!is_created(number)) return false;
            visit((*this)[number]);
            return true;
        });
    }
    template <class Holds>
    bool any_uncreated(Holds holds) const {
        return added_ && std::any_of(added_->uncreated.begin(), added_->uncreated.end(), holds);
    }
    // ... and goes: nothing refers to it any more.
    void remove(WindowId number) {
        if (number < count_) throw_about(number, "is from the start");
        require(number);
        auto& windows = added_->windows;
        windows[place(number)].reset();
        while (!windows.empty() && windows.back() == nullptr) windows.pop_back();
        if (windows.empty()) added_.reset();
    }

    Window& operator[](WindowId number) { return number < count_ ? first_[number] : require(number); }
    const Window& operator[](WindowId number) const { return number < count_ ? first_[number] : require(number); }
    // Null: there is none of this number.
    Window* find(WindowId number) const {
        if (number < count_) return first_ + number;
        const bool there = added_ && place(number) < added_->windows.size();
        return there ? added_->windows[place(number)].get() : nullptr;
    }

    std::span<Window> from_the_start() const { return {first_, count_}; }
    // Numbers in use are below this one.
    std::size_t numbers() const { return count_ + (added_ ? added_->windows.size() : 0); }

    // All windows, in the order of their numbers.
    template <class Of>
    class Iterator {
    public:
        using difference_type = std::ptrdiff_t;
        using value_type = Window;
        using pointer = Of*;
        using reference = Of&;
        using iterator_category = std::forward_iterator_tag;

        Iterator() = default;
        Iterator(const WindowTable& table, std::size_t number) : table_(&table), number_(number) { skip_free(); }
        Of& operator*() const { return *table_->find(static_cast<WindowId>(number_)); }
        Of* operator->() const { return &**this; }
        Iterator& operator++() {
            ++number_;
            skip_free();
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

    private:
        void skip_free() {
            while (number_ < table_->numbers() && table_->find(static_cast<WindowId>(number_)) == nullptr) ++number_;
        }
        const WindowTable* table_ = nullptr;
        std::size_t number_ = 0;
    };
    auto begin() { return Iterator<Window>(*this, 0); }
    auto end() { return Iterator<Window>(*this, numbers()); }
    auto begin() const { return Iterator<const Window>(*this, 0); }
    auto end() const { return Iterator<const Window>(*this, numbers()); }

    // Memory beyond the windows.
    std::size_t bytes() const {
        if (!added_) return 0;
        return sizeof(Added) + added_->windows.capacity() * sizeof(std::unique_ptr<Window>) +
               added_->uncreated.capacity() * sizeof(WindowId);
    }

private:
    struct Added {
        std::vector<std::unique_ptr<Window>> windows{};  // by number, from `count_` on; null: it is free
        std::vector<WindowId> uncreated{};
    };

    std::size_t place(WindowId number) const { return static_cast<std::size_t>(number) - count_; }
    // Apart, so that processes with windows from the start only have one test more.
    [[gnu::cold, gnu::noinline]] Window& require(WindowId number) const {
        Window* const found = find(number);
        if (found == nullptr) throw_about(number, "is none of this process");
        return *found;
    }
    [[noreturn]] static void throw_about(WindowId number, const char* what) {
        throw ProtocolError("window " + std::to_string(number) + ' ' + what);
    }

    Window* first_ = nullptr;
    WindowId room_ = 0, count_ = 0;
    std::unique_ptr<Added> added_;  // null: all windows are from the start
};

}  // namespace rmasim
