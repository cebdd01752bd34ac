// Calls the fuzzer's function with each file of the arguments, without libFuzzer.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    // Reading is fast: exceeding this limit is a finding, even in builds that are ten times slower.
    constexpr std::chrono::seconds max_time(20);
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        const auto began = std::chrono::steady_clock::now();
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
        if (!file || std::chrono::steady_clock::now() - began > max_time) {
            std::fprintf(stderr, "%s: unreadable, or slow to read\n", argv[i]);
            return 1;
        }
    }
    std::printf("%d files\n", argc - 1);
    return argc > 1 ? 0 : 1;
}
