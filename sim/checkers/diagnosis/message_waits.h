// The message, or its receive, for which a call of an MPI program waits, in the words of MPI.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

#include <string>

namespace rmasim::sim {

// Returns "a message from rank 1 with tag 7 on MPI_COMM_WORLD", with the messages that the rank has not received, or
// "rank 1 to receive a message with tag 3 on MPI_COMM_WORLD". Returns an empty text for other waits, and if the ranks
// do not run an MPI program.
std::string message_wait_text(const Ranks& ranks, Rank rank, const WaitReason& reason);

}  // namespace rmasim::sim
