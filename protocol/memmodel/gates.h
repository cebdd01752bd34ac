// The gates of operations: an operation whose target has not opened its epoch, or not granted the lock, waits before it
// accesses the target (SPEC.md, MM-GATE-1).
#pragma once

#include "protocol/memmodel/shadow/accesses.h"

namespace rmasim::memmodel {

class Gates {
public:
    Gates(const Setup& setup, Threads& threads, Windows& windows, Accesses& accesses)
        : ranks_(setup.threads.size()), threads_(threads), windows_(windows), accesses_(accesses) {}

    // Adds the target side of an operation, or queues it until the target has opened its epoch or granted the lock.
    void reach_target(Toward& toward, WindowId window, Pending operation);
    // The gate of an operation that waited is open. `gate` is the target's call, `gates` the releases of earlier locks.
    void enter(const Pending& pending, const Moment& gate, const Knowledge& gates);

private:
    void waits(Pending& operation);

    std::size_t ranks_;
    Threads& threads_;
    Windows& windows_;
    Accesses& accesses_;
};

}  // namespace rmasim::memmodel
