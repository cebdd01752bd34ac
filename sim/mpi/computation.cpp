#include "sim/mpi/computation.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <ctime>
#include <system_error>
#include <utility>

// The instruction counter. Programs that are built with counters (sim/mpi/count/as) increase it. All ranks share the
// counter, since only one rank runs at a time.
extern "C" std::uint64_t rmasim_mpi_instructions;
std::uint64_t rmasim_mpi_instructions = 0;

namespace rmasim::sim {

namespace {

constexpr double picoseconds_per_ns = 1e3, picoseconds_per_s = 1e12;
constexpr double max_per_second = 1e15;
constexpr const char* forms = "none, measured, or instructions a second, from 1 to 1e15, such as 3.5e9";

double instructions_a_second(const std::string& text) {
    double rate = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    if (!is_number || !(rate >= 1 && rate <= max_per_second)) throw BadInput("--compute", text, forms);
    return rate;
}

}  // namespace

Computation::Computation(const std::string& kind, double speed) {
    if (kind == "measured") {
        kind_ = Kind::measured;
        picoseconds_ = picoseconds_per_ns / (speed > 0 ? speed : 1);
        return;
    }
    if (speed > 0) throw BadInput("--speed", fmt::format("{:g}", speed), "nothing without \"--compute measured\"");
    if (kind == "none") return;
    kind_ = Kind::counted;
    picoseconds_ = picoseconds_per_s / instructions_a_second(kind);
}

std::uint64_t Computation::now() const {
    if (kind_ == Kind::counted) return rmasim_mpi_instructions;
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

std::string Computation::name() const {
    switch (kind_) {
        case Kind::none: break;
        case Kind::counted: return "counted";
        case Kind::measured: return "measured";
    }
    return {};
}

void Computation::begins() {
    if (takes_time()) began_ = now();
}

Time Computation::takes() {
    const std::uint64_t ended = now(), began = std::exchange(began_, ended);
    return static_cast<Time>(std::llround(static_cast<double>(ended - began) * picoseconds_));
}

}  // namespace rmasim::sim
