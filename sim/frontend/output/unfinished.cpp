#include "sim/frontend/output/unfinished.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace rmasim::sim {

namespace {

// Memory of fixed size, because a signal handler must not allocate.
struct Place {
    std::atomic<bool> taken = false;
    std::atomic<bool> named = false;
    std::array<char, longest_unfinished + 1> path{};
};
std::array<Place, max_unfinished> places;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void end_by(int number) { end_by_signal(number); }

}  // namespace

Unfinished::Unfinished(const std::string& path) : place_(0) {
    while (place_ < places.size() && places[place_].taken.exchange(true)) ++place_;
    if (place_ == places.size() || path.size() > longest_unfinished) throw std::length_error("unfinished files");
    std::memcpy(places[place_].path.data(), path.c_str(), path.size() + 1);
    places[place_].named = true;
}

Unfinished::~Unfinished() {
    places[place_].named = false;
    places[place_].taken = false;
}

void remove_unfinished() noexcept {
    for (const Place& place : places) {
        if (place.named) unlink(place.path.data());
    }
}

void remove_unfinished_on_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        // Signals that the caller ignores, as nohup ignores SIGHUP, stay ignored.
        if (std::signal(number, end_by) == SIG_IGN) std::signal(number, SIG_IGN);
    }
    for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
}

void end_by_signal(int number) noexcept {
    remove_unfinished();
    std::signal(number, SIG_DFL);
    // In a handler the signal is blocked until the handler returns.
    sigset_t only{};
    sigemptyset(&only);
    sigaddset(&only, number);
    std::raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    std::_Exit(128 + number);
}

}  // namespace rmasim::sim
