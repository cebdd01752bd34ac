// The errors of calls that the open epochs of a rank do not permit. All families use these functions, so that all have
// the same texts. Each function throws WrongEpoch.
#pragma once

#include "protocol/base/errors.h"

#include <optional>

namespace rmasim {

// An access or exposure epoch is open that excludes `call`.
[[noreturn]] void refuse_in_access(Call call);
[[noreturn]] void refuse_in_exposure(Call call);
// A fence epoch has operations, which only a fence completes.
[[noreturn]] void refuse_in_fence_operations(Call call);
[[noreturn]] void refuse_noprecede();
// The epoch that `call` needs is not open. `openers` are the calls that open such an epoch.
[[noreturn]] void refuse_without_access(Call call, const std::vector<Call>& openers);
[[noreturn]] void refuse_without_passive(Call call);
[[noreturn]] void refuse_without_start();
[[noreturn]] void refuse_without_post(Call call);
[[noreturn]] void refuse_without_lock_all();
// The target `rank` is locked already, is not locked, or is not in the group of START.
[[noreturn]] void refuse_locked(Rank rank);
[[noreturn]] void refuse_unlocked(Call call, Rank rank);
[[noreturn]] void refuse_outside_group(Call call, Rank rank);

// An epoch that is open at WIN_FREE or at the end of the program.
enum class LeftOpen : std::uint8_t { lock, lock_all, start, post, fence_operations };
// Throws WrongEpoch if `open` has a value.
void require_none_left(std::optional<LeftOpen> open);

}  // namespace rmasim
