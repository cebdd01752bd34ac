// The windows of a process, by number. Windows from the start of the run have the first numbers, are contiguous in
// memory and are never freed. Other windows are created and freed while the program runs, with any higher number:
//
//     number      0   1   2  |  3   4   5   6
//     window      x   x   x  |  x       x           4 is free, and so are 6 and above
//
// The address of a window is stable while the window exists: suspended calls refer to it.
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

// The windows of a process.
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

    // Allocates memory for the `room` windows that exist from the start of the run. Must be called once, before the
    // first `emplace_back`.
    void reserve(WindowId room) {
        if (room > 0) first_ = std::allocator<Window>().allocate(room);
        room_ = room;
    }
    // Creates the next of the windows that exist from the start of the run.
    template <class... Arguments>
    Window& emplace_back(Arguments&&... arguments) {
        Window* const made = std::construct_at(first_ + count_, std::forward<Arguments>(arguments)...);
        ++count_;
        return *made;
    }

    // Creates a window during the run. Throws ProtocolError if the number is in use.
    template <class... Arguments>
    Window& add(WindowId number, Arguments&&... arguments) {
        if (number < count_ || !is_window(number) || find(number) != nullptr) throw_about(number, "is in use");
        if (!added_) added_ = std::make_unique<Added>();
        auto& windows = added_->windows;
        if (windows.size() <= index_of(number)) windows.resize(index_of(number) + 1);
        auto& made = windows[index_of(number)];
        made = std::make_unique<Window>(std::forward<Arguments>(arguments)...);
        return *made;
    }
    // Marks a window that was added during the run, for families without WIN_CREATE: this process may not have created
    // its segment of the window yet.
    void note_uncreated(WindowId number) { added_->uncreated.push_back(number); }
    // Visits each window with such a mark (note_uncreated) for which `is_created` returns true, and removes the mark.
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
    // Removes a window that `add` created. No reference to the window may be in use.
    void remove(WindowId number) {
        if (number < count_) throw_about(number, "is from the start");
        require(number);
        auto& windows = added_->windows;
        windows[index_of(number)].reset();
        while (!windows.empty() && windows.back() == nullptr) windows.pop_back();
        if (windows.empty()) added_.reset();
    }

    Window& operator[](WindowId number) { return number < count_ ? first_[number] : require(number); }
    const Window& operator[](WindowId number) const { return number < count_ ? first_[number] : require(number); }
    // Returns the window with this number; null if no window has this number.
    Window* find(WindowId number) const {
        if (number < count_) return first_ + number;
        const bool there = added_ && index_of(number) < added_->windows.size();
        return there ? added_->windows[index_of(number)].get() : nullptr;
    }

    std::span<Window> from_the_start() const { return {first_, count_}; }
    // Returns a number that is greater than all numbers in use.
    std::size_t numbers() const { return count_ + (added_ ? added_->windows.size() : 0); }

    // Iterates over all windows in the order of their numbers.
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

    // Returns the bytes of the table's memory outside this object, without the windows.
    std::size_t bytes() const {
        if (!added_) return 0;
        return sizeof(Added) + added_->windows.capacity() * sizeof(std::unique_ptr<Window>) +
               added_->uncreated.capacity() * sizeof(WindowId);
    }

private:
    struct Added {
        std::vector<std::unique_ptr<Window>> windows{};  // by number, from `count_` on; null: the number is free
        std::vector<WindowId> uncreated{};
    };

    std::size_t index_of(WindowId number) const { return static_cast<std::size_t>(number) - count_; }
    // Returns an added window. A separate function keeps operator[] short for windows from the start of the run.
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
