#include "sim/frontend/output/print.h"

#include "sim/frontend/output/output_failed.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace rmasim::sim {

namespace {

unsigned char byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// The number of bytes of the UTF-8 character at the start of `text`. 0 if there is no such character. The function
// accepts overlong forms and surrogates, because terminals handle them.
std::size_t character_bytes(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    const std::size_t bytes = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (bytes == 0 || first > 0xF4 || text.size() < bytes) return 0;
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
    }
    return bytes;
}

// True for control characters: 0 to 1f, 7f, and 80 to 9f. The last ones are the bytes c2 80 to c2 9f in UTF-8.
bool is_control(std::string_view character) {
    const unsigned char first = byte_at(character, 0);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return character.size() == 2 && first == 0xC2 && byte_at(character, 1) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(bytes, 1));
        if (bytes > 0 && !is_control(character)) {
            result += character;
        } else {
            for (const char byte : character)
                result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        }
        text.remove_prefix(character.size());
    }
    return result;
}

std::string printable_lines(std::string_view text) {
    std::string result;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        result += printable(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return result + printable(text);
}

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputFailed("standard output", errno);
}

void complain(std::string_view text) noexcept {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void open_closed_streams() {
    // The streams are opened in the wrong mode, so that reads or writes fail. The loop is in ascending order because
    // the system assigns the lowest free number.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw OutputFailed("standard output", errno);
}

}  // namespace rmasim::sim
