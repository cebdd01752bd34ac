// A call of a program, divided into its form and its numbers. The form is everything that two calls must have in common
// to be one call in a scenario, with different numbers: the kind of call, the window, the datatype, the lengths of
// lists. The numbers are ranks, displacements, counts, tags and so on.
//
//     MPI_Put(data, 8, MPI_BYTE, 3, 64, 8, MPI_BYTE, w)     form: put on window 0, bytes
//                                                           numbers: target 3, disp 64, count 8
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/group.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// A number that the scenario need not have: the value of data that are no arithmetic sequence of integers.
inline constexpr std::int64_t unknown_number = std::numeric_limits<std::int64_t>::min();

// A number's argument. If the argument is a list, `index` is the position in the list.
struct NumberName {
    Argument argument = Argument::target;
    std::uint32_t index = 0;
};

// Arguments whose numbers are only data: no packet depends on them.
inline constexpr ArgumentSet data_arguments{Argument::value, Argument::step, Argument::compare};
// Arguments whose numbers are those of requests and of messages of MPROBE, by which the ranks know them.
inline constexpr ArgumentSet request_arguments{Argument::request, Argument::requests, Argument::new_request};
inline constexpr ArgumentSet message_arguments{Argument::new_message, Argument::matched};

// The ranks, requests and data to which the numbers of a call refer.
struct CallContext {
    Rank rank = 0;
    Rank ranks = 0;
    // The group in which targets and roots are ranks; null for all ranks.
    const RankGroup* members = nullptr;
    // The rank's numbers of the requests in CallRequest::requests, of a new request or message, and of the message that
    // is received.
    std::vector<std::int64_t> requests{};
    std::int64_t made = 0, matched = 0;
    // First value and step of the data that the call sends.
    std::pair<std::int64_t, std::int64_t> data{unknown_number, unknown_number};
};

// Divides calls. The vectors are reused.
class CallNumbers {
public:
    // Returns the reason why no scenario has the call; nullopt if a scenario can have it.
    std::optional<std::string> divide(const CallRequest& call, std::uint32_t location, const CallContext& context);

    const std::vector<std::uint64_t>& form() const { return form_; }
    const std::vector<std::int64_t>& numbers() const { return numbers_; }
    const std::vector<NumberName>& names() const { return names_; }

private:
    std::optional<std::string> add(Argument argument);
    void word(auto value) { form_.push_back(static_cast<std::uint64_t>(value)); }
    void number(Argument argument, std::int64_t value, std::size_t index = 0) {
        numbers_.push_back(value);
        names_.push_back({argument, static_cast<std::uint32_t>(index)});
    }
    void list(Argument argument, std::size_t size, const std::function<std::int64_t(std::size_t)>& at);
    void blocks(Argument argument);
    void data(Argument argument);
    std::int64_t comm_rank(Rank rank) const;

    std::vector<std::uint64_t> form_;
    std::vector<std::int64_t> numbers_;
    std::vector<NumberName> names_;
    const CallRequest* call_ = nullptr;
    const CallContext* context_ = nullptr;
};

}  // namespace rmasim::sim
