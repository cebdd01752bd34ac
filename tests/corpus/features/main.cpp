// corpus_features ROUNDS PART OF FILE: the features of the corpus's candidates, for select_cases.py. Of the candidates
// of the first ROUNDS rounds it runs each OF-th, from PART on. For each of them, FILE gets 32-bit words: the length of
// its name, its processor time in us, the number of its features, then its name, padded with zeros, and the features.
//
// All of it must be compiled with -fsanitize-coverage=trace-pc,trace-cmp: the compiler then calls the functions below
// at each block and each comparison.
#include "tests/corpus/corpus.h"
#include "tests/corpus/lines.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#define RMASIM_NOT_TRACED __attribute__((no_sanitize_coverage))

extern "C" char __executable_start;

namespace {

constexpr std::uint64_t slots = 1U << 20;
std::uint8_t reached[slots];  // by location: number of executions, at most 255. std::array would be traced
std::uint64_t block_before;

RMASIM_NOT_TRACED void reach(std::uint64_t what) {
    std::uint8_t& count = reached[(what * 0x9E3779B97F4A7C15U) >> 44];
    if (count < 255) ++count;
}

RMASIM_NOT_TRACED std::uint64_t slot_of(const void* address) {
    return reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(&__executable_start);
}

// A comparison is fully covered when it has had all three results. If < replaces <=, only a comparison with equal sides
// detects this mutant.
template <class T>
RMASIM_NOT_TRACED void compared(const void* address, T one, T other) {
    reach((slot_of(address) << 2) | (one < other ? 1U : one > other ? 2U : 3U));
}

}  // namespace

extern "C" {
RMASIM_NOT_TRACED void __sanitizer_cov_trace_pc() {
    const std::uint64_t block = slot_of(__builtin_return_address(0)) << 2;
    reach(block);
    reach((block_before << 24) ^ block);
    block_before = block;
}
#define RMASIM_COMPARED(name, T) \
    RMASIM_NOT_TRACED void name(T one, T other) { compared(__builtin_return_address(0), one, other); }
RMASIM_COMPARED(__sanitizer_cov_trace_cmp1, std::uint8_t)
RMASIM_COMPARED(__sanitizer_cov_trace_cmp2, std::uint16_t)
RMASIM_COMPARED(__sanitizer_cov_trace_cmp4, std::uint32_t)
RMASIM_COMPARED(__sanitizer_cov_trace_cmp8, std::uint64_t)
RMASIM_COMPARED(__sanitizer_cov_trace_const_cmp1, std::uint8_t)
RMASIM_COMPARED(__sanitizer_cov_trace_const_cmp2, std::uint16_t)
RMASIM_COMPARED(__sanitizer_cov_trace_const_cmp4, std::uint32_t)
RMASIM_COMPARED(__sanitizer_cov_trace_const_cmp8, std::uint64_t)
RMASIM_COMPARED(__sanitizer_cov_trace_cmpf, float)
RMASIM_COMPARED(__sanitizer_cov_trace_cmpd, double)
RMASIM_NOT_TRACED void __sanitizer_cov_trace_switch(std::uint64_t value, const std::uint64_t*) {
    reach((slot_of(__builtin_return_address(0)) << 8) | (value & 0xFF));
}
}

namespace {

using Words = std::vector<std::uint32_t>;

// Executions of a location: 1, 2, 3, 4 to 7, 8 to 31, 32 to 127 and more are different features.
RMASIM_NOT_TRACED std::uint32_t step_of(std::uint8_t count) {
    constexpr std::array<std::uint8_t, 6> from{2, 3, 4, 8, 32, 128};
    std::uint32_t step = 0;
    while (step < from.size() && count >= from[step]) ++step;
    return step;
}

RMASIM_NOT_TRACED Words take_reached() {
    Words features;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (reached[slot] == 0) continue;
        for (std::uint32_t step = 0; step <= step_of(reached[slot]); ++step) features.push_back(slot << 3 | step);
        reached[slot] = 0;
    }
    return features;
}

// Returns a feature for a line of text without its numbers. Features of the program itself are below 2^23.
std::uint32_t sort_of(const std::string& line) {
    std::istringstream words(line);
    std::string sort;
    std::string word;
    for (int left = 14; left > 0 && words >> word; --left) {
        sort += word.find_first_of("0123456789") == std::string::npos ? word : "#";
        sort += ' ';
    }
    return 1U << 23 | (rmasim::corpus::text_hash(sort) >> 9);
}

void add_sorts(const std::string& text, Words& features) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) features.push_back(sort_of(line));
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
}

// Removes features of many candidates: they are no reason to choose one of them.
void drop_common(Words& features) {
    constexpr std::uint8_t max = 48;
    static std::vector<std::uint8_t> seen(1U << 24);
    std::erase_if(features, [](std::uint32_t feature) { return seen[feature] == max || ++seen[feature] == max; });
}

void write(std::ofstream& file, std::string name, std::uint32_t time_us, const Words& features) {
    name.resize((name.size() + 3) / 4 * 4);
    const std::array<std::uint32_t, 3> head{static_cast<std::uint32_t>(name.size()), time_us,
                                            static_cast<std::uint32_t>(features.size())};
    file.write(reinterpret_cast<const char*>(head.data()), sizeof head);
    file.write(name.data(), static_cast<std::streamsize>(name.size()));
    file.write(reinterpret_cast<const char*>(features.data()), static_cast<std::streamsize>(features.size() * 4));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return std::fputs("corpus_features ROUNDS PART OF FILE\n", stderr), 1;
    const std::size_t rounds = std::stoul(argv[1]), part = std::stoul(argv[2]), of = std::stoul(argv[3]);
    std::ofstream file(argv[4], std::ios::binary);
    std::size_t number = 0;
    for (const rmasim::corpus::Suite& suite : rmasim::corpus::suites(RMASIM_ROOT)) {
        for (std::size_t round = 0; round < rounds; ++round) {
            for (const std::string& which : suite.candidates(round)) {
                if (number++ % of != part) continue;
                take_reached();
                const std::clock_t began = std::clock();
                const std::string text = suite.text_of(which);
                const auto time_us = static_cast<std::uint32_t>((std::clock() - began) * (1'000'000 / CLOCKS_PER_SEC));
                Words features = take_reached();
                add_sorts(text, features);
                drop_common(features);
                write(file, suite.name + ' ' + which, time_us, features);
            }
        }
    }
}
