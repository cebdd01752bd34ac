// Standard output and standard error. All text that the program prints passes here.
//
// Text for people comes line by line. Control characters in it, which names and paths may contain, are printed as
// "\x1b", so that they cannot move the cursor or pretend to be a line of ours.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

// The text with control characters, line ends included, and bytes that are not UTF-8 as escapes.
std::string printable(std::string_view text);

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

// The same, but line ends stay.
std::string printable_lines(std::string_view text);

// Standard output. Raises OutputFailed.
void print(std::string_view text);
// Standard error. What cannot be written there cannot be reported anywhere, and is dropped.
void complain(std::string_view text) noexcept;

template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
    print(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}
template <class... Args>
void complain_line(fmt::format_string<Args...> format, Args&&... args) {
    complain(printable(fmt::format(format, std::forward<Args>(args)...)) + '\n');
}

// Opens standard streams that the caller has closed such that using them fails. Otherwise the next file opened would
// take their place.
void open_closed_streams();
// Everything printed so far reaches standard output. Raises OutputFailed.
void flush_output();

}  // namespace rmasim::sim
