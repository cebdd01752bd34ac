// A fingerprint of the order of all events: equal digests mean the same events at the same times in the same order.
#pragma once

#include "sim/engine/event.h"
#include "sim/engine/time.h"

#include <memory>
#include <string>

struct XXH3_state_s;

namespace rmasim::sim {

class Digest {
public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(Time now, const Event& event);
    std::string hex() const;  // 16 digits

private:
    XXH3_state_s* state_;
};

}  // namespace rmasim::sim
