// Rounds of messages in random programs. A round is a list of numbered messages between the members of one
// communicator, which no other steps use. Its sends have all modes of MPI, blocking and nonblocking. Its receives have
// wildcards, and probes before them. Thread 0 of each rank has the steps of a round, at the beginning of a stretch.
//
// Blocking calls never wait in a cycle: each rank makes its calls in the order of the messages' numbers. A nonblocking
// call may be earlier, and its completion later. Two kinds of receives have wildcards:
//
// - A receive of a known message. Its tag is used by no other message, or all messages of its source are received in
//   order. So the message is determined.
// - Receives of a rank that only receives in the round. Each takes any message of any source. The rank stores what it
//   has received where the status says, so the final memory is determined, although the order is not.
//
// The data and the statuses of messages are among the results of the receiver, at index `Step::result` of the receive.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <span>
#include <string>
#include <vector>

namespace rmasim::fuzz {

// True for a step of a round.
inline bool is_in_round(const Step& step) { return step.message.round >= 0; }
// True for a call that receives a message of a round: RECV, IRECV, MRECV, IMRECV.
inline bool receives_in_round(const Step& step) { return is_in_round(step) && receives_message(step.call); }

// True for the steps at the beginning of a stretch that a round follows: barriers and collective calls of
// communicators, their STARTs, and the completion of such calls. Any other step may wait for a rank that is still in
// the round.
bool may_precede_round(const Step& step);
// Returns the size that BSEND needs in its buffer.
std::uint64_t bytes_of_buffered(const Step& send);

// The results of a receive: its data, the status of the receive, and the status of the probe before it, if any.
struct MessageWords {
    static constexpr std::uint32_t status = 3;  // source (a communicator rank), tag, number of elements

    std::uint32_t data = 0;  // number of words for which the receive has room
    bool received = false;   // false: the receive is cancelled; only the number of elements in its status is kept
    bool probed = false;

    std::uint32_t count() const { return data + (received ? status : 1) + (probed ? status : 0); }
};
MessageWords message_words(const Step& receive);
// Returns the rank's step that receives the message of this step: of a probe, of a call that completes a request, or of
// the receive itself. Null for steps of sends.
const Step* receive_of(const RandomProgram& program, Rank rank, const Step& step);
// Returns the results of a receive, computed from the step that sends its message. Precondition: there is such a step,
// unless the receive is from MPI_PROC_NULL or cancelled.
std::vector<std::int64_t> words_of_message(const RandomProgram& program, Rank rank, const Step& receive);
// Returns an expression for the scenario: the index, among the results of the rank, of the results of the message with
// the tag that `tag` evaluates to. `receive` is a receive of any message.
std::string index_by_tag(const RandomProgram& program, Rank rank, const Step& receive, const std::string& tag);

// Copies the results of a receive from `results` to `window`, as write_delivered does for collective calls.
void write_message(const Step& receive, const std::vector<std::int64_t>& results, std::span<std::byte> window);

// Adds rounds of messages, with a communicator of their own, to some programs.
void generate_messages(std::uint64_t seed, RandomProgram& program);
// Returns an error text for the first message of a round whose steps are not complete, or do not belong together; empty
// if there is none.
std::string illegality_of_rounds(const RandomProgram& program);

}  // namespace rmasim::fuzz
