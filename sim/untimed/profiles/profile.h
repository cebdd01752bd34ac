// The needs of random programs: random settings of a family, the calls that programs use with these settings, and the
// failures that a modelled library may have. Only fuzz and its tests link the profiles.
#pragma once

#include "sim/scenario/expression/random.h"
#include "sim/scenario/families/family.h"

#include <memory>
#include <string_view>

namespace rmasim::fuzz {

// Traits of a family for all its settings.
struct FuzzTraits {
    // True if the family accepts caches that are not coherent.
    bool flushes_caches = false;
    // True if the family refuses networks on which packets of a pair overtake each other.
    bool needs_order = false;
    // True if random programs have rounds of POST to WAIT without a barrier between them. An origin may then complete
    // accesses before its target has posted the exposure epoch, or receive POSTs for a later START.
    bool accesses_ahead = false;
    // True if FENCE with NOPRECEDE, START and accesses to the caller's own window never wait for another rank, unless
    // memory is shared.
    bool opens_at_once = false;
};

// The profile of one family.
class FuzzProfile {
public:
    explicit FuzzProfile(const FuzzTraits& of = {}) : traits(of) {}
    virtual ~FuzzProfile() = default;

    const FuzzTraits traits;

    // Random settings. Most sizes are small, because most bugs need exhausted resources. `like` is null, or the
    // settings of an existing program. The result then keeps the settings on which the legality of this program
    // depends.
    virtual std::shared_ptr<const sim::ProtocolSettings> random_settings(sim::Random& random,
                                                                         const sim::ProtocolSettings* like) const = 0;
    // A copy of `settings` in which the settings on which the legality of programs depends are random. `random` must
    // not be used for anything else. `ordered` is true if packets of a pair keep their order.
    virtual std::shared_ptr<const sim::ProtocolSettings> random_guarantees(
        sim::Random& /*random*/, std::shared_ptr<const sim::ProtocolSettings> settings, bool /*ordered*/) const {
        return settings;
    }
    // The calls of the family that random programs with these settings do not use.
    virtual CallSet unused_calls(const sim::ProtocolSettings&) const { return {}; }
    // True if a synchronisation counter counts a signal that arrives before START starts the counter's persistent
    // request.
    virtual bool keeps_early_signals(const sim::ProtocolSettings&) const { return false; }
    // True if the info key `restart` of synchronisation counters is allowed.
    virtual bool restarts_requests(const sim::ProtocolSettings&) const { return true; }
    // A copy of `settings` with larger resources, so that packet counts do not depend on the order of events. `ordered`
    // is true if packets of a pair keep their order.
    virtual std::shared_ptr<const sim::ProtocolSettings> with_fixed_counts(
        std::shared_ptr<const sim::ProtocolSettings> settings, bool /*ordered*/) const {
        return settings;
    }
    // A copy of `settings` that also permits locks of windows whose memory is not from MPI_ALLOC_MEM.
    virtual std::shared_ptr<const sim::ProtocolSettings> with_locks_of_private_windows(
        std::shared_ptr<const sim::ProtocolSettings> settings) const {
        return settings;
    }
    // A copy of `settings` with at least one element in every local pool. Calls on one window then never wait for an
    // element that another window uses.
    virtual std::shared_ptr<const sim::ProtocolSettings> with_own_elements(
        std::shared_ptr<const sim::ProtocolSettings> settings) const {
        return settings;
    }
    // True if a run with these settings may end with the failure `fault`. Families that model a real implementation
    // return false for failures that this implementation does not have with these settings. `fault` is the text of
    // Process::fault or of an ImplementationFailed.
    virtual bool may_fail_by(std::string_view /*fault*/, const sim::ProtocolSettings&) const { return true; }
};

// The profile of a family, by its name. Raises std::out_of_range if families.inc does not list the name.
const FuzzProfile& profile_of(const sim::Family& family);
// The calls that random programs with these settings may use.
CallSet random_calls(const sim::Family& family, const sim::ProtocolSettings& settings);

}  // namespace rmasim::fuzz
