#include "sim/checkers/usage/fixes.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rmasim::sim::usage {

namespace {

// A repair, with a mark "{}" for the name of each call in `named`. The other members of `named` are `none`.
struct Fix {
    std::string_view section;
    std::string_view text;
    std::array<Call, 7> named{};
};

// The repairs that are the same for all calls. tests/pages/call_rules.py requires one for each section of RULES.md.
// An exploration may call this file's functions within an arena, so the table owns no memory.
constexpr std::array fixes{
    Fix{"another_epoch",
        "close the epoch that is open before this call; a fence closes a fence epoch only if it has the assertion "
        "nosucceed"},
    Fix{"not_locked",
        "let {} and this call name the same rank, and make this call before {} of this rank",
        {Call::lock, Call::unlock}},
    Fix{"locked_twice",
        "call {} for this rank before this call, or remove this call, for example if the caller of the function has "
        "locked the rank",
        {Call::unlock}},
    Fix{"outside_group",
        "let the group of {} and this call name the same ranks: correct the group, or the target",
        {Call::start}},
    Fix{"left_open", "add the missing call after the last operation of the epoch"},
    Fix{"fence_asserts",
        "give this assertion to the matching {} of all ranks or of none; give noprecede only if no rank has issued "
        "operations since the last {}",
        {Call::fence, Call::fence}},
    Fix{"request_in_active_epoch",
        "use the operation without a request, which the end of the epoch completes, or an epoch of {} or {}",
        {Call::lock, Call::lock_all}},
    Fix{"locked_and_exposed",
        "close the first of the two epochs before the second one begins: for example by {} on the ranks of both, "
        "after "
        "the first one is closed",
        {Call::barrier}},
    Fix{"nocheck_of_locks",
        "remove nocheck, or let a message or {} order the {} of the one rank before the {} of the other",
        {Call::barrier, Call::unlock, Call::lock}},
    Fix{"group_nocheck",
        "give nocheck to neither of the two calls; or give it to both, and let a message or {} order {} before {}",
        {Call::barrier, Call::post, Call::start}},
    Fix{"noput", "remove noput from the call that gives it, or move the update to another epoch"},
    Fix{"nostore", "remove nostore from this call, or move the store before the last synchronisation of the window"},
    Fix{"different_calls", "let all ranks make the same call with the same arguments in the same order"},
    Fix{"info", "remove the key from the window's info, or keep what it promises"},
    Fix{"not_attached",
        "let the target attach all of this memory by {} before the operation, and detach it only after the operation "
        "is "
        "complete; or correct the displacement, an address that the target has got, or the count",
        {Call::win_attach}},
    Fix{"unreceived_message",
        "add a receive with the source, the tag and the communicator of the message, or remove its send"},
    Fix{"truncated",
        "let the receive have room for the whole message, or find its number of elements before by {}; if the message "
        "is not meant for this receive, compare tags and communicators",
        {Call::probe}},
    Fix{"types_differ", "give the send and the receive the same basic datatype"},
    Fix{"outside_window", "correct the displacement, the count or the datatype, or make the target's window larger"},
    Fix{"sizes_differ", "give both sides the same number of elements of the same basic datatypes"},
    Fix{"buffers",
        "give each buffer of the call memory of its own: no null pointer, and no byte of another buffer of the call"},
    Fix{"not_freed", "call {} for the window on all its ranks before MPI_Finalize", {Call::win_free}},
    Fix{"change_comm", "give all ranks the same new communicator and the same peer"},
    Fix{"buffer_in_use",
        "keep the buffer, with the same bytes, until a call has completed the operation at its origin: {}, {}, or the "
        "end of its epoch",
        {Call::flush_local, Call::flush}},
};

// Returns the repair of a call outside of the epoch that it needs.
Fix in_epoch(std::optional<Call> call) {
    const CallClass kind = call ? description_of(*call).kind : CallClass::none;
    if (kind == CallClass::operation) {
        return {"",
                "move this call into an access epoch: between {} and {}, {} and {}, or {} and {}, or between two calls "
                "of {}",
                {Call::lock, Call::unlock, Call::lock_all, Call::unlock_all, Call::start, Call::complete, Call::fence}};
    }
    if (kind == CallClass::flush || kind == CallClass::sync) {
        return {
            "",
            "move this call between {} and {}, or {} and {}, or remove it; the end of any other epoch completes its "
            "operations without it",
            {Call::lock, Call::unlock, Call::lock_all, Call::unlock_all}};
    }
    const Call opener = call == Call::unlock_all ? Call::lock_all : call == Call::complete ? Call::start : Call::post;
    return {"", "call {} before this call, or remove this call", {opener}};
}

}  // namespace

std::string fix_of(std::string_view section, std::optional<Call> call,
                   const std::function<std::string_view(Call)>& name) {
    const auto text = [&](const Fix& fix) {
        std::vector<Call> named(fix.named.begin(), std::ranges::find(fix.named, Call::none));
        return with_names(std::string(fix.text), named, [&](Call one) { return std::string(name(one)); });
    };
    if (section == "no_epoch") return text(in_epoch(call));
    const auto found = std::ranges::find(fixes, section, &Fix::section);
    return found == fixes.end() ? std::string() : text(*found);
}

}  // namespace rmasim::sim::usage
