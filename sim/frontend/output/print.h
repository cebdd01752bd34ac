// Functions for standard output and standard error. The program prints all its text with them.
//
// Names and paths may contain control characters. These are printed as escapes such as "\x1b": they could otherwise
// move the cursor or imitate a line of the program.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

// The text with escapes for control characters, including line ends, and for bytes that are not UTF-8.
std::string printable(std::string_view text);

// A text that is built line by line. Each line is printable.
class Text {
public:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text_ += printable(fmt::format(format, std::forward<Args>(args)...));
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

// The printable text, with its line ends unchanged.
std::string printable_lines(std::string_view text);

// Prints to standard output. Raises OutputFailed.
void print(std::string_view text);
// Prints to standard error. Errors are ignored, because they cannot be reported anywhere.
void complain(std::string_view text) noexcept;

template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
    print(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}
template <class... Args>
void complain_line(fmt::format_string<Args...> format, Args&&... args) {
    complain(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}

// Opens standard streams that the caller has closed, in a way that makes their use fail. Otherwise the next opened file
// would get the number of a closed stream.
void open_closed_streams();
// Flushes standard output. Raises OutputFailed.
void flush_output();

}  // namespace rmasim::sim
