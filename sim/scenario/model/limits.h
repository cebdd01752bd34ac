// The permitted ranges of a scenario's numbers. The ranges of a protocol's settings are in the folder of its family.
// schema.json repeats the ranges, and a test compares the two.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/json/json_reader.h"

namespace rmasim::sim::limits {

inline constexpr unsigned rank_bits = 27;
inline constexpr std::int64_t max_ranks = std::int64_t{1} << rank_bits;
inline constexpr std::int64_t max_window_bytes = std::int64_t{1} << 40;
inline constexpr std::int64_t max_bytes_per_call = INT32_MAX;  // The length of an operation has 32 bits in a packet.
inline constexpr std::int64_t max_bytes_per_message = max_window_bytes;
inline constexpr std::int64_t max_nanoseconds = 1'000'000'000'000;
inline constexpr std::int64_t max_repetitions = 1'000'000'000;

inline constexpr IntegerBounds ranks{1, max_ranks};
inline constexpr IntegerBounds groups{1, 1'048'576};
inline constexpr IntegerBounds seed{0, INT64_MAX};
inline constexpr IntegerBounds window_bytes{0, max_window_bytes};
inline constexpr IntegerBounds disp_unit{1, 1'048'576};
inline constexpr IntegerBounds disp{0, max_window_bytes};
inline constexpr IntegerBounds count{0, max_bytes_per_call};
inline constexpr IntegerBounds message_count{0, max_bytes_per_message};
inline constexpr IntegerBounds stride{-max_bytes_per_call, max_bytes_per_call};
inline constexpr IntegerBounds block_length{1, max_bytes_per_call};  // in elements; `stride` has the same unit
inline constexpr std::size_t max_halo_neighbours = 256;
inline constexpr IntegerBounds counters{0, 4'096};  // number of counters in one call
inline constexpr IntegerBounds signals{0, INT64_MAX};
inline constexpr IntegerBounds tag{0, INT32_MAX};
inline constexpr IntegerBounds repetitions{0, max_repetitions};
inline constexpr IntegerBounds nanoseconds{0, max_nanoseconds};

inline constexpr IntegerBounds cost_ns{0, 1'000'000'000};
inline constexpr Bounds<double> gbps{0.001, 1e6};
inline constexpr Bounds<double> reduce_ns{0, 1e6};
inline constexpr IntegerBounds message_bytes{0, max_bytes_per_call};
inline constexpr IntegerBounds header_bytes{0, 65'536};
inline constexpr IntegerBounds atomic_bytes{1, 1 << 20};
inline constexpr IntegerBounds ranks_per_node{1, 1'048'576};
// The size of one part of a topology: the extent of a dimension, the links of a level, the number of groups.
inline constexpr IntegerBounds topology_part{1, 65'536};

inline constexpr IntegerBounds store_buffer{1, 65'536};
inline constexpr IntegerBounds stale_words{0, 65'536};
inline constexpr IntegerBounds cache_lines{1, 1'048'576};

inline constexpr IntegerBounds nth{1, INT32_MAX};
inline constexpr Bounds<double> percent{0, 100};
inline constexpr Bounds<double> link_percent{0.001, 100'000};
inline constexpr Bounds<double> slowdown{1, 1'000'000};

inline constexpr std::size_t max_name_length = 200;
inline constexpr std::size_t max_about_length = 10'000;
inline constexpr std::size_t max_path_length = 4'096;
inline constexpr std::size_t max_identifier_length = 64;
inline constexpr std::size_t max_variants = 1'000;
inline constexpr std::size_t max_variant_settings = 256;
inline constexpr std::size_t max_rank_list_length = 65'536;
inline constexpr std::size_t max_protocol_keys = 64;
inline constexpr std::size_t max_windows = 64;
inline constexpr std::size_t max_communicators = 64;
inline constexpr std::size_t max_dimensions = 32;
inline constexpr std::size_t max_operators = 64;
inline constexpr IntegerBounds colour{0, INT32_MAX};
inline constexpr std::size_t max_program_entries = 65'536;
inline constexpr std::size_t max_calls = 1'000'000;  // in one call list
inline constexpr std::size_t max_names = 64;         // variables in one `let`
inline constexpr std::size_t max_values = 1'000'000;
inline constexpr std::size_t max_steps = 1'000'000;  // steps in a schedule
inline constexpr std::size_t max_step_length = 1'000;
inline constexpr std::size_t max_pairs = 4'096;
// The maximum number of packet kinds in an object of `expect`. It suffices for every kind of every family with every
// set of flags.
inline constexpr std::size_t max_kinds = 1'048'576;
inline constexpr std::size_t max_alternatives = 64;  // alternatives to `expect.messages.by_kind`
inline constexpr std::size_t max_threads = 64;       // threads per rank
inline constexpr std::size_t max_params = 256;
inline constexpr std::size_t max_flags = 256;  // names of flags that threads set and wait for
inline constexpr IntegerBounds flag{0, INT64_MAX};
inline constexpr IntegerBounds rounds{1, max_repetitions};  // rounds of a `while`
inline constexpr std::int64_t default_rounds = 1'000'000;
inline constexpr std::size_t max_group_items = 65'536;
inline constexpr std::size_t max_requests = 1'024;  // requests in one `wait`
inline constexpr std::size_t max_memory_expectations = 10'000;
inline constexpr std::size_t max_faults = 4'096;  // faults of one kind
inline constexpr std::size_t max_profile_points = 65'536;

// Limits that are not in the schema. Without them, reading a scenario could take minutes or exhaust memory. The unit of
// rank work (ranks.h) is the evaluation of one character of an expression for one rank.
inline constexpr std::size_t max_file_bytes = std::size_t{1} << 28;
inline constexpr std::uint64_t max_rank_work = std::uint64_t{1} << 32;  // sum over all texts that name sets of ranks
// The limit of rank work in a scenario with many ranks, divided by the number of ranks. It applies if the product with
// the number of ranks exceeds max_rank_work.
inline constexpr std::uint64_t max_work_per_rank = 256;
inline constexpr std::uint64_t work_per_rank_named = 16;    // work of one rank in a list of ranks
inline constexpr std::size_t max_rank_sets = 262'144;       // sets of ranks with equal `programs` entries
inline constexpr std::size_t max_instructions = 4'000'000;  // sum over all programs
inline constexpr std::size_t max_variables = 4'096;         // per program
inline constexpr IntegerBounds array_length{1, 4'096};

// The maximum number of ranks in runs without a clock (replays and explorations). The number is small because such a
// run has a packet queue for each pair of ranks.
inline constexpr Rank max_untimed_ranks = 64;

}  // namespace rmasim::sim::limits
