// The variables of the threads of a lowered random program.
#pragma once

#include "sim/scenario/model/instruction.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

using sim::Expression;
using sim::IntegerList;
using sim::LocalData;
using sim::SentData;
using sim::Slot;
using sim::WrittenName;

inline Expression number(auto value) { return Expression(static_cast<std::int64_t>(value)); }

inline constexpr char result_letter = 'f', request_letter = 'r', handle_letter = 'h', counter_request_letter = 'q';
inline constexpr char access_letter = 'l', address_letter = 'a', ticket_letter = 'k';
inline constexpr char done_letter = 'd', which_letter = 'w';  // each is the letter of one variable: "done" and "which"

inline constexpr char message_letter = 'm', data_letter = 'x';

// The variables of a thread. In JSON, the name of a variable is a letter and a number.
class VariableNames {
public:
    // `first` is the first slot for the program's own variables.
    explicit VariableNames(Slot first) : next_(first) {}

    // Returns the slot of a variable. Declares the variable if it is not declared.
    Slot slot(char letter, std::uint32_t number) {
        std::vector<Slot>& slots = slots_[static_cast<std::size_t>(letter - 'a')];
        if (slots.size() <= number) slots.resize(std::size_t{number} + 1, 0);
        if (slots[number] == 0) slots[number] = static_cast<Slot>(next_++);
        return slots[number];
    }
    Expression value(char letter, std::uint32_t number) {
        return Expression::compile("v", sim::Scope{{{"v", slot(letter, number)}}});
    }
    template <class Number>
    Expression sum(char letter, std::uint32_t number, Number more) {
        return Expression::compile(fmt::format("v + {}", more), sim::Scope{{{"v", slot(letter, number)}}});
    }
    // Returns the first slot of an array for a status. Declares the array if it is not declared.
    Slot array(char letter, std::uint32_t number) {
        const Slot before = slot(letter, number);
        if (before + 1U == next_) next_ += sim::status_length - 1;
        return before;
    }
    // Returns an element of an array.
    Expression element(char letter, std::uint32_t number, int index) {
        return element_expression(fmt::format("v[{}]", index), letter, number);
    }
    // Compiles an expression in which the array has the name "v".
    Expression element_expression(const std::string& text, char letter, std::uint32_t number) {
        return Expression::compile(text, sim::Scope{{{"v", array(letter, number), sim::status_length}}});
    }
    WrittenName name(char letter, std::uint32_t number) { return {.variable = slot(letter, number), .element = {}}; }
    // Returns a list of variables.
    IntegerList list(char letter, const std::vector<std::uint32_t>& numbers) {
        IntegerList list;
        for (const std::uint32_t number : numbers) {
            list.names.emplace_back(name(letter, number));
            list.expressions.push_back(value(letter, number));
        }
        return list;
    }
    std::size_t slots() const { return next_; }

    // Returns the text with `name` instead of "v".
    static std::string with_name(const std::string& text, const std::string& name) {
        std::string named;
        for (const char one : text) {
            if (one == 'v') named += name;
            else named += one;
        }
        return named;
    }
    static std::string text(char letter, std::uint32_t number) {
        if (letter == done_letter) return "done";
        return letter == which_letter ? "which" : letter + std::to_string(number);
    }
    // Returns the names by slot.
    std::vector<std::string> texts() const {
        std::vector<std::string> texts(next_);
        for (std::size_t letter = 0; letter < slots_.size(); ++letter) {
            for (std::size_t number = 0; number < slots_[letter].size(); ++number) {
                const Slot slot = slots_[letter][number];
                if (slot != 0) texts[slot] = text(static_cast<char>('a' + letter), static_cast<std::uint32_t>(number));
            }
        }
        return texts;
    }

private:
    std::array<std::vector<Slot>, 26> slots_;  // by letter and number; 0 if not declared
    std::size_t next_;
};

inline SentData computed(Expression first, Expression step = Expression()) {
    SentData data;
    data.kind = LocalData::affine;
    data.first = std::move(first);
    data.step = std::move(step);
    return data;
}

}  // namespace rmasim::fuzz
