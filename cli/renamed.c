#include "cli/renamed.h"

#include <string.h>

const struct renamed_option renamed_options[] = {
    {NULL, "show-config", NULL, false, "`zet config` shows the settings"},
    {NULL, "no-color", "color", false, "never"},
    {"convert", "report", "format", true, ""},
    {"diagram", "levels", "view", false, "levels"},
    {"diagram", "gray", "theme", false, "grey"},
    {"find", "from", "since", true, ""},
    {"find", "to", "until", true, ""},
    {"names", "write", "output", true, ""},
    {"score", "limit", "timeout", true, ""},
    {"score", "write", "in-place", false, "true"},
    {"record,sheet", "event", "set", true, "event="},
    {"record,sheet", "site", "set", true, "site="},
    {"record,sheet", "date", "set", true, "date="},
    {"record,sheet", "round", "set", true, "round="},
    {"record,sheet", "table", "set", true, "table="},
    {"record,sheet", "black", "set", true, "black="},
    {"record,sheet", "white", "set", true, "white="},
    {"record,sheet", "a", "set", true, "a="},
    {"record,sheet", "b", "set", true, "b="},
    {0}};

bool renamed_has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; at && *at;) {
        size_t n = strcspn(at, ",");
        if (n == length && !memcmp(at, word, n))
            return true;
        at += n + (at[n] == ',');
    }
    return false;
}

int renamed_arguments(int argc, char **argv, const char **old) {
    int kept = 1;
    bool table = false, tournament = false;
    if (strcmp(argv[0], "score") != 0)
        return argc;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        table |= !strcmp(argv[i], "--table");
        tournament |= !strncmp(argv[i], "--tournament", strlen("--tournament"));
    }
    if (!table && !tournament)
        return argc;
    *old = table ? "--table" : "--tournament";
    argv[0] = "standings";
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--table") != 0)
            argv[kept++] = argv[i];
    argv[kept] = NULL;
    return kept;
}
