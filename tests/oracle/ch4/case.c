#include "tests/oracle/ch4/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const char* what, const char* where) {
    fprintf(stderr, "cases.txt: %s: %s\n", what, where);
    exit(2);
}

const char* option(const struct call* call, const char* key, const char* otherwise) {
    const size_t length = strlen(key);
    for (int i = 1; i < call->words; i++)
        if (strncmp(call->word[i], key, length) == 0 && call->word[i][length] == '=') return call->word[i] + length + 1;
    return otherwise;
}

int number(const struct call* call, const char* key, int otherwise) {
    const char* text = option(call, key, NULL);
    return text == NULL ? otherwise : atoi(text);
}

int has(const struct call* call, const char* word) {
    for (int i = 1; i < call->words; i++)
        if (strcmp(call->word[i], word) == 0) return 1;
    return 0;
}

int is_in(const char* list, int rank) {
    if (strcmp(list, "all") == 0) return 1;
    if (strcmp(list, "none") == 0) return 0;
    for (const char* part = list; part != NULL; part = strchr(part, ',')) {
        if (*part == ',') part++;
        char* end;
        const long first = strtol(part, &end, 10);
        const long last = *end == '-' ? strtol(end + 1, NULL, 10) : first;
        if (first <= rank && rank <= last) return 1;
    }
    return 0;
}

// "3* put 1 count=4"
static void read_call(char* text, struct one_case* into) {
    if (into->calls == most_calls) refuse("too many calls", into->name);
    struct call* call = &into->call[into->calls];
    *call = (struct call){.times = 1};
    char* rest;
    for (char* word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        const int is_repetition = call->words == 0 && word[strlen(word) - 1] == '*';
        if (call->words == most_words) refuse("too many words", into->name);
        if (is_repetition) call->times = atoi(word);
        else call->word[call->words++] = word;
    }
    if (call->words > 0) into->calls++;
}

static void read_calls(char* text, struct one_case* into) {
    char* rest;
    for (char* call = strtok_r(text, ";", &rest); call != NULL; call = strtok_r(NULL, ";", &rest))
        read_call(call, into);
}

// "a b:parity"
static void read_windows(char* text, struct one_case* into) {
    char* rest;
    into->windows = 0;
    for (char* word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (into->windows == most_windows) refuse("too many windows", into->name);
        char* colon = strchr(word, ':');
        if (colon != NULL) *colon++ = '\0';
        into->window[into->windows++] = (struct window_name){.name = word, .comm = colon};
    }
}

static void read_line(char* line, int rank, struct one_case* into) {
    char* colon = strstr(line, ": ");
    const size_t ranks = strspn(line, "0123456789,-");
    if (strncmp(line, "ranks ", 6) == 0) into->ranks = atoi(line + 6);
    else if (strncmp(line, "info ", 5) == 0) into->info = line + 5;
    else if (strncmp(line, "windows ", 8) == 0) read_windows(line + 8, into);
    else if (colon != NULL && (line + ranks == colon || strncmp(line, "all: ", 5) == 0)) {
        *colon = '\0';
        if (is_in(line, rank)) read_calls(colon + 2, into);
    }
}

int next_case(char** text, int rank, struct one_case* found) {
    *found = (struct one_case){.windows = 1, .window = {{.name = "w"}}};
    while (*text != NULL && **text != '\0') {
        if (strncmp(*text, "case ", 5) == 0 && found->name != NULL) return 1;
        char* line = strsep(text, "\n");
        if (strncmp(line, "case ", 5) == 0) found->name = line + 5;
        else if (found->name != NULL) read_line(line, rank, found);
    }
    return found->name != NULL;
}
