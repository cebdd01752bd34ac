#include "protocol/parts/epoch_errors.h"

namespace rmasim {

namespace {

std::string name_of_rank(Rank rank) { return "rank " + std::to_string(rank); }

}  // namespace

void refuse_in_access(Call call) {
    throw WrongEpoch("another_epoch", call, "another access epoch is open on the window; close it first");
}

void refuse_in_exposure(Call call) {
    throw WrongEpoch("another_epoch", call, "an exposure epoch is open on the window; end it with {}", {Call::wait});
}

void refuse_in_fence_operations(Call call) {
    throw WrongEpoch("another_epoch", call, "operations of a fence epoch on the window are not complete; {} is missing",
                     {Call::fence});
}

void refuse_noprecede() {
    throw WrongEpoch("fence_asserts", Call::fence, "noprecede, but operations were issued since the last {}",
                     {Call::fence});
}

void refuse_without_access(Call call, const std::vector<Call>& openers) {
    std::string text = "no access epoch is open on the window; open one with ";
    for (std::size_t i = 0; i < openers.size(); ++i) {
        if (i > 0) text += i + 1 == openers.size() ? " or " : ", ";
        text += "{}";
    }
    throw WrongEpoch("no_epoch", call, text, openers);
}

void refuse_without_passive(Call call) {
    throw WrongEpoch("no_epoch", call, "no passive-target epoch is open on the window; open one with {} or {}",
                     {Call::lock, Call::lock_all});
}

void refuse_without_start() {
    throw WrongEpoch("no_epoch", Call::complete, "no access epoch is open; open one with {}", {Call::start});
}

void refuse_without_post(Call call) {
    throw WrongEpoch("no_epoch", call, "no exposure epoch is open; open one with {}", {Call::post});
}

void refuse_without_lock_all() {
    throw WrongEpoch("no_epoch", Call::unlock_all, "{} was not called", {Call::lock_all});
}

void refuse_locked(Rank rank) {
    throw WrongEpoch("locked_twice", Call::lock, name_of_rank(rank) + " is already locked");
}

void refuse_unlocked(Call call, Rank rank) {
    throw WrongEpoch("not_locked", call, name_of_rank(rank) + " is not locked");
}

void refuse_outside_group(Call call, Rank rank) {
    throw WrongEpoch("outside_group", call, name_of_rank(rank) + " is not in the group of {}", {Call::start});
}

void require_none_left(std::optional<LeftOpen> open) {
    if (!open) return;
    constexpr Call at = Call::win_free;
    switch (*open) {
        case LeftOpen::lock:
            throw WrongEpoch("left_open", at, "a target is still locked; {} is missing", {Call::unlock});
        case LeftOpen::lock_all:
            throw WrongEpoch("left_open", at, "the epoch of {} is still open; {} is missing",
                             {Call::lock_all, Call::unlock_all});
        case LeftOpen::start:
            throw WrongEpoch("left_open", at, "an access epoch is still open; {} is missing", {Call::complete});
        case LeftOpen::post:
            throw WrongEpoch("left_open", at, "an exposure epoch is still open; {} is missing", {Call::wait});
        case LeftOpen::fence_operations:
            throw WrongEpoch("left_open", at, "operations of a fence epoch were never completed; {} is missing",
                             {Call::fence});
    }
}

}  // namespace rmasim
