// Functions for standard output and standard error. The program prints all its texts by these functions.
//
// Names and paths may contain control characters. The functions print these as escapes such as "\x1b". Otherwise the
// characters could move the cursor, or imitate a line of the program.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

// The text with escapes. They replace control characters, line ends, and bytes that are not UTF-8.
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

// The text with escapes, but with its line ends unchanged.
std::string printable_lines(std::string_view text);

// Prints to standard output. Raises OutputFailed.
void print(std::string_view text);
// Prints to standard error. The function ignores errors, because there is no other output for a report.
void complain(std::string_view text) noexcept;

template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
    print(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}
template <class... Args>
void complain_line(fmt::format_string<Args...> format, Args&&... args) {
    complain(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}

// Opens standard streams that the caller has closed. Any use of such a stream then fails. Without this call, the next
// file that the program opens would get the number of a closed stream.
void open_closed_streams();
// Flushes standard output. Raises OutputFailed.
void flush_output();

}  // namespace rmasim::sim
