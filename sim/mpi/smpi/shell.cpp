#include "sim/mpi/smpi/shell.h"

#include <array>
#include <cstdio>
#include <memory>
#include <utility>

namespace rmasim::sim {

std::string quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::vector<std::string> lines_of(const std::string& command) {
    struct Close {
        void operator()(std::FILE* pipe) const { ::pclose(pipe); }
    };
    const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "r"));
    std::vector<std::string> lines;
    std::string line;
    std::array<char, 512> part;
    while (pipe && std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr) {
        line += part.data();
        if (line.back() != '\n') continue;
        line.pop_back();
        lines.push_back(std::move(line));
        line.clear();
    }
    return lines;
}

}  // namespace rmasim::sim
