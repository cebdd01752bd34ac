// The open streams of a rank at its end.
#pragma once

namespace rmasim::hosting {

struct Rank;

// Gives stdin and stdout buffers of the host's. Otherwise the first rank that uses them would allocate the buffers.
void give_buffers_to_streams();
// Writes the contents of the buffers: of the streams that the rank has opened, and of stdout.
void flush_streams(const Rank& rank);
// Takes the rank's streams out of libc's list without writing, because the rank's heap is dropped.
void forget_streams(const Rank& rank);
// Releases the locks of the standard streams and of libc's list. Needed if a signal ends a rank inside of stdio; no
// other rank has them then.
void unlock_streams();

}  // namespace rmasim::hosting
