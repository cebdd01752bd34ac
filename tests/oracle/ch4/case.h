// A case of cases.txt, as play.c executes it. README.md describes the language.
#pragma once

enum { most_words = 12, most_calls = 256, most_windows = 4 };

struct call {
    int times;
    int words;
    char* word[most_words];  // "put" "1" "count=4"
};

struct window_name {
    char* name;
    char* comm;  // "parity", or NULL for all ranks
};

struct one_case {
    char* name;
    int ranks;
    int windows;
    struct window_name window[most_windows];
    char* info;  // of all windows: "key=value key=value", or NULL
    int calls;   // number of calls of the rank that reads
    struct call call[most_calls];
};

// Reads the next case of the text, with the calls of rank `rank`. Returns 0 at the end of the text. The case has
// pointers into the text.
int next_case(char** text, int rank, struct one_case* found);

// Returns the value of "key=value" among the words of a call, or the default.
const char* option(const struct call* call, const char* key, const char* otherwise);
int number(const struct call* call, const char* key, int otherwise);
// True if the call has the word, such as an assertion or a lock type.
int has(const struct call* call, const char* word);
// True if the rank is in the list, such as "0", "1-3,7", "all" or "none".
int is_in(const char* list, int rank);
